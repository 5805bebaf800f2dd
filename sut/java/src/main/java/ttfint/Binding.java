package ttfint;

import java.util.List;

/** Says which variables of a unit the parameters and the result of its method are. */
public sealed interface Binding {
    /** The parameters, in order: inputs ({@code x?}), or the state before, which is read back after the call. */
    static Binding params(String... names) {
        return new Params(List.of(names));
    }

    /** The result: an output ({@code x!}), or the state after ({@code x'}). */
    static Binding result(String name) {
        return new Result(name);
    }

    /** The output that says which of the program's errors the method has thrown. */
    static Binding raises(String name) {
        return new Raises(name);
    }

    /** The types of the method's parameters, where there are several methods of the name. */
    static Binding types(Class<?>... types) {
        return new Types(List.of(types));
    }

    /** See {@link #params}. */
    record Params(List<String> names) implements Binding {}

    /** See {@link #result}. */
    record Result(String name) implements Binding {}

    /** See {@link #raises}. */
    record Raises(String name) implements Binding {}

    /** See {@link #types}. */
    record Types(List<Class<?>> types) implements Binding {}
}
