/* Workers that die at any moment: the result of a run is unchanged, because the block is replayed; a contest's verdict is
   not stored. */
#include "sandbox/lab.h"
#include "support/memory.h"
#include "worker/remote_bot.h"
#include "worker/worker_sandbox.h"

#include <alea/contest.h>
#include <alea/run.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { GAMES = 6144, MOMENTS = 4 }; /* two blocks */

static alea_sandbox *open_workers(void)
{
    char worker[LAB_PATH];
    alea_sandbox *sandbox;
    snprintf(worker, sizeof worker, "%s/alea-worker", getenv("ALEA_BUILD"));
    OK(alea_sandbox_open(&(alea_sandbox_options){.worker = worker}, &sandbox, &test_error));
    return sandbox;
}

static pid_t zygote_of(alea_sandbox *sandbox)
{
    alea__worker_sandbox *s = (alea__worker_sandbox *)sandbox;
    pthread_mutex_lock(&s->lock);
    pid_t process = s->zygote.process;
    pthread_mutex_unlock(&s->lock);
    return process;
}

/* The parent of a process, 0 if it is gone. */
static pid_t parent_of(const char *process)
{
    char path[64], line[512];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%.20s/stat", process);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    const char *after = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (!after || sscanf(after + 1, " %*c %d", &parent) != 1) parent = 0;
    fclose(file);
    return parent;
}

/* Sends a signal to all workers of a zygote; returns how many there are. */
static unsigned signal_workers(pid_t zygote, int what)
{
    unsigned sent = 0;
    DIR *folder = opendir("/proc");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
        if (parent_of(entry->d_name) == zygote && kill((pid_t)atoi(entry->d_name), what) == 0) sent++;
    }
    closedir(folder);
    return sent;
}

/* Kills all workers of a zygote as if in one moment; returns how many. All are stopped first, since on a busy machine one that
   takes over from a dead one would be killed as well, which is then its bot's failure. */
static unsigned kill_workers(pid_t zygote)
{
    if (zygote <= 0) return 0;
    kill(zygote, SIGSTOP);
    signal_workers(zygote, SIGSTOP);
    const unsigned killed = signal_workers(zygote, SIGKILL);
    kill(zygote, SIGCONT);
    return killed;
}

/* ---- a run that is disturbed ---- */

typedef struct killer {
    pid_t zygote;
    bool whole; /* the zygote too */
    long microseconds;
    unsigned killed;
} killer;

static void *kill_later(void *user)
{
    killer *k = user;
    const struct timespec wait = {k->microseconds / 1000000, k->microseconds % 1000000 * 1000};
    nanosleep(&wait, NULL);
    if (k->whole)
        k->killed = k->zygote > 0 && kill(k->zygote, SIGKILL) == 0; /* 0 would be this test's process group */
    else
        k->killed = kill_workers(k->zygote);
    return NULL;
}

typedef struct lineup {
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *bots[2];
} lineup;

static lineup open_lineup(void)
{
    /* a short game, because replayed blocks use the step path */
    lineup l = {.game = lab_game("pig-pen(goal=10)"), .sandbox = open_workers()};
    l.bots[0] = lab_bot(l.game, l.sandbox, "wasm:stateful");
    l.bots[1] = lab_bot(l.game, l.sandbox, "wasm:threshold25");
    return l;
}

static void close_lineup(lineup *l)
{
    alea_bot_free(l->bots[0]);
    alea_bot_free(l->bots[1]);
    alea_sandbox_free(l->sandbox);
    alea_game_free(l->game);
}

static alea_run_result *run_lineup(const lineup *l, alea_path path)
{
    const alea_run_options options = {
        .games = GAMES, .threads = 2, .seed = LAB_SEED, .seed_given = true, .path = path};
    alea_run_result *result;
    OK(alea_run_match(l->game, l->bots, 2, &options, &result, &test_error));
    return result;
}

static void same_standings(const alea_run_result *found, const alea_run_result *expected)
{
    assert_int_equal(found->games, expected->games);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(found->standing[i].wins, expected->standing[i].wins);
        assert_that(found->standing[i].money, ==, expected->standing[i].money);
        assert_that(found->standing[i].win_rate_se, ==, expected->standing[i].win_rate_se);
        assert_int_equal(found->standing[i].forfeits, 0);
    }
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs with deaths spread over the whole run; all results must be that of the quiet one. */
static void deaths_change_nothing(bool whole, alea_path path)
{
    lineup l = open_lineup();
    alea_run_result *quiet = run_lineup(&l, path);
    assert_int_equal(quiet->path, path == ALEA_PATH_AUTO ? ALEA_PATH_BLOCK : path);
    const double before = seconds_now();
    alea_run_result_free(run_lineup(&l, path));
    const double took = seconds_now() - before;
    unsigned killed = 0;
    for (int moment = 0; moment < MOMENTS; moment++) {
        pthread_t thread;
        killer k = {zygote_of(l.sandbox), whole, (long)(1e6 * took * moment / MOMENTS), 0};
        assert_int_equal(pthread_create(&thread, NULL, kill_later, &k), 0);
        alea_run_result *disturbed = run_lineup(&l, path);
        pthread_join(thread, NULL);
        killed += k.killed;
        same_standings(disturbed, quiet);
        alea_run_result_free(disturbed);
    }
    assert_that(killed, >, MOMENTS / 2);
    alea_run_result_free(quiet);
    close_lineup(&l);
}

static void workers_may_die_at_any_moment(void **state)
{
    (void)state;
    deaths_change_nothing(false, ALEA_PATH_AUTO);
    deaths_change_nothing(false, ALEA_PATH_STEP);
}

static void the_zygote_may_die_at_any_moment(void **state)
{
    (void)state;
    deaths_change_nothing(true, ALEA_PATH_AUTO);
    deaths_change_nothing(true, ALEA_PATH_STEP);
}

/* Between two questions a death cannot be told from the bot's own actions: it is the bot's failure, and the bot continues
   in its next game. */
static void a_worker_that_dies_in_a_game_is_the_bots_failure(void **state)
{
    (void)state;
    lineup l = open_lineup();
    alea__instance *instance = lab_start(l.bots[0], LAB_SEED, 0);
    assert_int_equal(lab_ask(l.bots[0], instance, 3).failure, ALEA_NO_FAILURE);
    assert_int_equal(kill_workers(zygote_of(l.sandbox)), 2); /* that of the other bot is idle */
    alea__decision d = lab_ask(l.bots[0], instance, 3);
    assert_int_equal(d.failure, ALEA_TRAP);
    assert_text_says(d.text, "signal 9");
    assert_text_says(d.text, "machine-dependent");
    l.bots[0]->ops->end(instance);
    instance = lab_start(l.bots[0], LAB_SEED, 0);
    assert_int_equal(lab_ask(l.bots[0], instance, 3).failure, ALEA_NO_FAILURE);
    l.bots[0]->ops->end(instance);
    instance = lab_start(l.bots[1], LAB_SEED, 0); /* an idle worker died: no bot is to blame */
    assert_int_equal(lab_ask(l.bots[1], instance, 3).failure, ALEA_NO_FAILURE);
    l.bots[1]->ops->end(instance);
    close_lineup(&l);
}

/* ---- memory runs out ---- */

/* Opens a bot in a worker and plays some games, as a program does that stops at the first failure. */
static alea_status play_some(const alea_game *game, const char *spec, unsigned *wins)
{
    char worker[LAB_PATH];
    alea_sandbox *sandbox = NULL;
    alea_bot *bots[2] = {NULL};
    alea_run_result *result = NULL;
    const alea_run_options options = {.games = 20, .threads = 1, .seed = LAB_SEED, .seed_given = true};
    snprintf(worker, sizeof worker, "%s/alea-worker", getenv("ALEA_BUILD"));
    alea_status status = alea_sandbox_open(&(alea_sandbox_options){.worker = worker}, &sandbox, &test_error);
    if (status == ALEA_OK) status = alea_bot_open(game, spec, sandbox, &bots[0], &test_error);
    if (status == ALEA_OK) status = alea_bot_open(game, "hold(5)", sandbox, &bots[1], &test_error);
    if (status == ALEA_OK) status = alea_run_match(game, bots, 2, &options, &result, &test_error);
    if (status == ALEA_OK) {
        *wins = (unsigned)result->standing[0].wins;
        assert_int_equal(result->standing[0].forfeits, 0);
        alea_run_result_free(result);
    }
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
    alea_sandbox_free(sandbox);
    return status;
}

/* This process's lack of memory is never the bot's failure: the work ends with ALEA_E_MEMORY, or its result is right. */
static void without_memory_no_bot_fails(void **state)
{
    (void)state;
    alea_game *game = lab_game("pig-pen(goal=10)");
    char path[LAB_PATH];
    unsigned expected = 0, found = 0;
    alea_status status = ALEA_E_MEMORY;
    lab_bot_path("stateful", path);
    OK(play_some(game, path, &expected));
    for (long k = 0; status != ALEA_OK; k++) status = with_allocations(k, play_some(game, path, &found));
    assert_that(test_allocations, >, 20);
    assert_int_equal(found, expected);
    alea_game_free(game);
}

/* The last wall: even if nobody watches, a worker ends. The library would watch for longer, since there is much fuel. */
static void the_system_ends_what_takes_too_much_processor_time(void **state)
{
    (void)state;
    char worker[LAB_PATH];
    alea_sandbox *sandbox;
    alea_game *game = lab_game("pig");
    snprintf(worker, sizeof worker, "%s/alea-worker", getenv("ALEA_BUILD"));
    OK(alea_sandbox_open(&(alea_sandbox_options){.worker = worker, .fuel = UINT64_C(1) << 50}, &sandbox,
                         &test_error));
    alea_bot *bot = lab_bot(game, sandbox, "wasm:endless");
    alea__worker_pool *pool = &((alea__remote_bot *)bot)->pool;
    assert_that(pool->life, >, UINT64_C(3600000000000));
    pool->life = 1000000000;
    alea__instance *first = lab_start(bot, LAB_SEED, 0), *second = lab_start(bot, LAB_SEED, 0);
    alea__decision d = lab_ask(bot, second, 3); /* in a new worker */
    assert_int_equal(d.failure, ALEA_TRAP);
    assert_text_says(d.text, "more than 1 s of processor time");
    assert_text_says(d.text, "machine-dependent");
    bot->ops->end(first);
    bot->ops->end(second);
    alea_bot_free(bot);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
}

/* ---- verdicts of the machine ---- */

typedef struct hunter {
    alea_sandbox *sandbox;
    atomic_bool done;
} hunter;

/* Kills every worker as soon as it sees it. */
static void *kill_until_done(void *user)
{
    hunter *h = user;
    while (!atomic_load(&h->done)) {
        const pid_t zygote = zygote_of(h->sandbox);
        if (zygote > 0) kill_workers(zygote);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return NULL;
}

static alea_contest *hold_contest(const alea_game *hog, alea_sandbox *sandbox)
{
    alea_contest *contest;
    const char *folder = "entries";
    const alea_contest_options options = {.database = "contest.db", .threads = 1};
    OK(alea_contest_run(hog, &folder, 1, sandbox, &options, &contest, &test_error));
    assert_int_equal(contest->count, 2);
    return contest;
}

/* An entry whose workers were killed is judged again by the next contest with the same database. A result by fuel is final. */
static void contests_do_not_store_verdicts_of_the_machine(void **state)
{
    (void)state;
    static const char sound[] = "return function() return 4 end";
    static const char endless[] = "(module (memory (export \"memory\") 1) (func (export \"final_strategy\") "
                                  "(param i32 i32) (result i32) (loop $again (br $again)) (i32.const 0)))";
    char worker[LAB_PATH];
    alea_game *hog = lab_game("hog");
    hunter h = {.done = false};
    pthread_t thread;
    assert_int_equal(mkdir("entries", 0777), 0);
    OK(alea__write_file("entries/a.lua", sound, strlen(sound), &test_error));
    lab_assemble("entries/b.wasm", endless, strlen(endless));
    snprintf(worker, sizeof worker, "%s/alea-worker", getenv("ALEA_BUILD"));
    /* A second of the processor, in which it is certainly seen. */
    const alea_sandbox_options options = {.worker = worker, .fuel = 1000000000};
    OK(alea_sandbox_open(&options, &h.sandbox, &test_error));

    assert_int_equal(pthread_create(&thread, NULL, kill_until_done, &h), 0);
    alea_contest *killed = hold_contest(hog, h.sandbox);
    atomic_store(&h.done, true);
    pthread_join(thread, NULL);
    assert_true(killed->entry[0].ok);
    assert_false(killed->entry[1].ok);
    assert_text_says(killed->entry[1].reason, "signal 9");
    assert_text_says(killed->entry[1].reason, "machine-dependent");
    assert_int_equal(killed->tabulated, 2);
    alea_contest_free(killed);

    for (unsigned again = 0; again < 2; again++) {
        alea_contest *quiet = hold_contest(hog, h.sandbox);
        assert_true(quiet->entry[0].ok);
        assert_string_equal(quiet->entry[1].what, "fuel");
        assert_int_equal(quiet->tabulated, again == 0); /* the sound one was stored at once */
        alea_contest_free(quiet);
    }
    alea_sandbox_free(h.sandbox);
    alea_game_free(hog);
}

/* ---- nothing stays behind ---- */

static bool is_gone(pid_t process)
{
    for (int i = 0; i < 400; i++) {
        if (kill(process, 0) != 0 && errno == ESRCH) return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

/* The workers of a process that is killed end with it. */
static void workers_end_with_their_library(void **state)
{
    (void)state;
    int pipes[2];
    pid_t zygote = 0;
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        lineup l = open_lineup();
        zygote = zygote_of(l.sandbox);
        if (write(pipes[1], &zygote, sizeof zygote) != sizeof zygote) _exit(1);
        pause();
    }
    assert_int_equal(read(pipes[0], &zygote, sizeof zygote), sizeof zygote);
    kill(child, SIGKILL);
    assert_true(is_gone(zygote));
    close(pipes[0]);
    close(pipes[1]);
}

/* ---- options ---- */

static void without_the_program_files_are_refused(void **state)
{
    (void)state;
    alea_game *game = lab_game("pig-pen");
    alea_sandbox *sandbox;
    char path[LAB_PATH];
    OK(alea_sandbox_open(NULL, &sandbox, &test_error));
    LAB_REFUSES(game, sandbox, lab_bot_path("two", path), ALEA_E_SANDBOX, "alea-worker", "--no-isolation");
    alea_sandbox_free(sandbox);

    /* A program that was compiled before there were workers gives a shorter struct. */
    alea_sandbox_options old = {
        .size = offsetof(alea_sandbox_options, worker), .worker = "x", .no_isolation = true};
    OK(alea_sandbox_open(&old, &sandbox, &test_error));
    LAB_REFUSES(game, sandbox, lab_bot_path("two", path), ALEA_E_SANDBOX, "alea-worker");
    alea_sandbox_free(sandbox);

    OK(alea_sandbox_open(&(alea_sandbox_options){.worker = "/nowhere/alea-worker"}, &sandbox, &test_error));
    LAB_REFUSES(game, sandbox, lab_bot_path("two", path), ALEA_E_SANDBOX, "/nowhere/alea-worker",
                "No such file");
    alea_sandbox_free(sandbox);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_may_die_at_any_moment),
        cmocka_unit_test(the_zygote_may_die_at_any_moment),
        cmocka_unit_test(a_worker_that_dies_in_a_game_is_the_bots_failure),
        cmocka_unit_test(without_memory_no_bot_fails),
        cmocka_unit_test(the_system_ends_what_takes_too_much_processor_time),
        cmocka_unit_test(contests_do_not_store_verdicts_of_the_machine),
        cmocka_unit_test(workers_end_with_their_library),
        cmocka_unit_test(without_the_program_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
