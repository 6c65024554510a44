#include "sandbox/cache.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "bot/asking.h"
#include "sandbox/cache_folder.h"
#include "sandbox/messages.h"

#include <alea/bot.h>
#include <stdio.h>
#include <string.h>

static const char magic[] = "alea compiled component 1\n";
enum { MAGIC = sizeof magic - 1, SUM = 64, HEAD = MAGIC + SUM + 1, CACHE_NAME = 80 };

alea_status alea__cache_open(alea__cache *c, const struct alea_sandbox_options *options, const char *settings,
                             alea_error *error)
{
    *c = (alea__cache){.settings = settings, .most = options->cache_size};
    if (!options->cache_folder) return ALEA_OK;
    char *copy = alea__copy_text(options->cache_folder);
    if (!copy) return alea__out_of_memory(error);
    if (pthread_mutex_init(&c->lock, NULL) != 0) {
        alea__free(copy);
        return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_ENGINE_NO_LOCK);
    }
    c->folder = copy;
    return ALEA_OK;
}

void alea__cache_close(alea__cache *c)
{
    if (!c->folder) return;
    pthread_mutex_destroy(&c->lock);
    alea__free(c->folder);
    c->folder = NULL;
}

bool alea__cache_is_open(const alea__cache *c)
{
    return c->folder || c->remote;
}

void alea__cache_key(const alea__cache *c, const void *component, size_t size, char key[65])
{
    char sum[65], all[400];
    alea__sha256_hex(component, size, sum);
    int length =
        snprintf(all, sizeof all, "%s wasmtime %s %s %s", sum, WASMTIME_VERSION, c->settings, alea__asking);
    ALEA_ASSERT(length > 0 && (size_t)length < sizeof all);
    alea__sha256_hex(all, (size_t)length, key);
}

static void cache_name(const char key[65], char name[CACHE_NAME])
{
    ALEA_ASSERT(strlen(key) == 64);
    snprintf(name, CACHE_NAME, "%s.compiled", key);
}

static void cache_remember(alea__cache *c, const char *trouble)
{
    pthread_mutex_lock(&c->lock);
    if (c->trouble[0] == 0) snprintf(c->trouble, sizeof c->trouble, "%s", trouble);
    pthread_mutex_unlock(&c->lock);
}

/* Once set, the text does not change. */
const char *alea__cache_trouble(alea__cache *c)
{
    if (!c->folder) return NULL;
    pthread_mutex_lock(&c->lock);
    const char *trouble = c->trouble[0] ? c->trouble : NULL;
    pthread_mutex_unlock(&c->lock);
    return trouble;
}

/* ---- reading ---- */

/* Whether the header is right and the checksum matches the rest. */
static bool cache_is_sound(const unsigned char *data, size_t size)
{
    char sum[65];
    if (size <= HEAD || memcmp(data, magic, MAGIC) != 0 || data[HEAD - 1] != '\n') return false;
    alea__sha256_hex(data + HEAD, size - HEAD, sum);
    return memcmp(data + MAGIC, sum, SUM) == 0;
}

static wasmtime_component_t *cache_deserialize(const wasm_engine_t *engine, const unsigned char *data,
                                               size_t size)
{
    wasmtime_component_t *component = NULL;
    wasmtime_error_t *failure = wasmtime_component_deserialize(engine, data, size, &component);
    if (failure) wasmtime_error_delete(failure);
    return failure ? NULL : component;
}

bool alea__cache_read(alea__cache *c, const char key[65], unsigned char **data, size_t *size)
{
    char name[CACHE_NAME];
    unsigned char *file = NULL;
    size_t length;
    alea_error error;
    if (!c->folder) return false;
    cache_name(key, name);
    if (alea__cache_folder_read(c->folder, name, &file, &length, &error) != ALEA_OK) {
        cache_remember(c, error.message);
        return false;
    }
    if (file && cache_is_sound(file, length)) {
        *size = length - HEAD;
        memmove(file, file + HEAD, *size);
        *data = file;
        return true;
    }
    alea__free(file);
    return false;
}

/* ---- a file of its own: a line, the key, the checksum, the component ---- */

static const char file_magic[] = "alea compiled component, made with alea 1\n";
enum { FILE_MAGIC = sizeof file_magic - 1, FILE_HEAD = FILE_MAGIC + 2 * (SUM + 1) };

static bool file_is_sound(const unsigned char *data, size_t size, const char key[65])
{
    char sum[65];
    if (size <= FILE_HEAD || memcmp(data, file_magic, FILE_MAGIC) != 0) return false;
    if (memcmp(data + FILE_MAGIC, key, SUM) != 0) return false;
    alea__sha256_hex(data + FILE_HEAD, size - FILE_HEAD, sum);
    return memcmp(data + FILE_MAGIC + SUM + 1, sum, SUM) == 0;
}

wasmtime_component_t *alea__cache_get_file(const wasm_engine_t *engine, const char *path, const char key[65])
{
    unsigned char *data;
    size_t size;
    wasmtime_component_t *component = NULL;
    if (alea__cache_file_read(path, &data, &size, NULL) != ALEA_OK || !data) return NULL;
    if (file_is_sound(data, size, key))
        component = cache_deserialize(engine, data + FILE_HEAD, size - FILE_HEAD);
    alea__free(data);
    return component;
}

alea_status alea__cache_write_file(const char *path, const char key[65],
                                   const wasmtime_component_t *component, alea_error *error)
{
    wasm_byte_vec_t bytes;
    alea__text file = {0};
    char sum[65];
    wasmtime_error_t *failure = wasmtime_component_serialize(component, &bytes);
    if (failure) {
        wasmtime_error_delete(failure);
        return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_CACHE_NOT_SERIALIZED);
    }
    alea__sha256_hex(bytes.data, bytes.size, sum);
    alea__text_add(&file, "%s%s\n%s\n", file_magic, key, sum);
    alea__text_add_bytes(&file, bytes.data, bytes.size);
    wasm_byte_vec_delete(&bytes);
    alea_status status =
        file.failed ? alea__out_of_memory(error) : alea__write_file(path, file.data, file.size, error);
    alea__text_free(&file);
    return status;
}

/* ---- the folder, or the process that reads it ---- */

wasmtime_component_t *alea__cache_get(alea__cache *c, const wasm_engine_t *engine, const char key[65])
{
    unsigned char *data;
    size_t size;
    bool found = c->remote ? c->remote->get(c->remote->user, key, &data, &size)
                           : alea__cache_read(c, key, &data, &size);
    if (!found) return NULL;
    wasmtime_component_t *component = cache_deserialize(engine, data, size);
    alea__free(data);
    return component;
}

/* ---- writing ---- */

/* Writes header and component, and removes old files. Errors are recorded but do not fail anything. */
void alea__cache_write(alea__cache *c, const char key[65], const void *data, size_t size)
{
    alea__text file = {0};
    alea_error error;
    char sum[65], name[CACHE_NAME];
    if (!c->folder) return;
    ALEA_ASSERT(strlen(key) == 64);
    alea__sha256_hex(data, size, sum);
    alea__text_add(&file, "%s%s\n", magic, sum);
    alea__text_add_bytes(&file, data, size);
    cache_name(key, name);
    if (file.failed)
        cache_remember(c, SANDBOX_CACHE_NO_MEMORY);
    else if (alea__cache_folder_write(c->folder, name, file.data, file.size, &error) != ALEA_OK)
        cache_remember(c, error.message);
    else
        alea__cache_folder_shrink(c->folder, name, c->most);
    alea__text_free(&file);
}

void alea__cache_put(alea__cache *c, const char key[65], const wasmtime_component_t *component)
{
    wasm_byte_vec_t bytes;
    if (!c->folder && !c->remote) return;
    wasmtime_error_t *failure = wasmtime_component_serialize(component, &bytes);
    if (failure) {
        cache_remember(c, SANDBOX_CACHE_NOT_SERIALIZED);
        wasmtime_error_delete(failure);
        return;
    }
    if (c->remote)
        c->remote->put(c->remote->user, key, bytes.data, bytes.size);
    else
        alea__cache_write(c, key, bytes.data, bytes.size);
    wasm_byte_vec_delete(&bytes);
}
