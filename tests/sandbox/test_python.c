/* Python strategies: their answers, and that nothing they do affects anything beyond their own table. */
#include "base/text.h"
#include "lab.h"
#include "sandbox/engines.h"
#include "sandbox/python.h"

#include <alea/contest.h>
#include <string.h>

static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    sandbox = open_python_sandbox();
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    return 0;
}

/* ---- asking ---- */

static alea__tabulated ask_bytes(const void *source, size_t size, uint32_t order, uint64_t seed)
{
    alea__python_job job = {.source = source,
                            .size = size,
                            .side = 100,
                            .most = 10,
                            .order = order,
                            .seed = seed,
                            .fuel = UINT64_C(2000000000)};
    alea__tabulated out;
    OK(alea__python_tabulate(sandbox, &job, &out, &test_error));
    return out;
}

static alea__tabulated ask(const char *source)
{
    return ask_bytes(source, strlen(source), 0, 1);
}

static void works(const char *source, unsigned expected)
{
    alea__tabulated out = ask(source);
    if (!out.moves) fail_msg("%s: %s\n%s", out.failure_kind, out.text, source);
    assert_int_equal(out.moves[3 * 100 + 44], expected);
    alea__tabulated_clear(&out);
}

/* `word` stands in the text of the fault. */
static void fails(const char *source, const char *what, const char *word)
{
    alea__tabulated out = ask(source);
    assert_null(out.moves);
    if (strcmp(out.failure_kind, what) != 0 || !strstr(out.text, word))
        fail_msg("%s expected with \"%s\", but got %s: %s\n%s", what, word, out.failure_kind, out.text,
                 source);
    alea__tabulated_clear(&out);
}

#define NAMED "PLAYER_NAME = 'A'\n"
#define PLAYS "def final_strategy(score, opponent_score):\n    "
#define FOUR  PLAYS "return 4\n"

/* ---- good ones ---- */

static void a_strategy_gives_its_name_and_a_table(void **state)
{
    (void)state;
    alea__tabulated out =
        ask("PLAYER_NAME = 'Ada \xc3\xa9'\n" PLAYS "return (score + 2 * opponent_score) % 11\n");
    assert_non_null(out.moves);
    assert_string_equal(out.name, "Ada \xc3\xa9");
    for (unsigned own = 0; own < 100; own++)
        for (unsigned other = 0; other < 100; other++)
            assert_int_equal(out.moves[own * 100 + other], (own + 2 * other) % 11);
    alea__tabulated_clear(&out);
}

static void the_order_of_asking_and_the_seed_do_not_change_a_pure_one(void **state)
{
    (void)state;
    static const char source[] = NAMED PLAYS "return (score * opponent_score) % 7\n";
    alea__tabulated first = ask(source);
    for (uint32_t order = 1; order < 3; order++) {
        alea__tabulated again = ask_bytes(source, sizeof source - 1, order, 100 + order);
        assert_memory_equal(first.moves, again.moves, 10000);
        alea__tabulated_clear(&again);
    }
    alea__tabulated_clear(&first);
}

static void the_same_question_takes_the_same_fuel(void **state)
{
    (void)state;
    alea__tabulated a = ask(NAMED FOUR), b = ask(NAMED FOUR);
    assert_int_equal(a.fuel, b.fuel);
    alea__tabulated_clear(&a);
    alea__tabulated_clear(&b);
}

static void usual_modules_are_there(void **state)
{
    (void)state;
    works("import math, random, itertools, functools, collections, fractions, decimal, bisect, heapq, "
          "operator\n"
          "import statistics, json, re, string, copy, typing, dataclasses, enum\n"
          "import calendar, base64, csv, secrets, hmac, uuid, graphlib, html, colorsys, logging, pathlib\n"
          "import zoneinfo, zlib, pickle, difflib, unicodedata, urllib.parse, argparse, ast\n" NAMED FOUR,
          4);
}

/* The version in contest reports equals that of strategy.py; the build refuses another one. */
static void the_version_of_python_is_the_one_that_is_said(void **state)
{
    (void)state;
    works("import sys\n" NAMED "assert sys.version.startswith('" ALEA_CONTEST_PYTHON ".')\n" FOUR, 4);
}

static void what_files_of_the_course_expect_is_there(void **state)
{
    (void)state;
    works("TEAM_NAME = 'A'\n" FOUR, 4);
    works("from dice import *\nfrom ucb import main, trace, interact\n" NAMED
          "D = make_test_dice(2, 5)\nassert [D(), D(), D()] == [2, 5, 2]\n"
          "assert 1 <= six_sided() <= 6 and 1 <= four_sided() <= 4\n@trace\n" FOUR
          "@main\ndef run(): 1 / 0\n",
          4);
    works("import os\n" NAMED "assert os.path.abspath(__file__) == '/hog_contest.py'\n" FOUR, 4);
    works("from enum import IntEnum\n" NAMED "class N(IntEnum):\n    FOUR = 4\n" PLAYS "return N.FOUR\n", 4);
    fails(NAMED "class N(int):\n    pass\n" PLAYS "return N(4)\n", "answer", "returned 4, a N");
}

static void everything_that_is_wrong_is_said_at_once(void **state)
{
    (void)state;
    fails("x = 4\n", "name", "there is no PLAYER_NAME. There is no function final_strategy");
    fails("PLAYER_NAME = 7\n" PLAYS "return 4.0 if opponent_score else None\n", "name",
          "PLAYER_NAME is 7; it must be a string. final_strategy(0, 0) returned None, a NoneType; "
          "final_strategy(0, 1) returned 4.0, a float; it must return a whole number from 0 to 10");
    fails(
        "import numpy\nimport socket, pandas\n" FOUR, "error",
        "there are no modules numpy and pandas here: a strategy may import Python's standard library and the "
        "helpers in hog. Compute what you need beforehand, and put the numbers into this file (lines 1 and "
        "2). "
        "The module socket is not here: a strategy has no files, network, windows, threads or other programs "
        "(line 2). There is no PLAYER_NAME");
    fails("x = = 4\n" FOUR, "syntax", "There is no PLAYER_NAME");
    alea__tabulated out = ask_bytes("\xff\xfex\0 \0=\0", 8, 0, 1);
    assert_string_equal(out.failure_kind, "syntax");
    assert_non_null(strstr(out.text, "UTF-16"));
    alea__tabulated_clear(&out);
}

/* A loop that ends by other means, or read the clock earlier, is not reported as waiting for it. */
static void a_loop_that_waits_for_the_clock_is_named(void **state)
{
    (void)state;
    static const char waits[] = "looks at the clock again and again, but the clock stands still";
    fails("import time\n" NAMED "t = time.time()\nwhile time.time() < t + 1: pass\n" FOUR, "fuel", waits);
    fails("import time\n" NAMED PLAYS "\n    while time.monotonic() < 9e9: sum(range(999))\n", "fuel", waits);
    fails("from datetime import datetime\n" NAMED "while datetime.now().year < 2000: pass\n" FOUR, "fuel",
          waits);
    fails("import time\n" NAMED "for _ in range(999): time.time()\nwhile True: pass\n" FOUR, "fuel",
          "had still not finished");
    works("import time\n" NAMED "for _ in range(999): time.time()\n" FOUR, 4);
}

static void marks_and_line_ends_do_not_matter(void **state)
{
    (void)state;
    works("\xef\xbb\xbf" NAMED FOUR, 4);
    works("PLAYER_NAME = 'A'\r\ndef final_strategy(score, opponent_score):\r\n    return 4\r\n", 4);
    works("# -*- coding: latin-1 -*-\nPLAYER_NAME = 'Ren\xe9'\n" FOUR, 4);
}

static void what_it_prints_is_kept_for_its_author(void **state)
{
    (void)state;
    alea__tabulated out = ask(NAMED "print('hello', 1)\n" PLAYS "print(score)\n    return 4\n");
    assert_non_null(out.moves);
    assert_int_equal(strncmp(out.printed, "hello 1\n0\n", 10), 0);
    assert_in_range(strlen(out.printed), 3000, 4000);
    alea__tabulated_clear(&out);
}

static void all_lines_that_it_printed_are_counted(void **state)
{
    (void)state;
    alea__tabulated out =
        ask(NAMED "print('a\\nb')\n" PLAYS "print(score, end='.' if score == 99 else '\\n')\n    return 4\n");
    assert_int_equal(out.lines, 2 + 9900 + 1);
    alea__tabulated_clear(&out);
    out = ask(NAMED FOUR);
    assert_int_equal(out.lines, 0);
    alea__tabulated_clear(&out);
}

static void a_failed_one_keeps_a_name_that_it_computed(void **state)
{
    (void)state;
    alea__tabulated out = ask("PLAYER_NAME = 'A' + 'da'\n" PLAYS "return 11\n");
    assert_null(out.moves);
    assert_string_equal(out.name, "Ada");
    alea__tabulated_clear(&out);
}

static void helpers_are_there_where_the_game_has_them(void **state)
{
    (void)state;
    static const char source[] = "from hog import *\n" NAMED PLAYS "return free_bacon(opponent_score)\n";
    alea__python_job job = {
        .source = source, .size = sizeof source - 1, .side = 100, .most = 10, .helpers = true};
    alea__tabulated out;
    OK(alea__python_tabulate(sandbox, &job, &out, &test_error));
    assert_non_null(out.moves);
    assert_int_equal(out.moves[46], 5); /* 4 * 6 = 24: the examples of the Hog contest */
    assert_int_equal(out.moves[28], 7);
    assert_int_equal(out.moves[5], 1);
    alea__tabulated_clear(&out);
    fails(source, "error", "the module hog is not here");
}

static void names_may_be_empty_and_are_cut_when_long(void **state)
{
    (void)state;
    alea__tabulated out = ask("PLAYER_NAME = ''\n" FOUR);
    assert_string_equal(out.name, "");
    alea__tabulated_clear(&out);
    out = ask("PLAYER_NAME = 'x' * 10**6\n" FOUR);
    assert_int_equal(strlen(out.name), 200);
    alea__tabulated_clear(&out);
}

/* ---- impure ones ---- */

static void differs(const char *source, uint32_t order, uint64_t seed)
{
    alea__tabulated first = ask(source), second = ask_bytes(source, strlen(source), order, seed);
    assert_non_null(first.moves);
    assert_non_null(second.moves);
    assert_memory_not_equal(first.moves, second.moves, 10000);
    alea__tabulated_clear(&first);
    alea__tabulated_clear(&second);
}

static void chance_the_clock_and_the_past_show(void **state)
{
    (void)state;
    differs("import random\n" NAMED PLAYS "return random.randrange(11)\n", 0, 2);
    differs("import time\n" NAMED PLAYS "return int(time.time_ns()) % 11\n", 0, 5);
    differs(NAMED "calls = 0\n" PLAYS "global calls\n    calls += 1\n    return calls % 11\n", 1, 1);
}

/* ---- bad ones ---- */

/* A strategy that shows the clock, chance and its own past. */
static const char revealing[] = "import random, time\n" NAMED "calls = []\n" PLAYS "calls.append(1)\n"
                                "    return (time.time_ns() + random.randrange(11) + len(calls)) % 11\n";

static void same_as_before(const alea__tabulated *before, uint64_t seed)
{
    alea__tabulated again = ask_bytes(revealing, sizeof revealing - 1, 0, seed);
    assert_non_null(again.moves);
    assert_memory_equal(again.moves, before->moves, 10000);
    assert_int_equal(again.fuel, before->fuel);
    alea__tabulated_clear(&again);
}

/* An instance made ahead is given the seed of the strategy that it gets, and is never given to a second one. */
static void an_instance_made_ahead_is_like_a_new_one(void **state)
{
    (void)state;
    const alea__python_ready *ready = &((alea__wasm_sandbox *)sandbox)->ready;
    alea__tabulated new[2];
    for (int seed = 0; seed < 2; seed++)
        new[seed] = ask_bytes(revealing, sizeof revealing - 1, 0, 7 + (uint64_t)seed);
    assert_memory_not_equal(new[0].moves, new[1].moves, 10000);
    assert_int_equal(ready->count, 0);
    alea__python_prepare(sandbox);
    assert_int_equal(ready->count, ALEA__PYTHON_TIMES);
    for (unsigned ask = 0; ask <= ALEA__PYTHON_TIMES; ask++) same_as_before(&new[ask % 2], 7 + ask % 2);
    assert_int_equal(ready->count, 0);
    alea__python_prepare(sandbox);
    same_as_before(&new[1], 8);
    assert_int_equal(ready->count, ALEA__PYTHON_TIMES - 1); /* the sandbox frees the rest */
    for (int seed = 0; seed < 2; seed++) alea__tabulated_clear(&new[seed]);
}

static void answers_that_are_not_a_number_of_dice_are_reported(void **state)
{
    (void)state;
    fails(NAMED PLAYS "return True\n", "answer", "final_strategy(0, 0) returned True, a bool");
    fails(NAMED PLAYS "return 4.0\n", "answer", "returned 4.0, a float");
    fails(NAMED PLAYS "return None\n", "answer", "returned None");
    fails(NAMED PLAYS "return -1\n", "answer", "returned -1");
    fails(NAMED PLAYS "return 11 if (score, opponent_score) == (17, 23) else 4\n", "answer",
          "final_strategy(17, 23) returned 11, an int; it must return a whole number from 0 to 10");
    fails(NAMED PLAYS "return '4'\n", "answer", "returned '4', a str");
    fails(NAMED "class X:\n    def __repr__(self): raise ValueError\n" PLAYS "return X()\n", "answer",
          "something that cannot be shown");
}

static void incomplete_files_are_reported(void **state)
{
    (void)state;
    fails(FOUR, "name", "PLAYER_NAME");
    fails("PLAYER_NAME = 7\n" FOUR, "name", "PLAYER_NAME is 7");
    fails(NAMED, "function", "final_strategy");
    fails(NAMED "final_strategy = 4\n", "function", "final_strategy is 4");
    fails(NAMED "def final_strategy(score):\n    return 4\n", "error", "positional argument");
    fails("", "name", "PLAYER_NAME");
}

static void errors_show_their_line(void **state)
{
    (void)state;
    fails(NAMED "def final_strategy(score, opponent_score)\n    return 4\n", "syntax", "line 2");
    fails(NAMED "\n1 / 0\n" FOUR, "error", "ZeroDivisionError: division by zero (line 3)");
    fails(NAMED PLAYS "return 8 // (score - 3) ** 2\n", "error",
          "final_strategy(3, 0) failed: ZeroDivisionError");
    fails("PLAYER_NAME = 'Ren\xe9'\n" FOUR, "syntax", "utf-8");
    fails(NAMED "import numpy\n" FOUR, "error", "there is no module numpy here");
}

static void endless_and_greedy_ones_are_stopped(void **state)
{
    (void)state;
    fails(NAMED PLAYS "while True: pass\n", "fuel", "takes too long");
    fails(NAMED "while True: pass\n" FOUR, "fuel", "takes too long");
    fails(
        NAMED PLAYS
        "\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n",
        "fuel", "takes too long");
    fails(NAMED PLAYS "return final_strategy(score, opponent_score)\n", "error", "RecursionError");
    fails(NAMED PLAYS "return len([0] * 10**9)\n", "error", "memory");
    fails(NAMED PLAYS "return len(bytearray(2 * 10**9))\n", "error", "memory");
}

static void the_world_is_out_of_reach(void **state)
{
    (void)state;
    fails("import os\n" NAMED "os.system('true')\n" FOUR, "error", "os");
    fails(NAMED "open('/etc/passwd')\n" FOUR, "error", "Error");
    fails(NAMED "open('x', 'w')\n" FOUR, "error", "Error");
    fails("import socket\n" NAMED FOUR, "error",
          "the module socket is not here: a strategy has no files, network");
    fails("import subprocess\n" NAMED FOUR, "error", "the module subprocess is not here");
    fails("import _socket\n" NAMED FOUR, "error", "the module _socket is not here");
    fails("import threading\n" NAMED "threading.Thread(target=print).start()\n" FOUR, "error", "thread");
    fails("import sys\n" NAMED "sys.exit(0)\n" FOUR, "error", "sys.exit");
    fails(NAMED PLAYS "raise SystemExit\n", "error", "sys.exit");
    fails(NAMED "exec(open(__file__).read())\n" FOUR, "error", "Error");
    works("import os\n" NAMED PLAYS "return 4 + len(os.environ)\n", 4);
}

static void crashing_python_itself_harms_nobody(void **state)
{
    (void)state;
    alea__tabulated out =
        ask("import sys\nsys.setrecursionlimit(10**9)\n" NAMED
            "def deep(n):\n    return deep(n + 1) + len(repr([n]))\n" PLAYS "return deep(0)\n");
    assert_null(out.moves);
    alea__tabulated_clear(&out);
    out = ask("import os\n" NAMED "os.abort()\n" FOUR);
    assert_null(out.moves);
    alea__tabulated_clear(&out);
    works(NAMED FOUR, 4);
}

/* ---- recursion: `g(n)` has n levels ---- */

static const struct {
    const char *name, *source;
    unsigned calls; /* a level */
} kinds_of_recursion[] = {
    {"a plain function", "def g(n): return n and g(n - 1)\n", 1},
    {"lru_cache", "from functools import lru_cache\n@lru_cache(None)\ndef g(n): return n and g(n - 1)\n", 1},
    {"sum of a generator", "def g(n): return n and sum(g(n - 1) for _ in '1')\n", 2},
    {"max with a key", "def g(n): return n and max([n - 1], key=lambda k: g(k))\n", 2},
    {"sorted with a key", "def g(n): return n and sorted([n - 1], key=lambda k: g(k))\n", 2},
    {"lru_cache and sum",
     "from functools import lru_cache\n@lru_cache(None)\ndef g(n): return n and sum(g(n - 1) for _ in '1')\n",
     2},
    {"__eq__",
     "class A:\n    def __init__(self, n): self.n = n\n    def __eq__(self, o): return not self.n or "
     "[A(self.n - 1)] == [0]\n"
     "def g(n): return A(n).__eq__(0)\n",
     1},
    {"__missing__",
     "class M(dict):\n    def __missing__(self, n): return n and self[n - 1]\nm = M()\ndef g(n): return "
     "m[n]\n",
     1},
};

enum { KINDS_OF_RECURSION = sizeof kinds_of_recursion / sizeof *kinds_of_recursion };

static const char *nested(unsigned kind, unsigned levels, unsigned limit)
{
    static char source[1000];
    char set[100] = "";
    if (limit) snprintf(set, sizeof set, "import sys\nsys.setrecursionlimit(%u)\n", limit);
    snprintf(source, sizeof source, "%s" NAMED "%sg(%u)\n" FOUR, set, kinds_of_recursion[kind].source,
             levels);
    return source;
}

static void every_kind_of_recursion_may_have_1400_levels(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < KINDS_OF_RECURSION; kind++) works(nested(kind, 1400, 10000), 4);
}

/* Calls of the file itself, its helpers and the innermost one count, too. */
static void calls_count_alike_for_every_kind_of_recursion(void **state)
{
    (void)state;
    enum { OTHERS = 5 };
    for (unsigned kind = 0; kind < KINDS_OF_RECURSION; kind++) {
        const unsigned calls = kinds_of_recursion[kind].calls;
        works(nested(kind, (1000 - OTHERS) / calls, 0), 4);
        fails(nested(kind, 1000 / calls, 0), "error",
              "1,000 calls within each other, and up to 10,000 after");
        works(nested(kind, (10000 - OTHERS) / calls, 1000000), 4);
        fails(nested(kind, 10000 / calls, 1000000), "error", "10,000 calls within each other (");
    }
}

static void the_limit_of_recursion_is_the_one_that_was_set(void **state)
{
    (void)state;
    works(nested(0, 1998, 2000), 4);
    fails(nested(0, 1999, 2000), "error", "2,000 calls within each other, and up to 10,000 after");
    fails(nested(0, 49, 50), "error", "there may be 50 calls");
    works("import sys\n" NAMED "assert sys.getrecursionlimit() == 1000\nsys.setrecursionlimit(10**6)\n"
          "assert sys.getrecursionlimit() == 10**6\n" FOUR,
          4);
    fails("import sys\n" NAMED "sys.setrecursionlimit(0)\n" FOUR, "error", "ValueError: recursion limit");
    fails("import sys\n" NAMED "sys.setrecursionlimit('9')\n" FOUR, "error", "TypeError: 'str'");
}

static void recursion_that_is_caught_does_no_harm(void **state)
{
    (void)state;
    works(NAMED "def g(n): return g(n + 1)\nfor _ in '123':\n    try: X = g(0)\n    except RecursionError: X "
                "= 4\n" PLAYS "return X\n",
          4);
    fails(NAMED "def f(n): raise RecursionError('mine')\nf(0)\n" FOUR, "error", "RecursionError: mine");
}

/* The source is read in C, whose calls are not counted. */
static void deep_nesting_of_a_source_is_said_to_be_that(void **state)
{
    (void)state;
    enum { DEPTH = 300000 };
    static char source[DEPTH + 100];
    memset(source, '-', DEPTH);
    strcpy(source + DEPTH, "1\ndef final_strategy(score, opponent_score):\n    return 4\n");
    fails(source, "syntax", "nesting is too deep: brackets");
    memset(source, '(', DEPTH);
    fails(source, "syntax", "nesting is too deep: brackets");
}

static void a_strategy_that_changes_the_program_changes_only_its_own_answers(void **state)
{
    (void)state;
    alea__tabulated out = ask("import sys\n" NAMED "for m in list(sys.modules.values()):\n"
                              "    if hasattr(m, 'is_move'): m.is_move = lambda answer, most: True\n"
                              "    if hasattr(m, 'ask'): m.ask = lambda *a: b'x' * 10000\n" FOUR);
    assert_null(out.moves);
    assert_string_equal(out.failure_kind, "error");
    alea__tabulated_clear(&out);
    works(NAMED FOUR, 4);
}

/* Searches for the program that asks; then `T` has its names. */
#define FINDS_IT                                         \
    "import sys\nf = sys._getframe()\nwhile f:\n"        \
    "    if 'is_move' in f.f_globals: T = f.f_globals\n" \
    "    f = f.f_back\n"

/* The limits that the program inside keeps are kept outside too. */
static void nothing_long_comes_out(void **state)
{
    (void)state;
    alea__tabulated out = ask(FINDS_IT NAMED "T['name_of'] = lambda m: '\u00e9' * (5 << 20)\n" FOUR);
    assert_non_null(out.moves);
    assert_in_range(strlen(out.name), 1, 800);
    assert_int_equal(strlen(out.name) % 2, 0); /* whole characters */
    alea__tabulated_clear(&out);
    out = ask(FINDS_IT NAMED
              "T['Printed'].text = property(lambda s: 'P' * (5 << 20), lambda s, v: None)\n" FOUR);
    assert_non_null(out.printed);
    assert_in_range(strlen(out.printed), 0, 16000);
    alea__tabulated_clear(&out);
    fails(FINDS_IT NAMED "T['ask'] = lambda *a: bytes(5 << 20)\n" FOUR, "error", "tampered");
}

static void what_a_strategy_says_of_itself_is_not_believed(void **state)
{
    (void)state;
    fails(FINDS_IT NAMED "def ask(*a): raise T['Fault']('fuel', 'x')\nT['ask'] = ask\n" FOUR, "error",
          "it tampered with the program that asks it");
    fails(FINDS_IT NAMED "def ask(*a): raise T['Fault']('', '')\nT['ask'] = ask\n" FOUR, "error", "tampered");
    fails(FINDS_IT NAMED "def ask(*a): raise T['Fault'](7, None)\nT['ask'] = ask\n" FOUR, "error",
          "tampered");
    fails(FINDS_IT NAMED "T['ask'] = lambda *a: [4] * 10000\n" FOUR, "error", "tampered");
    fails(FINDS_IT NAMED "T['ask'] = lambda *a: b'\\xff' * 10000\n" FOUR, "error", "tampered");
}

static void zero_bytes_in_a_name_are_shown(void **state)
{
    (void)state;
    alea__tabulated out = ask("PLAYER_NAME = 'a\\0b\\ud800'\nprint('\\0\\ud800')\n" FOUR);
    assert_non_null(out.moves);
    assert_string_equal(out.name, "a\\x00b?");
    assert_string_equal(out.printed, "\\x00?\n");
    alea__tabulated_clear(&out);
}

static void what_fails_when_it_is_looked_at_is_an_error_all_the_same(void **state)
{
    (void)state;
    fails("def __getattr__(n): raise ValueError('boo')\n", "error", "ValueError: boo (line 1)");
    fails(NAMED "class E(Exception):\n    def __str__(s): raise s\n" PLAYS "raise E()\n", "error",
          "final_strategy(0, 0) failed: E, whose text cannot be shown (line 5)");
    fails(NAMED "class E(BaseException):\n    def __str__(s): return 5\n" PLAYS "raise E()\n", "error",
          "whose text cannot be shown");
    fails("class N:\n    __class__ = str\nPLAYER_NAME = N()\n" FOUR, "name", "it must be a string");
    fails(NAMED "class M(type):\n    __name__ = property(lambda s: 1 / 0)\n"
                "class E(metaclass=M): pass\n" PLAYS "return E()\n",
          "answer", "an E; it must return a whole number");
    fails(NAMED "class M(type):\n    def __eq__(s, o): return True\n    def __hash__(s): return hash(int)\n"
                "class F(metaclass=M):\n    def __index__(s): return 4\n" PLAYS "return F()\n",
          "answer", "a F; it must return a whole number");
    fails("import sys\n" NAMED
          "def t(f, e, a): raise ValueError('tr')\nsys.settrace(t)\nsys.setprofile(t)\n" FOUR,
          "error", "ValueError: tr (line 3)");
}

static void a_stop_iteration_is_an_error_with_its_line(void **state)
{
    (void)state;
    fails(NAMED PLAYS "return next(n for n in range(1, 7) if score + n > 150) if score == 40 else 4\n",
          "error", "final_strategy(40, 0) failed: StopIteration (line 3)");
    fails(NAMED PLAYS "raise StopIteration\n", "error",
          "final_strategy(0, 0) failed: StopIteration (line 3)");
    fails("n = 0\n" NAMED PLAYS
          "\n    global n\n    n += 1\n    if n == 7: raise StopIteration\n    return 4\n",
          "error", "final_strategy(0, 6) failed: StopIteration");
}

/* Work of the host costs fuel too: output is not possible, and random bytes are expensive. */
static void the_host_works_for_fuel_only(void **state)
{
    (void)state;
    for (int file = 0; file < 3; file++) {
        char source[200];
        snprintf(source, sizeof source, "import os\n" NAMED "os.write(%d, b'x')\n" FOUR, file);
        fails(source, "error", "Bad file descriptor (a strategy has no files, keyboard or network) (line 3)");
    }
    fails("import os\n" NAMED "for _ in range(250): os.urandom(65536)\n" FOUR, "fuel", "takes too long");
    works("import os\n" NAMED "os.urandom(65536)\n" FOUR, 4);
}

static void a_name_that_changes_is_impure(void **state)
{
    (void)state;
    static const char source[] = "import time\nPLAYER_NAME = f'Maria {time.time():.0f}'\n" FOUR;
    const alea__python_job job = {
        .source = source, .size = sizeof source - 1, .side = 100, .most = 10, .fuel = UINT64_C(2000000000)};
    alea__tabulated out;
    alea_error error;
    assert_int_equal(alea__python_judge(sandbox, &job, &out, &error), ALEA_OK);
    assert_null(out.moves);
    assert_string_equal(out.failure_kind, "impure");
    assert_non_null(strstr(out.text, "\"Maria 0\""));
    assert_non_null(strstr(out.text, "\"Maria 1\""));
    alea__tabulated_clear(&out);
}

static void ten_megabytes_of_source_are_refused_unread(void **state)
{
    (void)state;
    size_t size = 10 << 20;
    char *source = malloc(size);
    memset(source, '\n', size);
    alea__tabulated out = ask_bytes(source, size, 0, 1);
    assert_null(out.moves);
    assert_string_equal(out.failure_kind, "size");
    assert_non_null(strstr(out.text, "10485760"));
    alea__tabulated_clear(&out);
    free(source);
}

static void zero_bytes_in_the_source_are_reported(void **state)
{
    (void)state;
    alea__tabulated out = ask_bytes("PLAYER_NAME = 'A'\n\0\n", 20, 0, 1);
    assert_string_equal(out.failure_kind, "syntax");
    alea__tabulated_clear(&out);
}

static void a_sandbox_without_python_says_so(void **state)
{
    (void)state;
    alea_sandbox *bare = lab_sandbox(NULL);
    alea__python_job job = {.source = "", .side = 100, .most = 10};
    alea__tabulated out;
    alea_error error;
    assert_int_equal(alea__python_tabulate(bare, &job, &out, &error), ALEA_E_USAGE);
    alea_sandbox_free(bare);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_strategy_gives_its_name_and_a_table),
        cmocka_unit_test(the_order_of_asking_and_the_seed_do_not_change_a_pure_one),
        cmocka_unit_test(the_same_question_takes_the_same_fuel),
        cmocka_unit_test(usual_modules_are_there),
        cmocka_unit_test(the_version_of_python_is_the_one_that_is_said),
        cmocka_unit_test(what_files_of_the_course_expect_is_there),
        cmocka_unit_test(everything_that_is_wrong_is_said_at_once),
        cmocka_unit_test(a_loop_that_waits_for_the_clock_is_named),
        cmocka_unit_test(marks_and_line_ends_do_not_matter),
        cmocka_unit_test(what_it_prints_is_kept_for_its_author),
        cmocka_unit_test(all_lines_that_it_printed_are_counted),
        cmocka_unit_test(a_failed_one_keeps_a_name_that_it_computed),
        cmocka_unit_test(helpers_are_there_where_the_game_has_them),
        cmocka_unit_test(names_may_be_empty_and_are_cut_when_long),
        cmocka_unit_test(chance_the_clock_and_the_past_show),
        cmocka_unit_test(an_instance_made_ahead_is_like_a_new_one),
        cmocka_unit_test(answers_that_are_not_a_number_of_dice_are_reported),
        cmocka_unit_test(incomplete_files_are_reported),
        cmocka_unit_test(errors_show_their_line),
        cmocka_unit_test(endless_and_greedy_ones_are_stopped),
        cmocka_unit_test(the_world_is_out_of_reach),
        cmocka_unit_test(crashing_python_itself_harms_nobody),
        cmocka_unit_test(every_kind_of_recursion_may_have_1400_levels),
        cmocka_unit_test(calls_count_alike_for_every_kind_of_recursion),
        cmocka_unit_test(the_limit_of_recursion_is_the_one_that_was_set),
        cmocka_unit_test(recursion_that_is_caught_does_no_harm),
        cmocka_unit_test(deep_nesting_of_a_source_is_said_to_be_that),
        cmocka_unit_test(a_strategy_that_changes_the_program_changes_only_its_own_answers),
        cmocka_unit_test(nothing_long_comes_out),
        cmocka_unit_test(what_a_strategy_says_of_itself_is_not_believed),
        cmocka_unit_test(zero_bytes_in_a_name_are_shown),
        cmocka_unit_test(what_fails_when_it_is_looked_at_is_an_error_all_the_same),
        cmocka_unit_test(a_stop_iteration_is_an_error_with_its_line),
        cmocka_unit_test(the_host_works_for_fuel_only),
        cmocka_unit_test(a_name_that_changes_is_impure),
        cmocka_unit_test(ten_megabytes_of_source_are_refused_unread),
        cmocka_unit_test(zero_bytes_in_the_source_are_reported),
        cmocka_unit_test(a_sandbox_without_python_says_so),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
