#ifndef TESTS_PLAY_SCRIPTED_BOT_H
#define TESTS_PLAY_SCRIPTED_BOT_H
/* A bot that is not a policy: it follows a test's script and records its calls. For one thread only, except that `behave`
   may run in several. */
#include "play/fake_family.h"

#include "bot/bot.h"

typedef struct scripted_instance scripted_instance;

typedef struct scripted_bot {
    alea_bot base;
    void (*behave)(scripted_instance *, const fake_state *, alea__decision *);
    alea_status start_fails; /* ALEA_OK: the start succeeds */
    bool silent;             /* nothing is written down, for runs with threads */
    unsigned starts, ends, games;
    alea__instance_id id; /* of the last start */
    unsigned seat[10000]; /* by game */
} scripted_bot;

struct scripted_instance {
    scripted_bot *bot;
    unsigned games, decisions, decisions_in_game;
};

static alea_status scripted_start(alea_bot *opaque, const alea__instance_id *id, alea__instance **out,
                                  alea_error *error)
{
    scripted_bot *bot = (scripted_bot *)opaque;
    if (!bot->silent) bot->starts++;
    if (!bot->silent) bot->id = *id;
    if (bot->start_fails) return alea__fail(error, bot->start_fails, "It does not want to.");
    scripted_instance *instance = alea__alloc(sizeof *instance);
    if (!instance) return alea__out_of_memory(error);
    instance->bot = bot;
    *out = (alea__instance *)instance;
    return ALEA_OK;
}

static void scripted_end(alea__instance *opaque)
{
    scripted_bot *bot = ((scripted_instance *)opaque)->bot;
    if (!bot->silent) bot->ends++;
    alea__free(opaque);
}

static void scripted_begin_game(alea__instance *opaque, uint64_t game, unsigned seat)
{
    scripted_instance *instance = (scripted_instance *)opaque;
    scripted_bot *bot = instance->bot;
    instance->games++;
    instance->decisions_in_game = 0;
    if (bot->silent) return;
    bot->games++;
    if (game < sizeof bot->seat / sizeof *bot->seat) bot->seat[game] = seat + 1;
}

static void scripted_decide(alea__instance *opaque, const alea_state *state, alea__decision *out)
{
    scripted_instance *instance = (scripted_instance *)opaque;
    fake_state s = fake_load(state);
    instance->decisions++;
    instance->decisions_in_game++;
    instance->bot->behave(instance, &s, out);
}

static const alea__bot_ops scripted_ops = {.kind = "scripted",
                                           .start = scripted_start,
                                           .end = scripted_end,
                                           .begin_game = scripted_begin_game,
                                           .decide = scripted_decide};

#define SCRIPTED_BOT(of_game, behaviour) \
    {.base = {.ops = &scripted_ops, .game = (of_game), .name = scripted_name}, .behave = (behaviour)}

static char scripted_name[] = "scripted";

static inline void scripted_fail(alea__decision *out, alea_failure failure, const char *text)
{
    out->failure = failure;
    snprintf(out->text, sizeof out->text, "%s", text);
}

/* Answers like hold(8). */
static inline void holds_at_8(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    (void)instance;
    out->move = s->turn >= 8 || s->score[s->mover] + s->turn >= 30 ? FAKE_HOLD : FAKE_ROLL;
}

static inline void fails_always(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    (void)instance, (void)s;
    scripted_fail(out, ALEA_TRAP, "unreachable");
}

#endif
