"""Find code that reads the prose of an event to decide something, by the syntax tree of a module.

Prose is a value of `Event.text`, `.reason`, `.result`, `.replied` and the methods that return them, or a variable that
holds one: also joined with other text, in a list, passed to a function of the module or returned by one. Code reads
prose if it searches, slices, compares or looks it up. Showing it, measuring it, testing whether it is empty and
comparing two events are allowed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

FIELDS = {"text", "reason", "result", "replied"}
METHODS = {"words", "reason_words", "result_words", "told", "text_beside", "words_beside"}
# have fields of such names too
NO_EVENTS = {"failure", "flow", "p", "palette", "refusal", "refused", "self", "_future"}
CUTS = {
    "split", "rsplit", "splitlines", "partition", "rpartition", "startswith", "endswith", "removeprefix",
    "removesuffix", "find",
    "rfind", "index", "rindex", "count", "replace", "translate", "isdigit", "isdecimal", "isnumeric", "__contains__",
}  # fmt: skip
SEARCHES = {"match", "search", "fullmatch", "sub", "subn", "findall", "finditer", "split"}
NUMBERS = {"int", "float"}
# give words of the words
SAME = {"strip", "lstrip", "rstrip", "lower", "upper", "casefold", "capitalize", "title", "format"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def owner(node: ast.expr) -> str:
    """Return the last name before an attribute: `flow` of `context.flow.result`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


class Prose:
    """The names in a module that hold prose, by function, and the functions that return it."""

    def __init__(self, tree: ast.AST) -> None:
        self.functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
        self.held: dict[str, set[str]] = {name: set() for name in self.functions}
        self.giving: set[str] = set()
        before = -1
        while before != (before := sum(map(len, self.held.values())) + len(self.giving)):
            for name, node in self.functions.items():
                self._follow(name, node)

    def _follow(self, name: str, function: Function) -> None:
        held = self.held[name]
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._assign(target, node.value, held)
            elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value is not None:
                self._assign(node.target, node.value, held)
            elif isinstance(node, (ast.For, ast.comprehension)):
                self._assign(node.target, node.iter, held)
            elif isinstance(node, ast.Return) and node.value is not None and self.is_prose(node.value, held):
                self.giving.add(name)
            elif isinstance(node, ast.Call) and owner(node.func) in self.functions:
                self._hand_over(owner(node.func), node, held)

    def _assign(self, target: ast.expr, value: ast.expr, held: set[str]) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, given in zip(target.elts, value.elts):
                self._assign(one, given, held)
        elif isinstance(target, ast.Name) and self.is_prose(value, held):
            held.add(target.id)

    def _hand_over(self, called: str, call: ast.Call, held: set[str]) -> None:
        names = [one.arg for one in self.functions[called].args.args if one.arg != "self"]
        for name, value in [*zip(names, call.args), *((one.arg, one.value) for one in call.keywords if one.arg)]:
            if self.is_prose(value, held):
                self.held[called].add(name)

    def is_prose(self, node: ast.expr, held: set[str]) -> bool:
        """Return whether an expression is prose, or a collection of prose."""
        match node:
            case ast.Name():
                return node.id in held
            case ast.Attribute():
                return node.attr in FIELDS and owner(node.value) not in NO_EVENTS
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                if name in METHODS:
                    return owner(inner) not in NO_EVENTS and bool(node.args or name not in ("words", "told"))
                if name == "join":
                    return any(self.is_prose(one, held) for one in node.args)
                return (name in SAME and self.is_prose(inner, held)) or name in self.giving
            case ast.Call(func=ast.Name(id=name)):
                several = name in (
                    "list",
                    "tuple",
                    "set",
                    "sorted",
                    "filter",
                    "iter",
                    "next",
                    "reversed",
                    "str",
                    "minus",
                )
                return name in self.giving or (several and any(self.is_prose(one, held) for one in node.args))
            case ast.Subscript(value=inner) | ast.Starred(value=inner) | ast.FormattedValue(value=inner):
                return self.is_prose(inner, held)
            case ast.NamedExpr(value=inner):
                return self.is_prose(inner, held)
            case ast.ListComp(elt=inner) | ast.SetComp(elt=inner) | ast.GeneratorExp(elt=inner):
                return self.is_prose(inner, held)
            case ast.IfExp():
                return self.is_prose(node.body, held) or self.is_prose(node.orelse, held)
            case ast.BinOp():
                return self.is_prose(node.left, held) or self.is_prose(node.right, held)
            case ast.BoolOp() | ast.JoinedStr():
                return any(self.is_prose(one, held) for one in node.values)
            case ast.List() | ast.Tuple() | ast.Set():
                return any(self.is_prose(one, held) for one in node.elts)
        return False

    def readings(self) -> Iterator[int]:
        """Yield the lines where prose is read."""
        for name, function in self.functions.items():
            for node in ast.walk(function):
                if self._reads(node, self.held[name]):
                    yield getattr(node, "lineno", 0)

    def _reads(self, node: ast.AST, held: set[str]) -> bool:
        match node:
            case ast.Match(subject=inner) | ast.Subscript(value=inner, slice=ast.Slice()):
                several = isinstance(inner, (ast.ListComp, ast.List, ast.Tuple))
                return not several and self.is_prose(inner, held)
            case ast.Compare():
                return self._compares([node.left, *node.comparators], node.ops, held)
            case ast.Subscript(slice=key):
                return not isinstance(key, ast.Tuple) and self.is_prose(key, held)
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                cut = name in CUTS and self.is_prose(inner, held)
                return cut or (name in SEARCHES | {"get"} and any(self.is_prose(one, held) for one in node.args))
            case ast.Call(func=ast.Name(id=name)):
                return name in NUMBERS and any(self.is_prose(one, held) for one in node.args)
        return False

    def _compares(self, sides: list[ast.expr], operators: list[ast.cmpop], held: set[str]) -> bool:
        prose = [self.is_prose(side, held) for side in sides]
        empty = [isinstance(side, ast.Constant) and side.value == "" for side in sides]
        for n, operator in enumerate(operators):
            if isinstance(operator, (ast.In, ast.NotIn)) and any(prose[n : n + 2]):
                return True
            if isinstance(operator, (ast.Eq, ast.NotEq)) and prose[n] != prose[n + 1] and not any(empty[n : n + 2]):
                return True
        return False


def readings(source: str) -> list[int]:
    """Return the lines of a module where the prose of an event is read."""
    return sorted(set(Prose(ast.parse(source)).readings()))
