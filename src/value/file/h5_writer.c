#include "value/file/h5_writer.h"
#include "base/assert.h"
#include "base/error.h"
#include "value/file/format.h"
#include "value/file/lookup3.h"

#include <string.h>

/* ---- bytes ---- */

/* Adds elements as a file has them: numbers are little-endian there. */
static void writer_put_elements(alea__text *out, const alea__h5_array *a, const void *data, size_t count)
{
    const bool turned = __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ && a->element == sizeof(uint64_t);
    if (!turned) alea__text_add_bytes(out, data, count * a->element);
    for (size_t i = 0; turned && i < count; i++) {
        uint64_t number;
        memcpy(&number, (const char *)data + i * sizeof number, sizeof number);
        alea__h5_put(out, number, sizeof number);
    }
}

static size_t writer_count(const alea__h5_array *a)
{
    size_t count = 1;
    ALEA_ASSERT(a->rank <= ALEA__H5_MOST_RANK);
    for (unsigned i = 0; i < a->rank; i++) count *= a->size[i];
    return count;
}

/* ---- messages ---- */

static void writer_add_message(alea__text *object, alea__h5_kind kind, alea__text *data)
{
    ALEA_ASSERT(data->size <= UINT16_MAX);
    alea__h5_put(object, kind, 1);
    alea__h5_put(object, data->size, 2);
    alea__h5_put(object, 0, 1); /* flags */
    alea__text_add_bytes(object, data->data, data->size);
    if (data->failed) object->failed = true;
    alea__text_free(data);
}

void alea__h5_add_attribute(alea__text *group, const char *name, const alea__h5_array *array,
                            const void *data)
{
    enum { VERSION = 3, ASCII = 0 };
    alea__text type = {0}, space = {0}, all = {0};
    alea__h5_put_type(&type, array);
    alea__h5_put_space(&space, array);
    alea__h5_put(&all, VERSION, 1);
    alea__h5_put(&all, 0, 1); /* flags */
    alea__h5_put(&all, strlen(name) + 1, 2);
    alea__h5_put(&all, type.size, 2);
    alea__h5_put(&all, space.size, 2);
    alea__h5_put(&all, ASCII, 1);
    alea__text_add_bytes(&all, name, strlen(name) + 1);
    alea__text_add_bytes(&all, type.data, type.size);
    alea__text_add_bytes(&all, space.data, space.size);
    writer_put_elements(&all, array, data, writer_count(array));
    if (type.failed || space.failed) all.failed = true;
    alea__text_free(&type);
    alea__text_free(&space);
    writer_add_message(group, ALEA__H5_ATTRIBUTE, &all);
}

void alea__h5_add_link(alea__text *group, const char *name, uint64_t address)
{
    enum { VERSION = 1 };
    alea__text link = {0};
    ALEA_ASSERT(strlen(name) <= UINT8_MAX);
    alea__h5_put(&link, VERSION, 1);
    alea__h5_put(&link, 0, 1); /* flags: a hard link; the length of its name takes one byte */
    alea__h5_put(&link, strlen(name), 1);
    alea__text_add_bytes(&link, name, strlen(name));
    alea__h5_put(&link, address, 8);
    writer_add_message(group, ALEA__H5_LINK, &link);
}

/* ---- objects ---- */

/* Writes bytes at the end of the file, and returns their address. */
static uint64_t writer_append(alea__h5_writer *w, const void *bytes, size_t size)
{
    const uint64_t at = w->end;
    alea__draft_put(w->draft, ALEA__USER_BLOCK + at, bytes, size);
    w->end += size;
    return at;
}

/* Writes a block of metadata followed by its checksum; the block is freed. */
static uint64_t writer_append_block(alea__h5_writer *w, alea__text *block)
{
    if (!block->failed)
        alea__h5_put(block, alea__lookup3((const unsigned char *)block->data, block->size), 4);
    if (block->failed) w->failed = true;
    const uint64_t at = block->failed ? 0 : writer_append(w, block->data, block->size);
    alea__text_free(block);
    return at;
}

/* Writes an object of these messages, which are freed. */
static uint64_t writer_append_object(alea__h5_writer *w, alea__text *messages)
{
    enum { VERSION = 2, SIZE_OF_FOUR_BYTES = 2 };
    alea__text block = {0};
    alea__text_add_bytes(&block, "OHDR", 4);
    alea__h5_put(&block, VERSION, 1);
    alea__h5_put(&block, SIZE_OF_FOUR_BYTES, 1);
    alea__h5_put(&block, messages->size, 4);
    alea__text_add_bytes(&block, messages->data, messages->size);
    if (messages->failed) block.failed = true;
    alea__text_free(messages);
    return writer_append_block(w, &block);
}

/* Precedes the links with the two messages that make an object a group: links are stored in the object, without further
   settings. */
uint64_t alea__h5_write_group(alea__h5_writer *w, alea__text *group)
{
    alea__text info = {0}, nothing = {0}, messages = {0};
    alea__h5_put(&info, 0, 2);                /* version and flags */
    alea__h5_put(&info, ALEA__H5_NOWHERE, 8); /* heap of links */
    alea__h5_put(&info, ALEA__H5_NOWHERE, 8); /* tree of their names */
    alea__h5_put(&nothing, 0, 2);             /* version and flags */
    writer_add_message(&messages, ALEA__H5_LINK_INFO, &info);
    writer_add_message(&messages, ALEA__H5_GROUP_INFO, &nothing);
    alea__text_add_bytes(&messages, group->data, group->size);
    if (group->failed) messages.failed = true;
    alea__text_free(group);
    return writer_append_object(w, &messages);
}

/* Writes the elements: at once, or where numbers must be turned, in pieces. */
static uint64_t writer_append_elements(alea__h5_writer *w, const alea__h5_array *array, const void *data)
{
    enum { PIECE = 4096 };
    const uint64_t at = w->end;
    const size_t count = writer_count(array), element = (size_t)array->element;
    const size_t step = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? count : PIECE;
    for (size_t i = 0; i < count; i += step) {
        const size_t next = count - i < step ? count - i : step;
        const char *piece = (const char *)data + i * element;
        alea__text turned = {0};
        if (step < count) writer_put_elements(&turned, array, piece, next);
        if (turned.failed) w->failed = true;
        writer_append(w, turned.data ? turned.data : piece, next * element);
        alea__text_free(&turned);
    }
    return at;
}

uint64_t alea__h5_write_dataset(alea__h5_writer *w, const alea__h5_array *array, const void *data)
{
    enum { FILL_VERSION = 3, LATE_AND_NEVER_FILLED = 0x06, LAYOUT_VERSION = 3, CONTIGUOUS = 1 };
    alea__text type = {0}, space = {0}, fill = {0}, layout = {0}, messages = {0};
    const uint64_t elements = writer_append_elements(w, array, data);
    alea__h5_put_space(&space, array);
    alea__h5_put_type(&type, array);
    alea__h5_put(&fill, FILL_VERSION, 1);
    alea__h5_put(&fill, LATE_AND_NEVER_FILLED, 1);
    alea__h5_put(&layout, LAYOUT_VERSION, 1);
    alea__h5_put(&layout, CONTIGUOUS, 1);
    alea__h5_put(&layout, elements, 8);
    alea__h5_put(&layout, writer_count(array) * array->element, 8);
    writer_add_message(&messages, ALEA__H5_DATASPACE, &space);
    writer_add_message(&messages, ALEA__H5_DATATYPE, &type);
    writer_add_message(&messages, ALEA__H5_FILL_VALUE, &fill);
    writer_add_message(&messages, ALEA__H5_LAYOUT, &layout);
    return writer_append_object(w, &messages);
}

/* ---- the file ---- */

enum { SUPERBLOCK_SIZE = 48 };

void alea__h5_begin(alea__h5_writer *w)
{
    w->end = SUPERBLOCK_SIZE;
}

alea_status alea__h5_end(alea__h5_writer *w, alea__text *root, alea_error *error)
{
    enum { VERSION = 2 };
    alea__text block = {0};
    const uint64_t address = alea__h5_write_group(w, root), end = w->end;
    alea__text_add_bytes(&block, "\x89HDF\r\n\x1a\n", 8);
    alea__h5_put(&block, VERSION, 1);
    alea__h5_put(&block, 8, 1); /* bytes of an address */
    alea__h5_put(&block, 8, 1); /* bytes of a size */
    alea__h5_put(&block, 0, 1); /* flags */
    alea__h5_put(&block, ALEA__USER_BLOCK, 8);
    alea__h5_put(&block, ALEA__H5_NOWHERE, 8); /* extension */
    alea__h5_put(&block, ALEA__USER_BLOCK + end, 8);
    alea__h5_put(&block, address, 8);
    w->end = 0;
    writer_append_block(w, &block);
    w->end = ALEA__USER_BLOCK + end;
    return w->failed ? alea__out_of_memory(error) : ALEA_OK;
}
