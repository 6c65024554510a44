#ifndef FUZZ_SUPPORT_WASI_TEXT_H
#define FUZZ_SUPPORT_WASI_TEXT_H
/* WASI 0.2 as a component imports it, in the text format, and the functions that the fuzzer calls. */
static const char wasi_imports[] =
    "(import \"wasi:io/error@0.2.0\" (instance $error (export \"error\" (type (sub resource)))))\n"
    "(alias export $error \"error\" (type $error-type))\n"
    "(import \"wasi:io/poll@0.2.0\" (instance $poll (export \"pollable\" (type $p (sub resource)))\n"
    "  (export \"[method]pollable.ready\" (func (param \"self\" (borrow $p)) (result bool)))\n"
    "  (export \"[method]pollable.block\" (func (param \"self\" (borrow $p))))\n"
    "  (export \"poll\" (func (param \"in\" (list (borrow $p))) (result (list u32))))))\n"
    "(alias export $poll \"pollable\" (type $pollable))\n"
    "(import \"wasi:io/streams@0.2.0\" (instance $streams\n"
    "  (export \"output-stream\" (type $o (sub resource))) (export \"input-stream\" (type $i (sub "
    "resource)))\n"
    "  (alias outer 1 $error-type (type $e)) (alias outer 1 $pollable (type $p))\n"
    "  (type $failure (variant (case \"last-operation-failed\" (own $e)) (case \"closed\")))\n"
    "  (export \"stream-error\" (type $s (eq $failure)))\n"
    "  (export \"[method]output-stream.check-write\" (func (param \"self\" (borrow $o)) (result (result u64 "
    "(error $s)))))\n"
    "  (export \"[method]output-stream.write\"\n"
    "    (func (param \"self\" (borrow $o)) (param \"contents\" (list u8)) (result (result (error $s)))))\n"
    "  (export \"[method]output-stream.blocking-write-and-flush\"\n"
    "    (func (param \"self\" (borrow $o)) (param \"contents\" (list u8)) (result (result (error $s)))))\n"
    "  (export \"[method]output-stream.write-zeroes\"\n"
    "    (func (param \"self\" (borrow $o)) (param \"len\" u64) (result (result (error $s)))))\n"
    "  (export \"[method]output-stream.subscribe\" (func (param \"self\" (borrow $o)) (result (own $p))))\n"
    "  (export \"[method]input-stream.read\"\n"
    "    (func (param \"self\" (borrow $i)) (param \"len\" u64) (result (result (list u8) (error $s)))))\n"
    "  (export \"[method]input-stream.subscribe\" (func (param \"self\" (borrow $i)) (result (own $p))))))\n"
    "(alias export $streams \"output-stream\" (type $output-stream))\n"
    "(alias export $streams \"input-stream\" (type $input-stream))\n"
    "(import \"wasi:cli/stdout@0.2.0\" (instance $stdout (alias outer 1 $output-stream (type $o))\n"
    "  (export \"get-stdout\" (func (result (own $o))))))\n"
    "(import \"wasi:cli/stderr@0.2.0\" (instance $stderr (alias outer 1 $output-stream (type $o))\n"
    "  (export \"get-stderr\" (func (result (own $o))))))\n"
    "(import \"wasi:cli/stdin@0.2.0\" (instance $stdin (alias outer 1 $input-stream (type $i))\n"
    "  (export \"get-stdin\" (func (result (own $i))))))\n"
    "(import \"wasi:cli/environment@0.2.0\" (instance $environment\n"
    "  (export \"get-environment\" (func (result (list (tuple string string)))))\n"
    "  (export \"get-arguments\" (func (result (list string)))) (export \"initial-cwd\" (func (result "
    "(option string))))))\n"
    "(import \"wasi:cli/exit@0.2.0\" (instance $exit (export \"exit\" (func (param \"status\" (result))))))\n"
    "(import \"wasi:random/random@0.2.0\" (instance $random\n"
    "  (export \"get-random-bytes\" (func (param \"len\" u64) (result (list u8)))) (export "
    "\"get-random-u64\" (func (result u64)))))\n"
    "(import \"wasi:random/insecure-seed@0.2.0\" (instance $seed (export \"insecure-seed\" (func (result "
    "(tuple u64 u64))))))\n"
    "(import \"wasi:clocks/monotonic-clock@0.2.0\" (instance $clock (alias outer 1 $pollable (type $p))\n"
    "  (export \"now\" (func (result u64))) (export \"subscribe-duration\" (func (param \"when\" u64) "
    "(result (own $p))))))\n";

/* Parameters of the core function: o, i, p a handle of an output stream, an input stream or a pollable; n a number, l one of 64 bits;
   L the address of a list, N its length; a an address for the result. */
typedef struct wasi_function {
    const char *name, *instance, *function, *parameters;
    char returns; /* o, i, p; b for another number; 0 for none */
} wasi_function;

static const wasi_function wasi_functions[] = {
    {"get-stdout", "stdout", "get-stdout", "", 'o'},
    {"get-stderr", "stderr", "get-stderr", "", 'o'},
    {"get-stdin", "stdin", "get-stdin", "", 'i'},
    {"check-write", "streams", "[method]output-stream.check-write", "oa", 0},
    {"write", "streams", "[method]output-stream.write", "oLNa", 0},
    {"write-and-flush", "streams", "[method]output-stream.blocking-write-and-flush", "oLNa", 0},
    {"write-zeroes", "streams", "[method]output-stream.write-zeroes", "ola", 0},
    {"output-subscribe", "streams", "[method]output-stream.subscribe", "o", 'p'},
    {"read", "streams", "[method]input-stream.read", "ila", 0},
    {"input-subscribe", "streams", "[method]input-stream.subscribe", "i", 'p'},
    {"ready", "poll", "[method]pollable.ready", "p", 'b'},
    {"block", "poll", "[method]pollable.block", "p", 0},
    {"poll", "poll", "poll", "LNa", 0},
    {"get-environment", "environment", "get-environment", "a", 0},
    {"get-arguments", "environment", "get-arguments", "a", 0},
    {"initial-cwd", "environment", "initial-cwd", "a", 0},
    {"exit", "exit", "exit", "n", 0},
    {"get-random-bytes", "random", "get-random-bytes", "la", 0},
    {"insecure-seed", "seed", "insecure-seed", "a", 0},
    {"subscribe-duration", "clock", "subscribe-duration", "l", 'p'},
};
enum { WASI_FUNCTIONS = sizeof wasi_functions / sizeof *wasi_functions };
#endif
