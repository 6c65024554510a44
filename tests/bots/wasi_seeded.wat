;; A component that imports WASI as Rust's tools make it: streams and the environment, which it never uses, and a random seed, which it
;; asks for once. It rolls three times out of four by xorshift32, and holds at 100.
(component
  (import "wasi:io/error@0.2.6" (instance $error (export "error" (type (sub resource)))))
  (alias export $error "error" (type $e))
  (import "wasi:io/streams@0.2.6" (instance $streams
    (alias outer 1 $e (type $e')) (export "error" (type $error (eq $e')))
    (export "output-stream" (type $out (sub resource)))
    (type $se' (variant (case "last-operation-failed" (own $error)) (case "closed")))
    (export "stream-error" (type $se (eq $se')))
    (export "[method]output-stream.blocking-write-and-flush"
      (func (param "self" (borrow $out)) (param "contents" (list u8)) (result (result (error $se)))))))
  (alias export $streams "output-stream" (type $out))
  (import "wasi:cli/environment@0.2.6" (instance $environment
    (export "get-environment" (func (result (list (tuple string string)))))))
  (import "wasi:cli/stdout@0.2.6" (instance $stdout
    (alias outer 1 $out (type $o')) (export "output-stream" (type $o (eq $o')))
    (export "get-stdout" (func (result (own $o))))))
  (import "wasi:random/insecure-seed@0.2.6" (instance $random
    (export "insecure-seed" (func (result (tuple u64 u64))))))
  (core module $memory (memory (export "memory") 2)
    (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
  (core instance $m (instantiate $memory))
  (core func $write (canon lower (func $streams "[method]output-stream.blocking-write-and-flush")
    (memory (core memory $m "memory"))))
  (core func $stdout (canon lower (func $stdout "get-stdout")))
  (core func $environment (canon lower (func $environment "get-environment")
    (memory (core memory $m "memory")) (realloc (core func $m "cabi_realloc"))))
  (core func $seed (canon lower (func $random "insecure-seed") (memory (core memory $m "memory"))))
  (core module $bot
    (import "wasi" "write" (func (param i32 i32 i32 i32)))
    (import "wasi" "stdout" (func (result i32)))
    (import "wasi" "environment" (func (param i32)))
    (import "wasi" "seed" (func $seed (param i32)))
    (import "wasi" "memory" (memory 2))
    (global $x (mut i32) (i32.const 0))
    (func (export "should-roll") (param $own i32) (param i32 i32) (result i32)
      (if (i32.eqz (global.get $x))
        (then (call $seed (i32.const 0)) (global.set $x (i32.or (i32.load (i32.const 0)) (i32.const 1)))))
      (global.set $x (i32.xor (global.get $x) (i32.shl (global.get $x) (i32.const 13))))
      (global.set $x (i32.xor (global.get $x) (i32.shr_u (global.get $x) (i32.const 17))))
      (global.set $x (i32.xor (global.get $x) (i32.shl (global.get $x) (i32.const 5))))
      (i32.and (i32.lt_u (local.get $own) (i32.const 100)) (i32.ne (i32.const 0) (i32.shr_u (global.get $x) (i32.const 30))))))
  (core instance $b (instantiate $bot (with "wasi" (instance
    (export "write" (func $write)) (export "stdout" (func $stdout)) (export "environment" (func $environment))
    (export "seed" (func $seed)) (export "memory" (memory $m "memory"))))))
  (func $should-roll (param "own-score" u32) (param "other-scores" (list u32)) (result bool)
    (canon lift (core func $b "should-roll") (memory (core memory $m "memory")) (realloc (core func $m "cabi_realloc"))))
  (instance $strategy (export "should-roll" (func $should-roll)))
  (export "pig-pen:player/strategy@0.1.0" (instance $strategy)))
