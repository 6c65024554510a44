#include "value/file/seal.h"
#include "base/error.h"
#include "value/file/format.h"
#include "value/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A file whose seal is being checked. */
typedef struct sealed_file {
    const char *path;
    alea__file *file;
    alea_error *error;
} sealed_file;

#define BAD(r, ...) alea__fail_at((r)->error, ALEA_E_FILE, (r)->path, 0, __VA_ARGS__)

static alea_status seal_cut_short(const sealed_file *f, uint64_t size)
{
    return BAD(f, VALUE_CUT_SHORT, size);
}

static alea_status seal_changed(const sealed_file *f, const char *what)
{
    return BAD(f, VALUE_FILE_CHANGED, what);
}

static alea_status seal_no_table(const sealed_file *f, const char *block, size_t size)
{
    size_t magic = strlen(ALEA__MAGIC);
    if (size == 0) return BAD(f, VALUE_EMPTY_FILE);
    if (size < magic && memcmp(block, ALEA__MAGIC, size) == 0) return seal_cut_short(f, size);
    return BAD(f, VALUE_NO_TABLE, alea__values_recognised(block, size) ? "an HDF5 file" : "a file",
               ALEA__MAGIC);
}

static alea_status seal_check_version(const sealed_file *f, const char *block)
{
    unsigned version = 0;
    char after = 0;
    int found = sscanf(block, ALEA__MAGIC "%6u%c", &version, &after);
    if (found != 2 || after != '\n' || version == 0) return seal_changed(f, VALUE_CHANGED_FIRST_LINE);
    if (version <= ALEA__TABLE_VERSION) return ALEA_OK;
    return BAD(f, VALUE_NEWER_FORMAT, version, alea_version(), ALEA__TABLE_VERSION);
}

/* Reads the SHA-256 and the size from the first block, which must be exactly as alea writes it. */
static alea_status seal_claims(const sealed_file *f, const char *block, char sha256[65], uint64_t *size)
{
    char again[ALEA__USER_BLOCK];
    int found = sscanf(block, ALEA__MAGIC "%*u\nsha256 %64[0-9a-f]\nsize %" SCNu64 "\n", sha256, size);
    if (found == 2) alea__user_block(again, sha256, *size);
    if (found == 2 && memcmp(again, block, sizeof again) == 0) return ALEA_OK;
    return seal_changed(f, VALUE_CHANGED_BLOCK);
}

/* Checks the first words, so that a file of another kind is named, then version, size and SHA-256. */
static alea_status seal_check(const sealed_file *f)
{
    char block[ALEA__USER_BLOCK + 1] = {0}, sha256[65], found[65];
    uint64_t here = alea__file_size(f->file), size;
    size_t there = here < ALEA__USER_BLOCK ? (size_t)here : ALEA__USER_BLOCK;
    if (!alea__file_get(f->file, 0, block, there)) return alea__file_failure(f->file, f->error);
    if (there < strlen(ALEA__MAGIC) || memcmp(block, ALEA__MAGIC, strlen(ALEA__MAGIC)) != 0)
        return seal_no_table(f, block, there);
    if (there < ALEA__USER_BLOCK) return seal_cut_short(f, here);
    alea_status status = seal_check_version(f, block);
    if (status == ALEA_OK) status = seal_claims(f, block, sha256, &size);
    if (status != ALEA_OK) return status;
    if (here < size) return BAD(f, VALUE_CUT_SHORT_OF, here, size);
    if (here > size) return seal_changed(f, VALUE_CHANGED_LONGER);
    if (!alea__sha256_range(alea__file_get, f->file, ALEA__USER_BLOCK, here, found))
        return alea__file_failure(f->file, f->error);
    return strcmp(found, sha256) == 0 ? ALEA_OK : seal_changed(f, VALUE_CHANGED_SHA256);
}

alea_status alea__seal_check(const char *path, alea__file *file, alea_error *error)
{
    return seal_check(&(sealed_file){path, file, error});
}
