"""A rule that runs a project of ttf-int as a test."""

def _ttf_int_test_impl(ctx):
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, """#!/bin/sh
# What Bazel says of shards, of the test filter and of where reports go, ttf-int reads itself.
tool=$PWD/{tool}
cd "{folder}" || exit 3
exec "$tool" run --no-cache {flags}
""".format(
        tool = ctx.executable.tool.short_path,
        folder = ctx.file.project.dirname or ".",
        flags = " ".join(["'%s'" % f.replace("'", "'\\''") for f in ctx.attr.flags]),
    ), is_executable = True)
    files = ctx.runfiles(files = [ctx.executable.tool, ctx.file.project] + ctx.files.data)
    return [DefaultInfo(executable = script, runfiles = files)]

ttf_int_test = rule(
    implementation = _ttf_int_test_impl,
    test = True,
    attrs = {
        "project": attr.label(allow_single_file = True, mandatory = True, doc = "The ttf-int.yaml of the project."),
        "data": attr.label_list(allow_files = True, doc = "Its specifications, and the programs that it names."),
        "tool": attr.label(executable = True, cfg = "host", allow_files = True, mandatory = True, doc = "ttf-int."),
        "flags": attr.string_list(doc = "Further flags of run."),
    },
    doc = "Runs a project whose programs are built already. It may be sharded (shard_count).",
)
