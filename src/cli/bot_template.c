/* alea bot template GAME: a bot to start from, in several languages. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

/* Each of them banks 25 points a turn and chases a leader: few lines, and every one to be changed. */

static const char in_c[] =
    "/* A bot for alea. Build it: alea bot build FILE.c */\n"
    "#include <stdbool.h>\n"
    "#include <stdint.h>\n"
    "\n"
    "enum { GOAL = 100, A_TURN = 25 };\n"
    "\n"
    "/* The points banked so far: `own` has those of this turn in it. */\n"
    "static uint32_t banked;\n"
    "\n"
    "/* Roll again? `own` is your score, `others` are the `count` scores of the others. */\n"
    "__attribute__((export_name(\"pig-pen:player/strategy@0.1.0#should-roll\")))\n"
    "bool should_roll(uint32_t own, const uint32_t *others, uint32_t count)\n"
    "{\n"
    "    uint32_t best = 0;\n"
    "    for (uint32_t i = 0; i < count; i++)\n"
    "        if (others[i] > best) best = others[i];\n"
    "    if (own < banked) banked = 0; /* wiped, or a new game */\n"
    "\n"
    "    bool roll = best > GOAL ? own <= best : own < GOAL && own - banked < A_TURN;\n"
    "\n"
    "    if (!roll) banked = own;\n"
    "    return roll;\n"
    "}\n";

static const char in_lua[] =
    "-- A bot for alea. Nothing to build: alea run pig-pen FILE.lua 'hold(25)'\n"
    "\n"
    "local A_TURN = 25\n"
    "\n"
    "-- view: own (banked), turn, total (both), others, goal, players, seat, rolls, leader (or nil)\n"
    "local function decide(view)\n"
    "  local roll\n"
    "  if view.leader then\n"
    "    roll = view.total <= view.leader\n"
    "  else\n"
    "    roll = view.total < view.goal and view.turn < A_TURN\n"
    "  end\n"
    "  return roll and \"roll\" or \"hold\"\n"
    "end\n"
    "\n"
    "return { name = \"my bot\", decide = decide }\n";

static const char in_python[] =
    "\"\"\"A bot for alea. Build it: alea bot build FILE.py\"\"\"\n"
    "\n"
    "from wit_world import exports\n"
    "\n"
    "GOAL = 100\n"
    "A_TURN = 25\n"
    "\n"
    "\n"
    "class Strategy(exports.Strategy):\n"
    "    def __init__(self):\n"
    "        self.banked = 0  # own_score has the points of this turn in it\n"
    "\n"
    "    def should_roll(self, own_score: int, other_scores: list[int]) -> bool:\n"
    "        best = max(other_scores, default=0)\n"
    "        if own_score < self.banked:\n"
    "            self.banked = 0  # wiped, or a new game\n"
    "\n"
    "        if best > GOAL:\n"
    "            roll = own_score <= best\n"
    "        else:\n"
    "            roll = own_score < GOAL and own_score - self.banked < A_TURN\n"
    "\n"
    "        if not roll:\n"
    "            self.banked = own_score\n"
    "        return roll\n";

static const char in_zig[] =
    "//! A bot for alea. Build it: alea bot build FILE.zig\n"
    "\n"
    "const goal = 100;\n"
    "const a_turn = 25;\n"
    "\n"
    "/// The points banked so far: `own` has those of this turn in it.\n"
    "var banked: u32 = 0;\n"
    "\n"
    "/// Roll again? `own` is your score, `others` are the `count` scores of the others.\n"
    "export fn @\"pig-pen:player/strategy@0.1.0#should-roll\"(own: u32, others: [*]const u32, count: u32) "
    "bool {\n"
    "    var best: u32 = 0;\n"
    "    for (others[0..count]) |score| best = @max(best, score);\n"
    "    if (own < banked) banked = 0; // wiped, or a new game\n"
    "\n"
    "    const roll = if (best > goal) own <= best else own < goal and own - banked < a_turn;\n"
    "\n"
    "    if (!roll) banked = own;\n"
    "    return roll;\n"
    "}\n";

static const char in_assemblyscript[] =
    "// A bot for alea. Build it: alea bot build FILE.ts\n"
    "\n"
    "const GOAL: u32 = 100;\n"
    "const A_TURN: u32 = 25;\n"
    "\n"
    "// The points banked so far: `own` has those of this turn in it.\n"
    "let banked: u32 = 0;\n"
    "\n"
    "// Roll again? `own` is your score; `others` is the address of `count` scores of four bytes each.\n"
    "export function should_roll(own: u32, others: usize, count: u32): bool {\n"
    "  let best: u32 = 0;\n"
    "  for (let i: u32 = 0; i < count; i++) best = max(best, load<u32>(others + 4 * i));\n"
    "  if (own < banked) banked = 0; // wiped, or a new game\n"
    "\n"
    "  const roll = best > GOAL ? own <= best : own < GOAL && own - banked < A_TURN;\n"
    "\n"
    "  if (!roll) banked = own;\n"
    "  return roll;\n"
    "}\n";

/* For a contest of Hog: complete, and everything to be changed. */
static const char hog_in_python[] =
    "\"\"\"A strategy for a contest of Hog. Try it: alea bot check FILE.py --game hog\"\"\"\n"
    "\n"
    "PLAYER_NAME = \"\"  # how you want to be called in the ranking\n"
    "\n"
    "\n"
    "def final_strategy(score, opponent_score):\n"
    "    \"\"\"How many dice to roll, 0 to 10, with `score` points against `opponent_score`.\n"
    "\n"
    "    Both scores are from 0 to 99. The same two scores must get the same answer whenever they are asked "
    "for: nothing\n"
    "    is told of the turn, and chance, clocks and what was asked before must not count. All 10,000 "
    "answers together\n"
    "    have about ten seconds. The standard library is there; files, network and other programs are not.\n"
    "    \"\"\"\n"
    "    return 5\n";

static const char hog_in_lua[] =
    "-- A strategy for a contest of Hog. Try it: alea bot check FILE.lua --game hog\n"
    "\n"
    "-- view: own and opponent (scores, 0 to 99), goal, dice (the most that may be rolled)\n"
    "local function decide(view)\n"
    "  return 5\n"
    "end\n"
    "\n"
    "return { name = \"\", decide = decide }\n";

static const char despirala_in_lua[] =
    "-- A bot for alea. Nothing to build: alea run despirala FILE.lua greedy\n"
    "\n"
    "-- How many dice show the faces in a move's name, such as \"Collect 3\" or \"Two triples 1 2\".\n"
    "local function fitting(move, dice)\n"
    "  local count = 0\n"
    "  for i = 1, #move do\n"
    "    for _, face in ipairs(dice) do\n"
    "      if face == tonumber(move:sub(i, i)) then count = count + 1 end\n"
    "    end\n"
    "  end\n"
    "  return count\n"
    "end\n"
    "\n"
    "-- view: score, goods, scores (all, yours first), used (names), dice (ascending), doing and kept (in "
    "the middle of a collect),\n"
    "-- moves (names of what can be done), objective (\"most\" or \"least\"), seat, players\n"
    "local function decide(view)\n"
    "  if view.doing then return view.goods > 4 and \"Continue collecting\" or \"Stop collecting\" end\n"
    "  local best, most = view.moves[1], 0\n"
    "  for _, move in ipairs(view.moves) do\n"
    "    local count = fitting(move, view.dice)\n"
    "    if count > most then best, most = move, count end\n"
    "  end\n"
    "  return best\n"
    "end\n"
    "\n"
    "return { name = \"my bot\", decide = decide }\n";

enum { C, LUA, PYTHON, ZIG, ASSEMBLYSCRIPT, LANGUAGES };
static const cli_choice template_languages[] = {
    {"c", C}, {"lua", LUA}, {"python", PYTHON}, {"zig", ZIG}, {"assemblyscript", ASSEMBLYSCRIPT}, {0}};

/* The templates for the games of a family. */
typedef struct template_shelf {
    const char *family;
    int usual;         /* the language when none is asked for */
    const char *known; /* what there is, where it is not everything */
    const char *in[LANGUAGES];
} template_shelf;

static const template_shelf template_shelves[] = {
    {"race",
     C,
     NULL,
     {[C] = in_c,
      [LUA] = in_lua,
      [PYTHON] = in_python,
      [ZIG] = in_zig,
      [ASSEMBLYSCRIPT] = in_assemblyscript}},
    {"hog", PYTHON, "python and lua", {[PYTHON] = hog_in_python, [LUA] = hog_in_lua}},
    {"despirala", LUA, "lua alone", {[LUA] = despirala_in_lua}},
};

typedef struct template_args {
    const char *game;
    int language; /* below 0: the usual one */
} template_args;

static const cli_option template_options[] = {
    {1, 'l', "lang", "LANGUAGE", CLI_CHOICE(template_args, language, template_languages),
     "c, lua, python, zig or assemblyscript (default: c, for hog python, for despirala lua)"},
    {0},
};

static const cli_operand template_operands[] = {
    {"GAME is missing, such as pig-pen", CLI_TEXT(template_args, game)}, {0}};

static int template_print(const alea_game *game, int language)
{
    const template_shelf *s = NULL;
    for (size_t i = 0; i < sizeof template_shelves / sizeof *template_shelves; i++)
        if (strcmp(template_shelves[i].family, alea_game_family(game)) == 0) s = &template_shelves[i];
    if (!s)
        return cli_complain(
            CLI_USAGE, "there is no template for %s, only for games of the families race, hog and despirala.",
            alea_game_name(game));
    if (language < 0) language = s->usual;
    if (!s->in[language])
        return cli_complain(CLI_USAGE, "for %s there are templates in %s; there is none in %s.",
                            alea_game_name(game), s->known, template_languages[language].name);
    fputs(s->in[language], stdout);
    return CLI_DONE;
}

static int template_main(void *args)
{
    const template_args *a = args;
    alea_game *game;
    int status = cli_open_game(a->game, &game);
    if (status != CLI_DONE) return status;
    status = template_print(game, a->language);
    alea_game_free(game);
    return status;
}

const cli_command cli_bot_template = {
    .name = "template",
    .summary = "prints a bot to start from",
    .words = "GAME",
    .about = "Prints a small bot for GAME, to start from.",
    .options = template_options,
    .operands = template_operands,
    .size = sizeof(template_args),
    .defaults = &(const template_args){.language = -1},
    .run = template_main,
};
