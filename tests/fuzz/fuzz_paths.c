/* Random rules of race and random bots. Three referees play the same games and must count the same: the step path, the block path
   where the bots have one (lanes, the scalar simulator, the arena), and a second referee that shares no code with alea. */
#include "bot/bot.h"
#include "support/input.h"
#include "support/sandbox.h"
#include "support/second_referee.h"

#include <alea/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const alea__family alea__race_family;
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* more games than the 16 forfeits after which a bot is no longer asked; fewer if they are long */
enum { GAMES = 20, STEPS = 5000 };

static alea_sandbox *sandbox;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    sandbox = fuzz_sandbox(200000, 1 << 20);
    return 0;
}

/* ---- the input ---- */

static second_effect take_effect(fuzz_input *in)
{
    const unsigned kind = fuzz_number(in, 8);
    return (second_effect){.kind = kind == 7   ? SECOND_WIPE
                                   : kind >= 5 ? SECOND_BUST
                                               : SECOND_ADD,
                           .points = fuzz_number(in, 16),
                           .memory = fuzz_number(in, SECOND_MEMORIES),
                           .forced = fuzz_number(in, 8) == 0};
}

static void take_rules(fuzz_input *in, second_rules *r)
{
    *r = (second_rules){.players = 2 + fuzz_number(in, SECOND_SEATS - 1),
                        .dice = 1 + fuzz_number(in, 3),
                        .sides = 2 + fuzz_number(in, 7),
                        .goal = 1 + fuzz_number(in, SECOND_GOAL)};
    const unsigned flags = fuzz_number(in, 256);
    r->may_hold_first = flags & 1, r->chase = flags & 2, r->holds_over_goal = flags & 4, r->pays = flags & 8;
    for (int memory = 0; memory < SECOND_MEMORIES; memory++)
        for (int equal = 0; equal < 2; equal++)
            for (unsigned sum = r->dice; sum <= r->dice * r->sides; sum++)
                r->effect[memory][equal][sum] = take_effect(in);
    for (unsigned i = fuzz_number(in, 4); i > 0; i--)
        r->landing[fuzz_number(in, r->goal + 1)] = fuzz_number(in, 2) ? SECOND_BUST : SECOND_WIPE;
    for (unsigned score = 0; score <= r->goal; score++) r->per_point[score] = fuzz_number(in, 9);
}

/* A chase has only programs and random bots: the manual does not say what the other bots do in one. */
static void take_bot(fuzz_input *in, const second_rules *r, second_bot *bot)
{
    static const int kinds[] = {SECOND_RANDOM, SECOND_PROGRAM, SECOND_PROGRAM,
                                SECOND_HOLD,   SECOND_HOLD,    SECOND_TOTAL};
    *bot = (second_bot){.kind = kinds[fuzz_number(in, r->chase ? 3 : 6)]};
    bot->n = bot->kind == SECOND_RANDOM ? fuzz_number(in, 101) : 1 + fuzz_number(in, r->goal);
    bot->modulus = 2 + fuzz_number(in, 60);
    bot->own = fuzz_number(in, 64), bot->others = fuzz_number(in, 64), bot->plus = fuzz_number(in, 64);
    bot->rolls_below = fuzz_number(in, bot->modulus + 1);
    bot->fails_at = fuzz_number(in, bot->modulus * 3); /* mostly never */
}

/* ---- the same for alea ---- */

static const char *kind_text(second_kind kind)
{
    return kind == SECOND_WIPE ? "wipe()" : "bust()";
}

static void write_effects(FILE *file, const second_rules *r)
{
    for (int memory = 0; memory < SECOND_MEMORIES; memory++)
        for (int equal = 0; equal < 2; equal++)
            for (unsigned sum = r->dice; sum <= r->dice * r->sides; sum++) {
                const second_effect *e = &r->effect[memory][equal][sum];
                fprintf(file, "  if memory == %d and equal == %s and sum == %u then return ", memory,
                        equal ? "true" : "false", sum);
                if (e->kind != SECOND_ADD)
                    fprintf(file, "%s end\n", kind_text(e->kind));
                else
                    fprintf(file, "add(%u, {memory = %u, forced = %s}) end\n", e->points, e->memory,
                            e->forced ? "true" : "false");
            }
}

static void write_roll(FILE *file, const second_rules *r)
{
    static const char *const faces[] = {"a", "a, b", "a, b, c"}, *const sums[] = {"a", "a + b", "a + b + c"},
                             *const equals[] = {"true", "a == b", "a == b and b == c"};
    const unsigned last = r->dice - 1;
    fprintf(file, "local function roll(%s, memory)\n  local sum, equal = %s, %s\n", faces[last], sums[last],
            equals[last]);
    write_effects(file, r);
    fprintf(file, "end\n");
}

/* The rule file; the caller frees it. */
static char *write_rules(const second_rules *r, size_t *size)
{
    char *text;
    FILE *file = open_memstream(&text, size);
    write_roll(file, r);
    fprintf(file, "local function landing(score)\n");
    for (unsigned score = 0; score <= r->goal; score++)
        if (r->landing[score] != SECOND_ADD)
            fprintf(file, "  if score == %u then return %s end\n", score, kind_text(r->landing[score]));
    fprintf(file, "end\nlocal pay = {");
    for (unsigned score = 0; score <= r->goal; score++) fprintf(file, "%u, ", r->per_point[score]);
    fprintf(file,
            "}\nreturn {name = \"x\", family = \"race\", title = \"X\", text = \"X.\", rules = function(p) "
            "return {dice = %u, "
            "sides = %u, goal = %u, players = %u, roll = roll, landing = landing, first_roll = \"%s\", "
            "ending = \"%s\", over_goal = "
            "\"%s\"%s} end}\n",
            r->dice, r->sides, r->goal, r->players, r->may_hold_first ? "free" : "forced",
            r->chase ? "chase" : "bank", r->holds_over_goal ? "hold" : "roll-on",
            r->pays ? ", payoff = {money = {per_point = function(score) return pay[score + 1] end}}" : "");
    fclose(file);
    return text;
}

static alea_game *open_rules(const second_rules *r)
{
    static const alea__family *const families[] = {&alea__race_family, NULL};
    size_t size;
    char *text = write_rules(r, &size);
    alea_game *game = NULL;
    alea_error error = {0};
    const alea__rule_file file = {.text = (const unsigned char *)text, .size = size};
    if (alea__game_open_file("x.lua", &file, families, &game, &error) != ALEA_OK) {
        fprintf(stderr, "%s\n%s", error.message, text);
        abort();
    }
    free(text);
    return game;
}

static alea_bot *open_lua(const alea_game *game, const second_bot *b)
{
    char text[400];
    alea_bot *bot;
    const int size =
        snprintf(text, sizeof text,
                 "return function(view) local sum = 0 for _, s in ipairs(view.others) do sum = sum + s end\n"
                 "local x = (view.total * %u + sum * %u + %u) %% %u if x == %u then error('fails') end\n"
                 "return x < %u end\n",
                 b->own, b->others, b->plus, b->modulus, b->fails_at, b->rolls_below);
    if (alea__lua_bot_read(game, &(alea__bot_text){"x.lua", text, (size_t)size}, NULL, &bot, NULL) != ALEA_OK)
        abort();
    return bot;
}

static alea_bot *open_module(const alea_game *game, const second_bot *b)
{
    static const char module[] = "(module (memory (export \"memory\") 1 2)\n"
                                 "(func (export \"should_roll\") (param $own i32) (param $at i32) (param $n "
                                 "i32) (result i32) (local $x i32)\n"
                                 "(block $none (loop $more (br_if $none (i32.eqz (local.get $n)))\n"
                                 "  (local.set $x (i32.add (local.get $x) (i32.load (local.get $at))))\n"
                                 "  (local.set $at (i32.add (local.get $at) (i32.const 4)))\n"
                                 "  (local.set $n (i32.sub (local.get $n) (i32.const 1))) (br $more)))\n"
                                 "(local.set $x (i32.rem_u (i32.add (i32.const %u) (i32.add (i32.mul "
                                 "(local.get $own) (i32.const %u))\n"
                                 "  (i32.mul (local.get $x) (i32.const %u)))) (i32.const %u)))\n"
                                 "(if (i32.eq (local.get $x) (i32.const %u)) (then unreachable))\n"
                                 "(i32.lt_u (local.get $x) (i32.const %u))))";
    char text[sizeof module + 100];
    snprintf(text, sizeof text, module, b->plus, b->own, b->others, b->modulus, b->fails_at, b->rolls_below);
    return fuzz_open_wat(sandbox, game, text);
}

static alea_bot *open_bot(const alea_game *game, const second_bot *b, bool lua)
{
    char spec[40];
    alea_bot *bot;
    switch (b->kind) {
    case SECOND_PROGRAM: return lua ? open_lua(game, b) : open_module(game, b);
    case SECOND_HOLD: snprintf(spec, sizeof spec, "hold(%u)", b->n); break;
    case SECOND_TOTAL: snprintf(spec, sizeof spec, "hold-at-total(%u)", b->n); break;
    case SECOND_RANDOM: snprintf(spec, sizeof spec, "random(%u.%02u)", b->n / 100, b->n % 100); break;
    }
    if (alea_bot_open(game, spec, NULL, &bot, NULL) != ALEA_OK) abort();
    return bot;
}

/* ---- comparing ---- */

static void same_counts(const alea_run_result *r, const second_counts *c, const char *path)
{
    bool same = r->unfinished == c->unfinished && r->turns == c->turns;
    for (unsigned i = 0; i < r->players; i++) {
        const alea_standing *s = &r->standing[i];
        same =
            same && s->wins == c->wins[i] && s->forfeits == c->forfeits[i] && s->money_total == c->money[i];
        if (!same)
            fprintf(
                stderr,
                "%s: %s: %llu wins, %llu forfeits, %lld dollars; the second referee has %llu, %llu, %lld\n",
                path, s->bot, (unsigned long long)s->wins, (unsigned long long)s->forfeits,
                (long long)s->money_total, (unsigned long long)c->wins[i], (unsigned long long)c->forfeits[i],
                (long long)c->money[i]);
    }
    if (same) return;
    fprintf(stderr, "%s: %llu turns, %llu unfinished; the second referee has %llu, %llu\n", path,
            (unsigned long long)r->turns, (unsigned long long)r->unfinished, (unsigned long long)c->turns,
            (unsigned long long)c->unfinished);
    abort();
}

static void compare(const alea_game *game, alea_bot *const *bots, const second_rules *r,
                    const second_bot *described, uint64_t seed)
{
    static const alea_path paths[] = {ALEA_PATH_STEP, ALEA_PATH_BLOCK};
    static const char *const names[] = {"step path", "block path"};
    second_counts counts;
    bool any_lua = false;
    for (unsigned i = 0; i < r->players; i++) any_lua |= strcmp(alea_bot_kind(bots[i]), "lua") == 0;
    const second_length most = {.games = GAMES, .steps = STEPS};
    const unsigned games = second_match(r, described, seed, &most, &counts);
    for (int i = 0; i < 2; i++) {
        alea_run_result *result;
        alea_error error = {0};
        const alea_run_options options = {
            .games = games, .seed = seed, .seed_given = true, .threads = 1, .path = paths[i]};
        const alea_status status = alea_run_match(game, bots, r->players, &options, &result, &error);
        if (i == 1 && status == ALEA_E_REFUSED && any_lua) continue; /* Lua bots have the step path only */
        if (status != ALEA_OK) {
            fprintf(stderr, "%s: %s\n", names[i], error.message);
            abort();
        }
        same_counts(result, &counts, names[i]);
        alea_run_result_free(result);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_input_of(data, size);
    const unsigned languages = fuzz_number(&in, 256);
    const uint64_t seed = fuzz_number(&in, 65536) * UINT64_C(0x9E3779B97F4A7C15);
    second_rules rules;
    second_bot described[SECOND_SEATS];
    alea_bot *bots[SECOND_SEATS];
    take_rules(&in, &rules);
    alea_game *game = open_rules(&rules);
    for (unsigned i = 0; i < rules.players; i++) {
        take_bot(&in, &rules, &described[i]);
        bots[i] = open_bot(game, &described[i], (languages >> 2 * i & 3) != 0);
    }
    compare(game, bots, &rules, described, seed);
    for (unsigned i = 0; i < rules.players; i++) alea_bot_free(bots[i]);
    alea_game_free(game);
    return 0;
}
