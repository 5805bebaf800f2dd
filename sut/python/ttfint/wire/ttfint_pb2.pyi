from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OperationKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    METHOD: _ClassVar[OperationKind]
    MAKES: _ClassVar[OperationKind]
    COPIES: _ClassVar[OperationKind]
    SHOWS: _ClassVar[OperationKind]

class PropertyVerdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNTESTED: _ClassVar[PropertyVerdict]
    PROOF: _ClassVar[PropertyVerdict]
    PASS: _ClassVar[PropertyVerdict]
    COUNTEREXAMPLE: _ClassVar[PropertyVerdict]
    UNDECIDED: _ClassVar[PropertyVerdict]

class Role(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLE_UNKNOWN: _ClassVar[Role]
    BEFORE: _ClassVar[Role]
    INPUT: _ClassVar[Role]
    AFTER: _ClassVar[Role]
    OUTPUT: _ClassVar[Role]

class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NONE: _ClassVar[Kind]
    INT: _ClassVar[Kind]
    BIG: _ClassVar[Kind]
    STRING: _ClassVar[Kind]
    ATOM: _ClassVar[Kind]
    SEQ: _ClassVar[Kind]
    SET: _ClassVar[Kind]
    TUPLE: _ClassVar[Kind]
    BINDING: _ClassVar[Kind]
    CTOR: _ClassVar[Kind]
    OBJECT: _ClassVar[Kind]

class Mode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RUN: _ClassVar[Mode]
    TABLE: _ClassVar[Mode]
    ASK: _ClassVar[Mode]

class Status(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STATUS_UNKNOWN: _ClassVar[Status]
    RETURNED: _ClassVar[Status]
    PANICKED: _ClassVar[Status]
    UNMAPPED: _ClassVar[Status]
    BLOCKED: _ClassVar[Status]
    ABORTED: _ClassVar[Status]
    BROKEN: _ClassVar[Status]
    SKIPPED: _ClassVar[Status]

class CallState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPEN: _ClassVar[CallState]
    CLOSED: _ClassVar[CallState]
    UNWOUND: _ClassVar[CallState]

class AnswerKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ANSWER: _ClassVar[AnswerKind]
    REAL: _ClassVar[AnswerKind]
    REFUSE: _ClassVar[AnswerKind]

class EventKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STARTED: _ClassVar[EventKind]
    OPENED: _ClassVar[EventKind]
    CLOSED_CALL: _ClassVar[EventKind]
    ENDED: _ClassVar[EventKind]
    ENTERED: _ClassVar[EventKind]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNKNOWN: _ClassVar[Phase]
    MAKING: _ClassVar[Phase]
    SETTING: _ClassVar[Phase]
    CHECKING: _ClassVar[Phase]
    HOOKING: _ClassVar[Phase]
    OBSERVING: _ClassVar[Phase]
    READING: _ClassVar[Phase]
    CLOSING: _ClassVar[Phase]
METHOD: OperationKind
MAKES: OperationKind
COPIES: OperationKind
SHOWS: OperationKind
UNTESTED: PropertyVerdict
PROOF: PropertyVerdict
PASS: PropertyVerdict
COUNTEREXAMPLE: PropertyVerdict
UNDECIDED: PropertyVerdict
ROLE_UNKNOWN: Role
BEFORE: Role
INPUT: Role
AFTER: Role
OUTPUT: Role
NONE: Kind
INT: Kind
BIG: Kind
STRING: Kind
ATOM: Kind
SEQ: Kind
SET: Kind
TUPLE: Kind
BINDING: Kind
CTOR: Kind
OBJECT: Kind
RUN: Mode
TABLE: Mode
ASK: Mode
STATUS_UNKNOWN: Status
RETURNED: Status
PANICKED: Status
UNMAPPED: Status
BLOCKED: Status
ABORTED: Status
BROKEN: Status
SKIPPED: Status
OPEN: CallState
CLOSED: CallState
UNWOUND: CallState
ANSWER: AnswerKind
REAL: AnswerKind
REFUSE: AnswerKind
STARTED: EventKind
OPENED: EventKind
CLOSED_CALL: EventKind
ENDED: EventKind
ENTERED: EventKind
PHASE_UNKNOWN: Phase
MAKING: Phase
SETTING: Phase
CHECKING: Phase
HOOKING: Phase
OBSERVING: Phase
READING: Phase
CLOSING: Phase

class DescribeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Description(_message.Message):
    __slots__ = ("protocol", "language", "sdk", "units", "edges", "constants", "scripts", "properties", "classes")
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    SDK_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    EDGES_FIELD_NUMBER: _ClassVar[int]
    CONSTANTS_FIELD_NUMBER: _ClassVar[int]
    SCRIPTS_FIELD_NUMBER: _ClassVar[int]
    PROPERTIES_FIELD_NUMBER: _ClassVar[int]
    CLASSES_FIELD_NUMBER: _ClassVar[int]
    protocol: int
    language: str
    sdk: str
    units: _containers.RepeatedCompositeFieldContainer[Unit]
    edges: _containers.RepeatedCompositeFieldContainer[Edge]
    constants: _containers.RepeatedCompositeFieldContainer[Constant]
    scripts: bool
    properties: _containers.RepeatedScalarFieldContainer[str]
    classes: _containers.RepeatedCompositeFieldContainer[Class]
    def __init__(self, protocol: _Optional[int] = ..., language: _Optional[str] = ..., sdk: _Optional[str] = ..., units: _Optional[_Iterable[_Union[Unit, _Mapping]]] = ..., edges: _Optional[_Iterable[_Union[Edge, _Mapping]]] = ..., constants: _Optional[_Iterable[_Union[Constant, _Mapping]]] = ..., scripts: bool = ..., properties: _Optional[_Iterable[str]] = ..., classes: _Optional[_Iterable[_Union[Class, _Mapping]]] = ...) -> None: ...

class Class(_message.Message):
    __slots__ = ("name", "operations")
    NAME_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    operations: _containers.RepeatedCompositeFieldContainer[Operation]
    def __init__(self, name: _Optional[str] = ..., operations: _Optional[_Iterable[_Union[Operation, _Mapping]]] = ...) -> None: ...

class Operation(_message.Message):
    __slots__ = ("name", "kind", "params", "gives", "unfit", "place")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PARAMS_FIELD_NUMBER: _ClassVar[int]
    GIVES_FIELD_NUMBER: _ClassVar[int]
    UNFIT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    name: str
    kind: OperationKind
    params: _containers.RepeatedCompositeFieldContainer[Shape]
    gives: Shape
    unfit: str
    place: str
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[_Union[OperationKind, str]] = ..., params: _Optional[_Iterable[_Union[Shape, _Mapping]]] = ..., gives: _Optional[_Union[Shape, _Mapping]] = ..., unfit: _Optional[str] = ..., place: _Optional[str] = ...) -> None: ...

class Exploration(_message.Message):
    __slots__ = ("property", "seed", "tests", "discards", "announce", "silent")
    PROPERTY_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    TESTS_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    ANNOUNCE_FIELD_NUMBER: _ClassVar[int]
    SILENT_FIELD_NUMBER: _ClassVar[int]
    property: str
    seed: int
    tests: int
    discards: int
    announce: bool
    silent: int
    def __init__(self, property: _Optional[str] = ..., seed: _Optional[int] = ..., tests: _Optional[int] = ..., discards: _Optional[int] = ..., announce: bool = ..., silent: _Optional[int] = ...) -> None: ...

class Progress(_message.Message):
    __slots__ = ("tests", "trying", "explored")
    TESTS_FIELD_NUMBER: _ClassVar[int]
    TRYING_FIELD_NUMBER: _ClassVar[int]
    EXPLORED_FIELD_NUMBER: _ClassVar[int]
    tests: int
    trying: _containers.RepeatedScalarFieldContainer[str]
    explored: Explored
    def __init__(self, tests: _Optional[int] = ..., trying: _Optional[_Iterable[str]] = ..., explored: _Optional[_Union[Explored, _Mapping]] = ...) -> None: ...

class Explored(_message.Message):
    __slots__ = ("verdict", "tests", "discards", "values", "first", "reason", "panic", "stack", "labels")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    TESTS_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PANIC_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    verdict: PropertyVerdict
    tests: int
    discards: int
    values: _containers.RepeatedScalarFieldContainer[str]
    first: _containers.RepeatedScalarFieldContainer[str]
    reason: str
    panic: str
    stack: str
    labels: _containers.RepeatedCompositeFieldContainer[Label]
    def __init__(self, verdict: _Optional[_Union[PropertyVerdict, str]] = ..., tests: _Optional[int] = ..., discards: _Optional[int] = ..., values: _Optional[_Iterable[str]] = ..., first: _Optional[_Iterable[str]] = ..., reason: _Optional[str] = ..., panic: _Optional[str] = ..., stack: _Optional[str] = ..., labels: _Optional[_Iterable[_Union[Label, _Mapping]]] = ...) -> None: ...

class Label(_message.Message):
    __slots__ = ("name", "tests")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TESTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    tests: int
    def __init__(self, name: _Optional[str] = ..., tests: _Optional[int] = ...) -> None: ...

class Constant(_message.Message):
    __slots__ = ("name", "value", "place")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: Value
    place: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[_Union[Value, _Mapping]] = ..., place: _Optional[str] = ...) -> None: ...

class Unit(_message.Message):
    __slots__ = ("name", "given", "got", "served", "place", "function")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    GOT_FIELD_NUMBER: _ClassVar[int]
    SERVED_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_FIELD_NUMBER: _ClassVar[int]
    name: str
    given: _containers.RepeatedCompositeFieldContainer[Variable]
    got: _containers.RepeatedCompositeFieldContainer[Variable]
    served: bool
    place: str
    function: str
    def __init__(self, name: _Optional[str] = ..., given: _Optional[_Iterable[_Union[Variable, _Mapping]]] = ..., got: _Optional[_Iterable[_Union[Variable, _Mapping]]] = ..., served: bool = ..., place: _Optional[str] = ..., function: _Optional[str] = ...) -> None: ...

class Variable(_message.Message):
    __slots__ = ("name", "role", "shape", "fixed", "place", "observed", "parameter", "made")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    FIXED_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    PARAMETER_FIELD_NUMBER: _ClassVar[int]
    MADE_FIELD_NUMBER: _ClassVar[int]
    name: str
    role: Role
    shape: Shape
    fixed: bool
    place: str
    observed: bool
    parameter: bool
    made: bool
    def __init__(self, name: _Optional[str] = ..., role: _Optional[_Union[Role, str]] = ..., shape: _Optional[_Union[Shape, _Mapping]] = ..., fixed: bool = ..., place: _Optional[str] = ..., observed: bool = ..., parameter: bool = ..., made: bool = ...) -> None: ...

class Shape(_message.Message):
    __slots__ = ("kind", "parts", "names", "min", "max", "len", "place")
    KIND_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    LEN_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    kind: Kind
    parts: _containers.RepeatedCompositeFieldContainer[Shape]
    names: _containers.RepeatedScalarFieldContainer[str]
    min: int
    max: int
    len: int
    place: str
    def __init__(self, kind: _Optional[_Union[Kind, str]] = ..., parts: _Optional[_Iterable[_Union[Shape, _Mapping]]] = ..., names: _Optional[_Iterable[str]] = ..., min: _Optional[int] = ..., max: _Optional[int] = ..., len: _Optional[int] = ..., place: _Optional[str] = ...) -> None: ...

class Edge(_message.Message):
    __slots__ = ("caller", "callee")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    CALLEE_FIELD_NUMBER: _ClassVar[int]
    caller: int
    callee: int
    def __init__(self, caller: _Optional[int] = ..., callee: _Optional[int] = ...) -> None: ...

class Value(_message.Message):
    __slots__ = ("kind", "int", "text", "ints", "elems", "names")
    KIND_FIELD_NUMBER: _ClassVar[int]
    INT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    INTS_FIELD_NUMBER: _ClassVar[int]
    ELEMS_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    kind: Kind
    int: int
    text: str
    ints: _containers.RepeatedScalarFieldContainer[int]
    elems: _containers.RepeatedCompositeFieldContainer[Value]
    names: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, kind: _Optional[_Union[Kind, str]] = ..., int: _Optional[int] = ..., text: _Optional[str] = ..., ints: _Optional[_Iterable[int]] = ..., elems: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., names: _Optional[_Iterable[str]] = ...) -> None: ...

class Conversion(_message.Message):
    __slots__ = ("unit", "got", "variable", "values")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    GOT_FIELD_NUMBER: _ClassVar[int]
    VARIABLE_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    unit: int
    got: bool
    variable: int
    values: _containers.RepeatedCompositeFieldContainer[Value]
    def __init__(self, unit: _Optional[int] = ..., got: bool = ..., variable: _Optional[int] = ..., values: _Optional[_Iterable[_Union[Value, _Mapping]]] = ...) -> None: ...

class Converted(_message.Message):
    __slots__ = ("attempts",)
    ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    attempts: _containers.RepeatedCompositeFieldContainer[Attempt]
    def __init__(self, attempts: _Optional[_Iterable[_Union[Attempt, _Mapping]]] = ...) -> None: ...

class Attempt(_message.Message):
    __slots__ = ("value", "refused", "mute", "broken")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    MUTE_FIELD_NUMBER: _ClassVar[int]
    BROKEN_FIELD_NUMBER: _ClassVar[int]
    value: Value
    refused: str
    mute: str
    broken: str
    def __init__(self, value: _Optional[_Union[Value, _Mapping]] = ..., refused: _Optional[str] = ..., mute: _Optional[str] = ..., broken: _Optional[str] = ...) -> None: ...

class HostMessage(_message.Message):
    __slots__ = ("limits", "routes", "acks", "answers", "steps")
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    ROUTES_FIELD_NUMBER: _ClassVar[int]
    ACKS_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    limits: Limits
    routes: _containers.RepeatedCompositeFieldContainer[RouteSet]
    acks: _containers.RepeatedScalarFieldContainer[int]
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    steps: _containers.RepeatedCompositeFieldContainer[Step]
    def __init__(self, limits: _Optional[_Union[Limits, _Mapping]] = ..., routes: _Optional[_Iterable[_Union[RouteSet, _Mapping]]] = ..., acks: _Optional[_Iterable[int]] = ..., answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ..., steps: _Optional[_Iterable[_Union[Step, _Mapping]]] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("output_bytes", "calls", "most_calls")
    OUTPUT_BYTES_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    MOST_CALLS_FIELD_NUMBER: _ClassVar[int]
    output_bytes: int
    calls: int
    most_calls: int
    def __init__(self, output_bytes: _Optional[int] = ..., calls: _Optional[int] = ..., most_calls: _Optional[int] = ...) -> None: ...

class RouteSet(_message.Message):
    __slots__ = ("id", "routes")
    ID_FIELD_NUMBER: _ClassVar[int]
    ROUTES_FIELD_NUMBER: _ClassVar[int]
    id: int
    routes: _containers.RepeatedCompositeFieldContainer[Route]
    def __init__(self, id: _Optional[int] = ..., routes: _Optional[_Iterable[_Union[Route, _Mapping]]] = ...) -> None: ...

class Route(_message.Message):
    __slots__ = ("caller", "callee", "mode", "table", "otherwise")
    CALLER_FIELD_NUMBER: _ClassVar[int]
    CALLEE_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    OTHERWISE_FIELD_NUMBER: _ClassVar[int]
    caller: int
    callee: int
    mode: Mode
    table: _containers.RepeatedCompositeFieldContainer[Row]
    otherwise: Mode
    def __init__(self, caller: _Optional[int] = ..., callee: _Optional[int] = ..., mode: _Optional[_Union[Mode, str]] = ..., table: _Optional[_Iterable[_Union[Row, _Mapping]]] = ..., otherwise: _Optional[_Union[Mode, str]] = ...) -> None: ...

class Row(_message.Message):
    __slots__ = ("given", "got")
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    GOT_FIELD_NUMBER: _ClassVar[int]
    given: _containers.RepeatedCompositeFieldContainer[Value]
    got: _containers.RepeatedCompositeFieldContainer[Value]
    def __init__(self, given: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., got: _Optional[_Iterable[_Union[Value, _Mapping]]] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("id", "unit", "routes", "given", "stream", "more", "object", "keep", "end", "operations", "arguments", "structure")
    ID_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    ROUTES_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    OBJECT_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    CLASS_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    STRUCTURE_FIELD_NUMBER: _ClassVar[int]
    id: int
    unit: int
    routes: int
    given: _containers.RepeatedCompositeFieldContainer[Value]
    stream: bool
    more: bool
    object: int
    keep: int
    end: bool
    operations: _containers.RepeatedScalarFieldContainer[int]
    arguments: Value
    structure: int
    def __init__(self, id: _Optional[int] = ..., unit: _Optional[int] = ..., routes: _Optional[int] = ..., given: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., stream: bool = ..., more: bool = ..., object: _Optional[int] = ..., keep: _Optional[int] = ..., end: bool = ..., operations: _Optional[_Iterable[int]] = ..., arguments: _Optional[_Union[Value, _Mapping]] = ..., structure: _Optional[int] = ..., **kwargs) -> None: ...

class Structures(_message.Message):
    __slots__ = ("fitting", "before", "after")
    FITTING_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    fitting: int
    before: str
    after: str
    def __init__(self, fitting: _Optional[int] = ..., before: _Optional[str] = ..., after: _Optional[str] = ...) -> None: ...

class SutMessage(_message.Message):
    __slots__ = ("events", "asks", "results", "lates", "leaks")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    ASKS_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    LATES_FIELD_NUMBER: _ClassVar[int]
    LEAKS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    asks: _containers.RepeatedCompositeFieldContainer[Ask]
    results: _containers.RepeatedCompositeFieldContainer[Result]
    lates: _containers.RepeatedCompositeFieldContainer[Late]
    leaks: _containers.RepeatedCompositeFieldContainer[Leak]
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., asks: _Optional[_Iterable[_Union[Ask, _Mapping]]] = ..., results: _Optional[_Iterable[_Union[Result, _Mapping]]] = ..., lates: _Optional[_Iterable[_Union[Late, _Mapping]]] = ..., leaks: _Optional[_Iterable[_Union[Leak, _Mapping]]] = ...) -> None: ...

class Result(_message.Message):
    __slots__ = ("id", "status", "message", "got", "calls", "nanoseconds", "stdout", "stderr", "output_truncated", "calls_truncated", "stack", "panicked_in", "given", "unnamed", "failed", "ran", "structures", "showing")
    ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    GOT_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    NANOSECONDS_FIELD_NUMBER: _ClassVar[int]
    STDOUT_FIELD_NUMBER: _ClassVar[int]
    STDERR_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    CALLS_TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    PANICKED_IN_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    UNNAMED_FIELD_NUMBER: _ClassVar[int]
    FAILED_FIELD_NUMBER: _ClassVar[int]
    RAN_FIELD_NUMBER: _ClassVar[int]
    STRUCTURES_FIELD_NUMBER: _ClassVar[int]
    SHOWING_FIELD_NUMBER: _ClassVar[int]
    id: int
    status: Status
    message: str
    got: _containers.RepeatedCompositeFieldContainer[Value]
    calls: _containers.RepeatedCompositeFieldContainer[Call]
    nanoseconds: int
    stdout: bytes
    stderr: bytes
    output_truncated: bool
    calls_truncated: bool
    stack: str
    panicked_in: int
    given: _containers.RepeatedCompositeFieldContainer[Value]
    unnamed: bool
    failed: bool
    ran: int
    structures: Structures
    showing: Showing
    def __init__(self, id: _Optional[int] = ..., status: _Optional[_Union[Status, str]] = ..., message: _Optional[str] = ..., got: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., calls: _Optional[_Iterable[_Union[Call, _Mapping]]] = ..., nanoseconds: _Optional[int] = ..., stdout: _Optional[bytes] = ..., stderr: _Optional[bytes] = ..., output_truncated: bool = ..., calls_truncated: bool = ..., stack: _Optional[str] = ..., panicked_in: _Optional[int] = ..., given: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., unnamed: bool = ..., failed: bool = ..., ran: _Optional[int] = ..., structures: _Optional[_Union[Structures, _Mapping]] = ..., showing: _Optional[_Union[Showing, _Mapping]] = ...) -> None: ...

class Showing(_message.Message):
    __slots__ = ("variable", "units", "functions")
    VARIABLE_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    FUNCTIONS_FIELD_NUMBER: _ClassVar[int]
    variable: str
    units: _containers.RepeatedScalarFieldContainer[int]
    functions: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, variable: _Optional[str] = ..., units: _Optional[_Iterable[int]] = ..., functions: _Optional[_Iterable[str]] = ...) -> None: ...

class Call(_message.Message):
    __slots__ = ("id", "parent", "caller", "callee", "given", "got", "state", "by", "message", "unfit", "unnamed", "until", "aside")
    ID_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    CALLER_FIELD_NUMBER: _ClassVar[int]
    CALLEE_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    GOT_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    UNFIT_FIELD_NUMBER: _ClassVar[int]
    UNNAMED_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
    id: int
    parent: int
    caller: int
    callee: int
    given: _containers.RepeatedCompositeFieldContainer[Value]
    got: _containers.RepeatedCompositeFieldContainer[Value]
    state: CallState
    by: Mode
    message: str
    unfit: str
    unnamed: bool
    until: int
    aside: bool
    def __init__(self, id: _Optional[int] = ..., parent: _Optional[int] = ..., caller: _Optional[int] = ..., callee: _Optional[int] = ..., given: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., got: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., state: _Optional[_Union[CallState, str]] = ..., by: _Optional[_Union[Mode, str]] = ..., message: _Optional[str] = ..., unfit: _Optional[str] = ..., unnamed: bool = ..., until: _Optional[int] = ..., aside: bool = ...) -> None: ...

class Ask(_message.Message):
    __slots__ = ("seq", "step", "call")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    seq: int
    step: int
    call: Call
    def __init__(self, seq: _Optional[int] = ..., step: _Optional[int] = ..., call: _Optional[_Union[Call, _Mapping]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("seq", "kind", "got", "reason")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    GOT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seq: int
    kind: AnswerKind
    got: _containers.RepeatedCompositeFieldContainer[Value]
    reason: str
    def __init__(self, seq: _Optional[int] = ..., kind: _Optional[_Union[AnswerKind, str]] = ..., got: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., reason: _Optional[str] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("seq", "step", "kind", "call", "phase", "at", "others", "foreign", "given", "structures")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    OTHERS_FIELD_NUMBER: _ClassVar[int]
    FOREIGN_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    STRUCTURES_FIELD_NUMBER: _ClassVar[int]
    seq: int
    step: int
    kind: EventKind
    call: Call
    phase: Phase
    at: str
    others: _containers.RepeatedScalarFieldContainer[int]
    foreign: bool
    given: _containers.RepeatedCompositeFieldContainer[Value]
    structures: Structures
    def __init__(self, seq: _Optional[int] = ..., step: _Optional[int] = ..., kind: _Optional[_Union[EventKind, str]] = ..., call: _Optional[_Union[Call, _Mapping]] = ..., phase: _Optional[_Union[Phase, str]] = ..., at: _Optional[str] = ..., others: _Optional[_Iterable[int]] = ..., foreign: bool = ..., given: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., structures: _Optional[_Union[Structures, _Mapping]] = ...) -> None: ...

class Late(_message.Message):
    __slots__ = ("step", "call", "raised", "unit")
    STEP_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    RAISED_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    step: int
    call: Call
    raised: str
    unit: int
    def __init__(self, step: _Optional[int] = ..., call: _Optional[_Union[Call, _Mapping]] = ..., raised: _Optional[str] = ..., unit: _Optional[int] = ...) -> None: ...

class Leak(_message.Message):
    __slots__ = ("unit", "goroutines", "at")
    UNIT_FIELD_NUMBER: _ClassVar[int]
    GOROUTINES_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    unit: int
    goroutines: int
    at: str
    def __init__(self, unit: _Optional[int] = ..., goroutines: _Optional[int] = ..., at: _Optional[str] = ...) -> None: ...
