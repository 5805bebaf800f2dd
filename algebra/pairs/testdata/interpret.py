"""Holds cases against axioms, by an interpreter that shares nothing with ttf-int.

usage: python3 interpret.py SPECIFICATION CASES

It reads a specification in LOBAS and a file of cases, evaluates both sequences of each case by plain
recursion, and prints each case whose tag, or whose values, are wrong; then how many there were.
"""
import re
import sys

sys.setrecursionlimit(1000000)
TOKEN = re.compile(r'\s+|--[^\n]*|"[^"\n]*"|\w+|->|/=|<>|<=|>=|[→≠≤≥×∞−\-+*=<>(),;:._]')
SAME = {"→": "->", "/=": "≠", "<>": "≠", "<=": "≤", ">=": "≥", "−": "-"}
ERROR = ("error",)
INFINITY = float("inf")


class Reader:
    def __init__(self, text):
        self.tokens, self.firsts, at, first = [], [], 0, True
        while at < len(text):
            found = TOKEN.match(text, at)
            word = found.group()
            if word.strip() and not word.startswith("--"):
                self.tokens.append(SAME.get(word, word))
                self.firsts.append(first)
                first = False
            first = first or "\n" in word
            at = found.end()
        self.tokens.append("")
        self.firsts.append(True)
        self.i = 0

    def peek(self):
        return self.tokens[self.i]

    def next(self):
        self.i += 1
        return self.tokens[self.i - 1]

    def take(self, word):
        if self.peek() == word:
            self.i += 1
            return True
        return False

    def expect(self, word):
        if not self.take(word):
            raise SyntaxError("expected %r at %r" % (word, self.tokens[self.i:self.i + 6]))

    # Terms are ("op", name, args), ("var", name), ("value", v), ("if", c, a, b), ("bin", sign, a, b), ("not", a).
    def term(self):
        if self.take("if"):
            c = self.term()
            self.expect("then")
            a = self.term()
            self.expect("else")
            return ("if", c, a, self.term())
        return self.binary(0)

    LEVELS = [["or"], ["and"], ["not"], ["=", "≠", "<", "≤", ">", "≥"], ["+", "-"], ["*"]]

    def binary(self, level):
        if level == len(self.LEVELS):
            return self.postfix(self.primary())
        if self.LEVELS[level] == ["not"]:
            if self.take("not"):
                return ("not", self.binary(level))
            return self.binary(level + 1)
        left = self.binary(level + 1)
        while self.peek() in self.LEVELS[level]:
            sign = self.next()
            right = self.term() if self.peek() == "if" else self.binary(level + 1)
            left = ("bin", sign, left, right)
        return left

    def primary(self):
        word = self.next()
        if word == "(":
            t = self.term()
            self.expect(")")
            return t
        if word == "-":
            word = self.next()
            return ("value", -INFINITY if word == "∞" else -int(word))
        if word == "∞":
            return ("value", INFINITY)
        if word.isdigit():
            return ("value", int(word))
        if word[0] == '"':
            return ("value", word)
        if word in ("true", "false"):
            return ("value", word == "true")
        if word == "error":
            return ("value", ERROR)
        if word == "create":
            return ("op", "create", self.arguments())
        return ("var", word)

    def arguments(self):
        out = []
        if self.peek() == "(" and not self.firsts[self.i]:
            self.next()
            while not self.take(")"):
                out.append(self.term())
                self.take(",")
        return out

    def postfix(self, t):
        while self.take("."):
            name = self.next()
            if t[0] == "var" and name == "create":  # Box.create
                t = ("op", t[1] + ".create", self.arguments())
            else:
                t = ("op", name, [t] + self.arguments())
        return t


SECTIONS = ("export", "constructor", "transformer", "observer", "var", "axiom", "end")


def read_specification(text):
    """Returns the variables and axioms of each class."""
    r, classes = Reader(text), {}
    while r.peek():
        r.expect("class")
        name = r.next()
        axioms = []
        while not r.take("end"):
            section = r.next()
            while r.peek() not in SECTIONS:
                if section != "axiom":
                    r.next()
                    continue
                if r.tokens[r.i + 1] == ":":
                    r.i += 2
                left = r.postfix(r.primary())
                r.expect("->")
                axioms.append((left, r.term()))
                r.take(";")
        classes[name] = axioms
    return classes


class Interpreter:
    """An object is ("op", class, name, args); values are those of Python."""

    def __init__(self, classes):
        self.axioms = {}
        for name, axioms in classes.items():
            for left, right in axioms:
                self.axioms.setdefault((name, left[1], len(left[2])), []).append((name, left, right))
        self.known = {}

    def evaluate(self, t, home, env):
        kind = t[0]
        if kind == "value":
            return t[1]
        if kind == "var":
            return env[t[1]]
        if kind == "if":
            c = self.evaluate(t[1], home, env)
            return c if c == ERROR else self.evaluate(t[2 if c else 3], home, env)
        if kind == "not":
            c = self.evaluate(t[1], home, env)
            return c if c == ERROR else not c
        if kind == "bin":
            return self.operate(t, home, env)
        args = [self.evaluate(a, home, env) for a in t[2]]
        if any(a == ERROR for a in args):
            return ERROR
        name, of = t[1], home
        if name.endswith(".create"):
            of, name = name.split(".")
        elif name != "create":
            of = args[0][1]
        key = (of, name, repr(args))
        if key not in self.known:
            self.known[key] = self.rewrite(of, name, args)
        return self.known[key]

    def rewrite(self, of, name, args):
        for home, left, right in self.axioms.get((of, name, len(args)), []):
            env = {}
            if all(self.matches(p, a, env) for p, a in zip(left[2], args)):
                return self.evaluate(right, home, env)
        return ("op", of, name, args)

    def matches(self, p, a, env):
        if p[0] == "var":
            if p[1] in env:
                return repr(env[p[1]]) == repr(a)
            env[p[1]] = a
            return True
        if p[0] == "value":
            return repr(p[1]) == repr(a)
        name = p[1].split(".")[-1]
        return (isinstance(a, tuple) and a[0] == "op" and a[2] == name and len(a[3]) == len(p[2])
                and all(self.matches(q, b, env) for q, b in zip(p[2], a[3])))

    def operate(self, t, home, env):
        sign = t[1]
        a = self.evaluate(t[2], home, env)
        if a == ERROR or sign == "and" and a is False or sign == "or" and a is True:
            return a
        b = self.evaluate(t[3], home, env)
        if b == ERROR or sign in ("and", "or"):
            return b
        if sign in ("=", "≠"):
            return (repr(a) == repr(b)) == (sign == "=")
        return {"<": lambda: a < b, "≤": lambda: a <= b, ">": lambda: a > b, "≥": lambda: a >= b,
                "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b}[sign]()


def fill(t, by):
    """Returns a term in which another one stands for the hole."""
    if t == ("var", "_"):
        return by
    return tuple([fill(x, by) for x in p] if isinstance(p, list) else fill(p, by) if isinstance(p, tuple) else p
                 for p in t)


def main():
    classes = read_specification(open(sys.argv[1], encoding="utf-8").read())
    interpreter = Interpreter(classes)
    r = Reader(open(sys.argv[2], encoding="utf-8").read())
    home, count, equal, wrong = list(classes)[0], 0, 0, 0
    while r.peek():
        if r.take("class"):
            home = r.next()
            continue
        start = r.i
        r.expect("(")
        both = [r.term()]
        r.expect(",")
        both.append(r.term())
        r.expect(",")
        equivalent = not r.take("not")
        r.expect("equivalent")
        r.expect(")")
        values, experiment = None, ("var", "_")
        if not r.firsts[r.i]:
            t = r.postfix(("var", "_")) if r.peek() == "." else r.binary(4)
            if r.take(":"):
                experiment, t = t, r.binary(4)
            r.expect("and")
            values = [t, r.binary(4)]
        count += 1
        equal += equivalent
        interpreter.known.clear()
        got = [repr(interpreter.evaluate(fill(experiment, b), home, {})) for b in both]
        right = (got[0] == got[1]) == equivalent
        if values:
            right = right and got == [repr(interpreter.evaluate(v, home, {})) for v in values]
        if not right:
            wrong += 1
            print("wrong:", " ".join(r.tokens[start:r.i]), "got", got)
    print("%d cases, %d equivalent, %d wrong" % (count, equal, wrong))


main()
