"""Components that import WASI and call one of its functions again and again."""

from case import FAILS, PLAYS, REFUSED, bot_case
from wat import component, for_ever, times

# ---- the interfaces, as far as they are called ----

ERROR = """(import "wasi:io/error@0.2.0" (instance $error (export "error" (type (sub resource)))))
  (alias export $error "error" (type $error-type))"""

POLL = """(import "wasi:io/poll@0.2.0" (instance $poll
    (export "pollable" (type $p (sub resource)))
    (export "[method]pollable.block" (func (param "self" (borrow $p))))
    (export "poll" (func (param "in" (list (borrow $p))) (result (list u32))))))
  (alias export $poll "pollable" (type $pollable))"""

STREAMS = f"""{ERROR} {POLL}
  (import "wasi:io/streams@0.2.0" (instance $streams
    (export "output-stream" (type $o (sub resource)))
    (export "input-stream" (type $i (sub resource)))
    (alias outer 1 $error-type (type $e))
    (alias outer 1 $pollable (type $p))
    (type $stream-error-type (variant (case "last-operation-failed" (own $e)) (case "closed")))
    (export "stream-error" (type $s (eq $stream-error-type)))
    (export "[method]output-stream.check-write" (func (param "self" (borrow $o)) (result (result u64 (error $s)))))
    (export "[method]output-stream.write"
      (func (param "self" (borrow $o)) (param "contents" (list u8)) (result (result (error $s)))))
    (export "[method]output-stream.blocking-write-and-flush"
      (func (param "self" (borrow $o)) (param "contents" (list u8)) (result (result (error $s)))))
    (export "[method]output-stream.write-zeroes"
      (func (param "self" (borrow $o)) (param "len" u64) (result (result (error $s)))))
    (export "[method]output-stream.subscribe" (func (param "self" (borrow $o)) (result (own $p))))
    (export "[method]input-stream.read"
      (func (param "self" (borrow $i)) (param "len" u64) (result (result (list u8) (error $s)))))))
  (alias export $streams "output-stream" (type $output-stream))
  (alias export $streams "input-stream" (type $input-stream))"""


def standard(name, kind):
    return f"""(import "wasi:cli/{name}@0.2.0" (instance ${name}
    (alias outer 1 ${kind} (type $stream)) (export "get-{name}" (func (result (own $stream))))))"""


CODES = """unknown access-denied not-supported invalid-argument out-of-memory timeout concurrency-conflict not-in-progress would-block
  invalid-state new-socket-limit address-not-bindable address-in-use remote-unreachable connection-refused connection-reset
  connection-aborted datagram-too-large name-unresolvable temporary-resolver-failure permanent-resolver-failure""".split()


def sockets(kind):
    quoted = " ".join(f'"{code}"' for code in CODES)
    return f"""(import "wasi:sockets/network@0.2.0" (instance $network
    (type $codes (enum {quoted})) (export "error-code" (type (eq $codes)))
    (type $families (enum "ipv4" "ipv6")) (export "ip-address-family" (type (eq $families)))))
  (alias export $network "error-code" (type $error-code))
  (alias export $network "ip-address-family" (type $family))
  (import "wasi:sockets/{kind}@0.2.0" (instance $sockets (export "{kind}-socket" (type (sub resource)))))
  (alias export $sockets "{kind}-socket" (type $socket))
  (import "wasi:sockets/{kind}-create-socket@0.2.0" (instance $create
    (alias outer 1 $error-code (type $c)) (alias outer 1 $family (type $f)) (alias outer 1 $socket (type $s))
    (export "create-{kind}-socket" (func (param "address-family" $f) (result (result (own $s) (error $c)))))))"""


ENVIRONMENT = """(import "wasi:cli/environment@0.2.0" (instance $environment
    (export "get-environment" (func (result (list (tuple string string)))))
    (export "get-arguments" (func (result (list string))))
    (export "initial-cwd" (func (result (option string))))))"""

PREOPENS = """(import "wasi:filesystem/types@0.2.0" (instance $files (export "descriptor" (type (sub resource)))))
  (alias export $files "descriptor" (type $descriptor))
  (import "wasi:filesystem/preopens@0.2.0" (instance $preopens
    (alias outer 1 $descriptor (type $d)) (export "get-directories" (func (result (list (tuple (own $d) string)))))))"""

EXIT = '(import "wasi:cli/exit@0.2.0" (instance $exit (export "exit" (func (param "status" (result))))))'

CLOCK = f"""{POLL}
  (import "wasi:clocks/monotonic-clock@0.2.0" (instance $clock
    (alias outer 1 $pollable (type $p)) (export "subscribe-duration" (func (param "when" u64) (result (own $p))))))"""

RANDOM = """(import "wasi:random/random@0.2.0" (instance $random
    (export "get-random-bytes" (func (param "len" u64) (result (list u8))))))"""

# ---- lowered: (instance, function, type of the core function); a list's address comes back at the last address ----

GET_OUT = ("$stdout", "get-stdout", "(result i32)")
GET_ERR = ("$stderr", "get-stderr", "(result i32)")
GET_IN = ("$stdin", "get-stdin", "(result i32)")
SUBSCRIBE = ("$streams", "[method]output-stream.subscribe", "(param i32) (result i32)")
CHECK = ("$streams", "[method]output-stream.check-write", "(param i32 i32)")
WRITE = ("$streams", "[method]output-stream.write", "(param i32 i32 i32 i32)")
FLUSH = ("$streams", "[method]output-stream.blocking-write-and-flush", "(param i32 i32 i32 i32)")
ZEROES = ("$streams", "[method]output-stream.write-zeroes", "(param i32 i64 i32)")
READ = ("$streams", "[method]input-stream.read", "(param i32 i64 i32)")
BLOCK = ("$poll", "[method]pollable.block", "(param i32)")
POLLED = ("$poll", "poll", "(param i32 i32 i32)")

STDOUT = STREAMS + standard("stdout", "output-stream")
STDERR = STREAMS + standard("stderr", "output-stream")
STDIN = STREAMS + standard("stdin", "input-stream")

# Traps unless the list at {where} is empty. Answers are written to address 64.
EMPTY = "(if (i32.load (i32.const {where})) (then (unreachable)))"


def case(name, about, imports, lowered, attack, expected=(FAILS,), **more):
    return bot_case(name, about, component(imports, lowered, attack), expected, **{"games": 4, **more})


def list_of(handle, count):
    """Repeats a handle `count` times, from address 200,000."""
    return f"""(local.set $j (i64.extend_i32_u {handle}))
    {times(count, "(i32.store offset=200000 (i32.shl (local.get $i) (i32.const 2)) (i32.wrap_i64 (local.get $j)))")}"""


FIND = "(i32.wrap_i64 (local.get $j))"


def kept(get):
    """Puts a handle into $j."""
    return f"(local.set $j (i64.extend_i32_u {get}))"


def with_resources(attack):
    """A component that makes and drops its own resources."""
    text = component("""(type $own (resource (rep i32)))
  (core func $new (canon resource.new $own)) (core func $forget (canon resource.drop $own))""", [], attack)
    text = text.replace('(memory 8))', """(memory 8))
  (import "wasi" "new" (func $new (param i32) (result i32))) (import "wasi" "forget" (func $forget (param i32)))""")
    return text.replace('(with "wasi" (instance ))', '(with "wasi" (instance (export "new" (func $new)) (export "forget" (func $forget))))')


CASES = [
    bot_case("own-resources", "makes and drops a resource of its own, without end",
             with_resources(for_ever("(call $forget (call $new (i32.const 1)))" * 50)), (REFUSED,), games=4),
    case("nothing-to-see", "environment, arguments, working directory, open folders: all are empty", ENVIRONMENT + PREOPENS, [
        ("$environment", "get-environment", "(param i32)"), ("$environment", "get-arguments", "(param i32)"),
        ("$environment", "initial-cwd", "(param i32)"), ("$preopens", "get-directories", "(param i32)")],
         f"""(call $get-environment (i32.const 64)) {EMPTY.format(where=68)}
         (call $get-arguments (i32.const 64)) {EMPTY.format(where=68)}
         (call $initial-cwd (i32.const 64)) (if (i32.load8_u (i32.const 64)) (then (unreachable)))
         (call $get-directories (i32.const 64)) {EMPTY.format(where=68)}""", (PLAYS,)),
    case("sockets-tcp", "opens TCP sockets, without end", sockets("tcp"), [("$create", "create-tcp-socket", "(param i32 i32)")],
         for_ever("(call $create-tcp-socket (i32.const 0) (i32.const 64))"), (FAILS, REFUSED), decision="1e8"),
    case("sockets-udp", "opens UDP sockets, without end", sockets("udp"), [("$create", "create-udp-socket", "(param i32 i32)")],
         for_ever("(call $create-udp-socket (i32.const 0) (i32.const 64))"), (FAILS, REFUSED), decision="1e8"),
    case("handles", "takes handles of the standard output and drops none", STDOUT, [GET_OUT],
         for_ever("(drop (call $get-stdout))"), (FAILS, REFUSED)),
    case("pollables", "subscribes and drops nothing", STDOUT, [GET_OUT, SUBSCRIBE],
         kept("(call $get-stdout)") + for_ever(f"(drop (call $subscribe {FIND}))"), (FAILS, REFUSED)),
    case("exits", "ends the program", EXIT, [("$exit", "exit", "(param i32)")], "(call $exit (i32.const 0))", (FAILS, REFUSED)),
    case("waits", "waits for an hour", CLOCK, [("$clock", "subscribe-duration", "(param i64) (result i32)"), BLOCK],
         "(call $block (call $subscribe-duration (i64.const 3600000000000)))", (FAILS, REFUSED)),
    case("blocks", "waits for the standard output, without end", STDOUT, [GET_OUT, SUBSCRIBE, BLOCK],
         kept("(call $subscribe (call $get-stdout))") + for_ever(f"(call $block {FIND})"),
         (FAILS, REFUSED), decision="1e8"),
    case("reads-2-to-63", "reads 2^63 bytes, without end", STDIN, [GET_IN, READ],
         kept("(call $get-stdin)") + for_ever(f"(call $read {FIND} (i64.const 0x7fffffffffffffff) (i32.const 64))"),
         (FAILS, REFUSED), decision="1e8"),
    case("writes-zeroes", "writes 8,000,000,000 zeroes, without end", STDOUT, [GET_OUT, ZEROES],
         kept("(call $get-stdout)") + for_ever(f"(call $write-zeroes {FIND} (i64.const 8000000000) (i32.const 64))"),
         (FAILS, REFUSED), decision="2e7"),
    case("polls-8000", "polls a list of 8,000 handles, without end", STDOUT, [GET_OUT, SUBSCRIBE, POLLED],
         list_of("(call $subscribe (call $get-stdout))", 8000)
         + for_ever("(call $poll (i32.const 200004) (i32.const 8000) (i32.const 64))"), (FAILS, REFUSED), decision="2e7"),
    case("writes-stderr", "writes 4,096 bytes to the standard error, without end", STDERR, [GET_ERR, FLUSH],
         kept("(call $get-stderr)") + for_ever(
             f"(call $blocking-write-and-flush {FIND} (i32.const 0) (i32.const 4096) (i32.const 64))"),
         (FAILS, REFUSED), decision="2e7"),
    case("checks-stdout", "asks how much may be written, without end", STDOUT, [GET_OUT, CHECK],
         kept("(call $get-stdout)") + for_ever(f"(call $check-write {FIND} (i32.const 64))"),
         (FAILS, REFUSED), decision="2e7"),
    case("writes-stdout", "asks and writes, without end", STDOUT, [GET_OUT, CHECK, WRITE],
         kept("(call $get-stdout)") + for_ever(f"""(call $check-write {FIND} (i32.const 64))
           (call $write {FIND} (i32.const 0) (i32.const 4096) (i32.const 64))"""),
         (FAILS, REFUSED), decision="2e7"),
    case("polls-nothing", "polls an empty list, which traps", POLL, [POLLED],
         "(call $poll (i32.const 0) (i32.const 0) (i32.const 64))", (FAILS, REFUSED)),
    case("random-2-to-63", "asks for 2^63 random bytes", RANDOM, [("$random", "get-random-bytes", "(param i64 i32)")],
         "(call $get-random-bytes (i64.const -1) (i32.const 64))"),
    case("random-for-ever", "asks for random bytes, without end", RANDOM, [("$random", "get-random-bytes", "(param i64 i32)")],
         for_ever("(call $get-random-bytes (i64.const 65536) (i32.const 64))"), decision="2e7"),
]

