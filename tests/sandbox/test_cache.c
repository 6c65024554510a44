/* The compile cache: faster, or as if it were not there. */
#include "lab.h"
#include "sandbox/cache_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static alea_game *game;
static const char folder[] = "some/where/cache";

static int open_all(void **state)
{
    (void)state;
    game = lab_game("pig-pen");
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_game_free(game);
    return 0;
}

static unsigned list(char names[8][LAB_PATH])
{
    DIR *dir = opendir(folder);
    unsigned count = 0;
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry && count < 8; entry = readdir(dir))
        if (entry->d_name[0] != '.') snprintf(names[count++], LAB_PATH, "%s/%.200s", folder, entry->d_name);
    if (dir) closedir(dir);
    return count;
}

static int empty_folder(void **state)
{
    char names[8][LAB_PATH];
    (void)state;
    for (unsigned n = list(names); n > 0; n--) unlink(names[n - 1]);
    return 0;
}

/* The file in the cache, which holds one. */
static unsigned char *content(size_t *size)
{
    char names[8][LAB_PATH];
    unsigned char *data;
    assert_int_equal(list(names), 1);
    assert_int_equal(alea__read_file(names[0], 1 << 30, &data, size, NULL), ALEA_OK);
    return data;
}

static void replace(const void *data, size_t size)
{
    char names[8][LAB_PATH];
    assert_int_equal(list(names), 1);
    assert_int_equal(alea__write_file(names[0], data, size, NULL), ALEA_OK);
}

/* Opens a bot, asks it, and returns the problem that the cache recorded. */
static bool use(const char *in)
{
    alea_sandbox *sandbox = lab_sandbox(&(alea_sandbox_options){.cache_folder = in});
    alea_bot *bot = lab_bot(game, sandbox, "wasm:two");
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    assert_int_equal(lab_ask(bot, instance, 0).failure, ALEA_NO_FAILURE);
    bot->ops->end(instance);
    alea_bot_free(bot);
    bool trouble = alea_sandbox_cache_trouble(sandbox) != NULL;
    alea_sandbox_free(sandbox);
    return trouble;
}

static uint64_t inode(void)
{
    char names[8][LAB_PATH];
    struct stat about;
    assert_int_equal(list(names), 1);
    assert_int_equal(stat(names[0], &about), 0);
    return about.st_ino;
}

static void the_folder_is_made_and_the_file_used_again(void **state)
{
    (void)state;
    assert_false(use(folder));
    uint64_t before = inode();
    assert_false(use(folder));
    assert_int_equal(inode(), before); /* a file that is written again would have another inode */
}

static void other_bots_have_other_files(void **state)
{
    (void)state;
    char names[8][LAB_PATH];
    alea_sandbox *sandbox = lab_sandbox(&(alea_sandbox_options){.cache_folder = folder});
    const char *const specs[] = {"wasm:two", "wasm:stateful", "wasm:two"};
    for (int i = 0; i < 3; i++) alea_bot_free(lab_bot(game, sandbox, specs[i]));
    alea_sandbox_free(sandbox);
    assert_int_equal(list(names), 2);
}

/* After any damage the bot works, and the file is as it was. */
static void heals(const void *damaged, size_t damaged_size, const void *sound, size_t size)
{
    size_t healed_size;
    replace(damaged, damaged_size);
    assert_false(use(folder));
    unsigned char *healed = content(&healed_size);
    assert_int_equal(healed_size, size);
    assert_memory_equal(healed, sound, 26);
    alea__free(healed);
}

static void damaged_and_cut_files_are_made_anew(void **state)
{
    (void)state;
    size_t size;
    use(folder);
    unsigned char *sound = content(&size), *damaged = alea__alloc(size);
    assert_non_null(damaged);
    const size_t places[] = {0, 25, 26, 60, 90, 91, 92, size / 2, size - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        memcpy(damaged, sound, size);
        damaged[places[i]] ^= 0x10;
        heals(damaged, size, sound, size);
        heals(sound, places[i], sound, size);
    }
    heals("", 0, sound, size);
    alea__free(damaged);
    alea__free(sound);
}

/* Sound by its sum, but not what this engine serialised. */
static void a_foreign_file_is_made_anew(void **state)
{
    (void)state;
    static const char payload[] = "made by somebody else";
    char file[200], sum[65];
    size_t size;
    use(folder);
    unsigned char *sound = content(&size);
    alea__sha256_hex(payload, sizeof payload, sum);
    int head = snprintf(file, sizeof file, "alea compiled component 1\n%s\n", sum);
    memcpy(file + head, payload, sizeof payload);
    heals(file, (size_t)head + sizeof payload, sound, size);
    alea__free(sound);
}

static void a_file_of_an_older_version_is_made_anew(void **state)
{
    (void)state;
    size_t size;
    char sum[65];
    use(folder);
    unsigned char *sound = content(&size), *older = content(&size);
    unsigned char *version = memmem(older, size, "50.0.1", 6);
    if (version) {
        version[1] = '9';
        alea__sha256_hex(older + 91, size - 91, sum);
        memcpy(older + 26, sum, 64);
        heals(older, size, sound, size);
    }
    alea__free(sound);
    alea__free(older);
}

/* Of these instructions code is made only for processors that have them; the engine notes in the file which those are. */
static unsigned char *absent_feature(unsigned char *data, size_t size)
{
    static const char *const features[] = {"has_fma", "has_avx2", "has_avx512vl", "has_avx512bitalg",
                                           "has_avx512vbmi"};
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        unsigned char *name = memmem(data, size, features[i], strlen(features[i]));
        if (name && name[strlen(features[i]) + 1] == 0) return name + strlen(features[i]) + 1;
    }
    return NULL;
}

/* A folder shared by two machines: code compiled for the one with more instructions is recompiled by the other. */
static void a_file_for_a_processor_with_more_is_made_anew(void **state)
{
    (void)state;
    size_t size;
    char sum[65];
    use(folder);
    unsigned char *other = content(&size);
    unsigned char *feature = absent_feature(other, size);
    if (feature) {
        *feature = 1;
        alea__sha256_hex(other + 91, size - 91, sum);
        memcpy(other + 26, sum, 64);
        replace(other, size);
        const uint64_t before = inode();
        assert_false(use(folder));
        assert_int_not_equal(inode(), before);
    }
    alea__free(other);
}

static void without_a_folder_nothing_is_kept(void **state)
{
    char names[8][LAB_PATH];
    (void)state;
    assert_false(use(NULL));
    assert_int_equal(list(names), 0);
}

static void a_folder_that_cannot_be_made_is_trouble_and_nothing_else(void **state)
{
    (void)state;
    assert_int_equal(alea__write_file("file", "x", 1, NULL), ALEA_OK);
    assert_true(use("file/cache"));
    assert_true(use("/proc/alea-cache"));
}

/* A device without room, as good as a full disk. */
static void a_full_disk_is_trouble_and_nothing_else(void **state)
{
    (void)state;
    use(folder);
    char names[8][LAB_PATH];
    assert_int_equal(list(names), 1);
    assert_int_equal(unlink(names[0]), 0);
    assert_int_equal(mkdir(names[0], 0700), 0); /* a file cannot replace a folder */
    assert_true(use(folder));
    assert_int_equal(rmdir(names[0]), 0);
}

/* ---- ownership ---- */

static void a_folder_that_others_can_write_to_is_not_used(void **state)
{
    (void)state;
    char names[8][LAB_PATH];
    use(folder);
    uint64_t before = inode();
    assert_int_equal(chmod(folder, 0777), 0);
    assert_true(use(folder));
    assert_int_equal(inode(), before);
    assert_int_equal(unlink((list(names), names[0])), 0);
    assert_true(use(folder));
    assert_int_equal(list(names), 0); /* nothing is written either */
    assert_int_equal(chmod(folder, 0770), 0);
    assert_true(use(folder));
    assert_int_equal(chmod(folder, 0755), 0);
    assert_false(use(folder));
    assert_int_equal(chmod(folder, 0700), 0);
}

static void a_file_that_others_can_write_to_is_replaced(void **state)
{
    (void)state;
    char names[8][LAB_PATH];
    struct stat about;
    use(folder);
    uint64_t before = inode();
    assert_int_equal(list(names), 1);
    assert_int_equal(chmod(names[0], 0666), 0);
    assert_true(use(folder));
    assert_int_not_equal(inode(), before);
    assert_int_equal(stat(names[0], &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_false(use(folder));
}

/* A sound file in another place: a link to it is not followed. */
static void a_link_is_replaced(void **state)
{
    (void)state;
    char names[8][LAB_PATH];
    struct stat about;
    use(folder);
    assert_int_equal(list(names), 1);
    assert_int_equal(rename(names[0], "elsewhere"), 0);
    char *target = realpath("elsewhere", NULL);
    assert_int_equal(symlink(target, names[0]), 0);
    free(target);
    assert_false(use(folder));
    assert_int_equal(lstat(names[0], &about), 0);
    assert_true(S_ISREG(about.st_mode));
}

static void what_belongs_to_another_user_is_not_used(void **state)
{
    (void)state;
    enum { NOBODY = 65534 };
    char names[8][LAB_PATH];
    if (geteuid() != 0) cannot_run("only root can give a file to another user");
    use(folder);
    assert_int_equal(list(names), 1);
    uint64_t before = inode();
    assert_int_equal(chown(names[0], NOBODY, NOBODY), 0);
    assert_true(use(folder));
    assert_int_not_equal(inode(), before); /* replaced by one of our own */
    assert_false(use(folder));
    assert_int_equal(chown(folder, NOBODY, NOBODY), 0);
    before = inode();
    assert_true(use(folder));
    assert_int_equal(inode(), before);
    assert_int_equal(chown(folder, 0, 0), 0);
}

/* ---- a component that is compiled when alea is built ---- */

typedef struct made_ahead {
    alea__engine *engine, *other; /* `other` compiled it, for machines that may have less */
    char key[65];
} made_ahead;

static made_ahead make_ahead(const char *path)
{
    made_ahead m;
    alea_sandbox_options options;
    wasmtime_component_t *component;
    wasm_byte_vec_t binary;
    OK(alea__sandbox_options(&(alea_sandbox_options){0}, &options, &test_error));
    OK(alea__engine_open(&options, &m.engine, &test_error));
    OK(alea__engine_open_for_others(&options, &m.other, &test_error));
    assert_null(wasmtime_wat2wasm("(component)", strlen("(component)"), &binary));
    alea__cache_key(&m.engine->cache, binary.data, binary.size, m.key);
    assert_null(alea__compile(m.other, binary.data, binary.size, &component));
    OK(alea__cache_write_file(path, m.key, component, &test_error));
    wasmtime_component_delete(component);
    wasm_byte_vec_delete(&binary);
    return m;
}

static bool loads(const made_ahead *m, const char *path, const char *key)
{
    wasmtime_component_t *component = alea__cache_get_file(m->engine->wasm, path, key);
    if (component) wasmtime_component_delete(component);
    return component != NULL;
}

static void a_component_made_ahead_is_loaded_if_it_is_sound_and_the_same(void **state)
{
    (void)state;
    static const char path[] = "ahead/python.wasm.compiled";
    unsigned char *data;
    size_t size;
    assert_int_equal(mkdir("ahead", 0755), 0);
    made_ahead m = make_ahead(path);
    char other_key[65];
    memcpy(other_key, m.key, sizeof other_key);
    other_key[7] = other_key[7] == '0' ? '1' : '0';
    assert_true(loads(&m, path, m.key));
    assert_false(loads(&m, path, other_key));
    assert_false(loads(&m, "ahead/missing", m.key));
    OK(alea__read_file(path, 1 << 24, &data, &size, &test_error));
    const size_t places[] = {0, 60, 150, size / 2, size - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        data[places[i]] ^= 1;
        OK(alea__write_file(path, data, size, &test_error));
        assert_false(loads(&m, path, m.key));
        data[places[i]] ^= 1;
    }
    OK(alea__write_file(path, data, size / 2, &test_error));
    assert_false(loads(&m, path, m.key));
    OK(alea__write_file(path, data, size, &test_error));
    assert_true(loads(&m, path, m.key));
    alea__free(data);
    alea__engine_free(m.engine);
    alea__engine_free(m.other);
}

static void a_component_made_ahead_that_others_can_write_to_is_not_loaded(void **state)
{
    (void)state;
    static const char path[] = "shared/python.wasm.compiled";
    assert_int_equal(mkdir("shared", 0755), 0);
    made_ahead m = make_ahead(path);
    assert_true(loads(&m, path, m.key));
    assert_int_equal(chmod(path, 0664), 0);
    assert_false(loads(&m, path, m.key));
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(chmod("shared", 0777), 0);
    assert_false(loads(&m, path, m.key));
    assert_int_equal(chmod("shared", 0755), 0);
    assert_int_equal(rename(path, "shared/real"), 0);
    assert_int_equal(symlink("real", path), 0);
    assert_false(loads(&m, path, m.key));
    alea__engine_free(m.engine);
    alea__engine_free(m.other);
}

/* ---- its size ---- */

static void put(const char *name, size_t size, int64_t second)
{
    char path[LAB_PATH];
    unsigned char *data = alea__alloc(size);
    const struct timespec used[2] = {{second, 0}, {second, 0}};
    assert_non_null(data);
    assert_int_equal(alea__cache_folder_write(folder, name, data, size, NULL), ALEA_OK);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(utimensat(AT_FDCWD, path, used, 0), 0);
    alea__free(data);
}

static bool has(const char *name)
{
    char path[LAB_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void what_was_not_used_for_longest_goes(void **state)
{
    (void)state;
    unsigned char *data;
    size_t size;
    put("a.compiled", 100, 10);
    put("b.compiled", 100, 20);
    put("c.compiled", 100, 30);
    put("notes.txt", 5000, 1);
    assert_int_equal(alea__cache_folder_read(folder, "a.compiled", &data, &size, NULL), ALEA_OK);
    assert_int_equal(size, 100); /* and so it is the one that was used last */
    alea__free(data);
    alea__cache_folder_shrink(folder, "c.compiled", 300);
    assert_true(has("a.compiled") && has("b.compiled") && has("c.compiled"));
    alea__cache_folder_shrink(folder, "c.compiled", 299);
    assert_true(has("a.compiled") && !has("b.compiled") && has("c.compiled"));
    alea__cache_folder_shrink(folder, "c.compiled", 1);
    assert_true(!has("a.compiled") && has("c.compiled"));
    assert_true(has("notes.txt"));
    assert_int_equal(alea__cache_folder_read(folder, "a.compiled", &data, &size, NULL), ALEA_OK);
    assert_null(data);
}

static void the_cache_keeps_to_its_size(void **state)
{
    (void)state;
    char names[8][LAB_PATH];
    alea_sandbox *sandbox = lab_sandbox(&(alea_sandbox_options){.cache_folder = folder, .cache_size = 1});
    const char *const specs[] = {"wasm:two", "wasm:stateful"};
    for (int i = 0; i < 2; i++) alea_bot_free(lab_bot(game, sandbox, specs[i]));
    alea_sandbox_free(sandbox);
    assert_int_equal(list(names), 1);
}

static void processes_that_write_at_once_do_not_disturb_each_other(void **state)
{
    (void)state;
    char self[LAB_PATH];
    enum { PROCESSES = 4 };
    pid_t child[PROCESSES];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_in_range(length, 1, sizeof self - 2);
    self[length] = 0;
    for (int i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            execl(self, self, "use", (char *)NULL);
            _exit(9);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_true(WIFEXITED(status));
        assert_that(WEXITSTATUS(status), ==, 0);
    }
    uint64_t before = inode(); /* one file, nothing beside it */
    assert_false(use(folder));
    assert_int_equal(inode(), before);
}

/* The work of each of these processes. */
static int use_only(void)
{
    alea_game *own;
    alea_sandbox *sandbox;
    alea_bot *bot;
    char path[LAB_PATH];
    snprintf(path, sizeof path, "%s/tests/bots/two.wasm", getenv("ALEA_BUILD"));
    if (alea_game_open("pig-pen", &own, NULL) != ALEA_OK) return 1;
    if (alea_sandbox_open(&(alea_sandbox_options){.cache_folder = folder, .no_isolation = true}, &sandbox,
                          NULL) != ALEA_OK)
        return 1;
    if (alea_bot_open(own, path, sandbox, &bot, NULL) != ALEA_OK) return 1;
    int result = alea_sandbox_cache_trouble(sandbox) != NULL;
    alea_bot_free(bot);
    alea_sandbox_free(sandbox);
    alea_game_free(own);
    return result;
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "use") == 0) return use_only();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_folder_is_made_and_the_file_used_again, empty_folder),
        cmocka_unit_test_setup(other_bots_have_other_files, empty_folder),
        cmocka_unit_test_setup(damaged_and_cut_files_are_made_anew, empty_folder),
        cmocka_unit_test_setup(a_foreign_file_is_made_anew, empty_folder),
        cmocka_unit_test_setup(a_file_of_an_older_version_is_made_anew, empty_folder),
        cmocka_unit_test_setup(a_file_for_a_processor_with_more_is_made_anew, empty_folder),
        cmocka_unit_test_setup(without_a_folder_nothing_is_kept, empty_folder),
        cmocka_unit_test_setup(a_folder_that_cannot_be_made_is_trouble_and_nothing_else, empty_folder),
        cmocka_unit_test_setup(a_full_disk_is_trouble_and_nothing_else, empty_folder),
        cmocka_unit_test_setup(a_folder_that_others_can_write_to_is_not_used, empty_folder),
        cmocka_unit_test_setup(a_file_that_others_can_write_to_is_replaced, empty_folder),
        cmocka_unit_test_setup(a_link_is_replaced, empty_folder),
        cmocka_unit_test_setup(what_belongs_to_another_user_is_not_used, empty_folder),
        cmocka_unit_test(a_component_made_ahead_is_loaded_if_it_is_sound_and_the_same),
        cmocka_unit_test(a_component_made_ahead_that_others_can_write_to_is_not_loaded),
        cmocka_unit_test_setup(what_was_not_used_for_longest_goes, empty_folder),
        cmocka_unit_test_setup(the_cache_keeps_to_its_size, empty_folder),
        cmocka_unit_test_setup(processes_that_write_at_once_do_not_disturb_each_other, empty_folder),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
