/* Bots that are programs, as the library has them; tests/cli/exec_bots.py plays with them. */
#include "bot/bot.h"
#include "support/files.h"
#include "support/memory.h"

#include <unistd.h>

/* It counts games, moves by their number, and rolls in frozen decisions. */
static const char counting[] =
    "while read -r line; do\n"
    "  case $line in\n"
    "  *match-start*) echo '{\"memory\":\"match\",\"save\":true,\"name\":\"Count\"}' ;;\n"
    "  *game-start*) n=$((n + 1)) ;;\n"
    "  *'\"save\"'*) echo \"{\\\"saved\\\":\\\"$n é\\\"}\" ;;\n"
    "  *'\"load\"'*) n=${line#*'\"saved\":\"'}; n=${n%% *} ;;\n"
    "  *choose*'\"frozen\":true'*) echo '{\"move\":\"roll\"}' ;;\n"
    "  *choose*) echo \"{\\\"move\\\":$((n % 2))}\" ;;\n"
    "  esac\n"
    "done\n";

static alea__instance *start(alea_bot *bot)
{
    alea__instance *instance = NULL;
    assert_int_equal(bot->ops->start(bot, &(alea__instance_id){0}, &instance, &test_error), ALEA_OK);
    return instance;
}

static alea__decision decide(alea_bot *bot, alea__instance *instance)
{
    alea_state state = alea_game_start(bot->game);
    alea__decision decision = {0};
    for (uint32_t face = 1; alea_game_to_move(bot->game, &state) == ALEA_CHANCE;)
        assert_int_equal(alea_game_apply(bot->game, &state, face, &test_error), ALEA_OK); /* not a 1 */
    bot->ops->decide(instance, &state, &decision);
    return decision;
}

static void saves(alea_bot *bot, alea__instance *instance, const char *wanted)
{
    alea__text text = {0};
    assert_int_equal(bot->ops->save(instance, &text, &test_error), ALEA_OK);
    assert_string_equal(text.data, wanted);
    alea__text_free(&text);
}

static void what_it_saves_another_process_loads(void **unused)
{
    (void)unused;
    alea_bot *bot = NULL;
    alea_game *game = NULL;
    write_file("count.sh", counting);
    OK(alea_game_open("pig", &game, &test_error));
    OK(alea_bot_from_command(game, "it=exec:sh count.sh", NULL, &bot, &test_error));
    assert_string_equal(alea_bot_name(bot), "it");
    assert_string_equal(alea_bot_title(bot), "Count");
    assert_int_equal(alea_bot_memory(bot), ALEA_MEMORY_MATCH);
    alea__instance *first = start(bot), *second;
    for (unsigned i = 0; i < 3; i++) bot->ops->begin_game(first, i, 0);
    saves(bot, first, "3 é");
    assert_int_equal(bot->ops->pause(first, true, NULL), ALEA_OK);
    assert_string_equal(alea_game_move_name(game, decide(bot, first).move), "roll");
    assert_int_equal(bot->ops->pause(first, false, NULL), ALEA_OK);
    bot->ops->begin_game(first, 3, 0);
    assert_string_equal(alea_game_move_name(game, decide(bot, first).move), "hold"); /* move 4 % 2 */
    bot->ops->end(first);

    second = start(bot);
    assert_int_equal(bot->ops->load(second, "41 é", 5, &test_error), ALEA_OK);
    bot->ops->begin_game(second, 0, 1);
    saves(bot, second, "42 é");
    bot->ops->end(second);
    alea_bot_free(bot);
    alea_game_free(game);
}

/* What goes wrong between decisions counts at the next one. */
static void a_bad_answer_to_save_stays(void **unused)
{
    (void)unused;
    alea_bot *bot = NULL;
    alea_game *game = NULL;
    alea__text text = {0};
    write_file("bad.sh", "read x; echo '{\"memory\":\"match\",\"save\":true,\"events\":[]}'; read x; echo "
                         "'{\"saved\":1}'; read x");
    OK(alea_game_open("pig", &game, &test_error));
    OK(alea_bot_from_command(game, "exec:sh bad.sh", NULL, &bot, &test_error));
    alea__instance *instance = start(bot);
    assert_int_equal(bot->ops->save(instance, &text, &test_error), ALEA_E_BOT);
    assert_says(test_error, "must be a text");
    const alea__decision decision = decide(bot, instance);
    assert_int_equal(decision.failure, ALEA_TRAP);
    assert_text_says(decision.text, "must be a text");
    bot->ops->end(instance);
    alea_bot_free(bot);
    alea_game_free(game);
}

static void only_from_command_runs_commands(void **unused)
{
    (void)unused;
    alea_bot *bot = NULL;
    alea_game *game = NULL;
    alea_error error;
    OK(alea_game_open("pig", &game, &test_error));
    assert_int_equal(alea_bot_open(game, "exec:touch made", NULL, &bot, &error), ALEA_E_REFUSED);
    assert_int_equal(alea_bot_open(game, "a=exec:touch made", NULL, &bot, &error), ALEA_E_REFUSED);
    assert_says(error, "exec:touch made");
    assert_int_equal(access("made", F_OK), -1);
    assert_int_equal(alea_bot_from_command(game, "hold(20)", NULL, &bot, &error), ALEA_E_SPEC);
    assert_int_equal(alea_bot_from_command(game, "a=exec:", NULL, &bot, &error), ALEA_E_SPEC);
    assert_int_equal(alea_bot_from_command(game, "", NULL, &bot, &error), ALEA_E_SPEC);
    alea_game_free(game);
}

static void running_out_of_memory_while_opening_is_an_error(void **unused)
{
    (void)unused;
    alea_game *game = NULL;
    alea_status status = ALEA_E_MEMORY;
    OK(alea_game_open("pig", &game, &test_error));
    for (long successes = 0; status != ALEA_OK; successes++) {
        alea_bot *bot = NULL;
        status = with_allocations(
            successes,
            alea_bot_from_command(game, "exec:echo '{\"memory\":\"position\"}'; read x", NULL, &bot, NULL));
        alea_bot_free(bot);
    }
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_saves_another_process_loads),
        cmocka_unit_test(a_bad_answer_to_save_stays),
        cmocka_unit_test(running_out_of_memory_while_opening_is_an_error),
        cmocka_unit_test(only_from_command_runs_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
