/* Links are messages of the group itself when alea writes them. In version 0.1 libhdf5 moved more than eight links, as in
   tables of Despirala, to a heap with a tree of their names; both are small enough there to have one block each. */
#include "value/file/links.h"
#include "base/assert.h"
#include "base/memory.h"
#include "value/messages.h"

#include <string.h>

enum {
    ADDRESS = 8, /* bytes */
    LINK_VERSION = 1,
    HAS_KIND = 0x08,
    HAS_CHARACTER_SET = 0x10,
    WIDTH_OF_LENGTH = 0x03 /* flags of a link */
};

/* Takes a link from the front. Returns false if it is cut short or has another form. *address: see alea__h5_find_link. */
static bool link_take(alea__h5_bytes bytes, alea__h5_bytes *name, uint64_t *address)
{
    const uint64_t version = alea__h5_take(&bytes, 1), flags = alea__h5_take(&bytes, 1);
    if (version != LINK_VERSION || (flags & ~(uint64_t)(HAS_KIND | HAS_CHARACTER_SET | WIDTH_OF_LENGTH)) != 0)
        return false;
    const bool hard = !(flags & HAS_KIND) || alea__h5_take(&bytes, 1) == 0;
    if (flags & HAS_CHARACTER_SET) alea__h5_take(&bytes, 1);
    *name = alea__h5_take_bytes(&bytes, alea__h5_take(&bytes, 1u << (flags & WIDTH_OF_LENGTH)));
    *address = hard ? alea__h5_take(&bytes, ADDRESS) : ALEA__H5_NOWHERE;
    return !bytes.failed;
}

static bool link_is_called(alea__h5_bytes found, const char *name)
{
    return found.left == strlen(name) && memcmp(found.at, name, found.left) == 0;
}

/* ---- links in a heap ---- */

enum {
    HEAP_SIZE = 146,
    TREE_SIZE = 38,
    LEAF_PREFIX = 6,  /* bytes; of a leaf without its records */
    LEAF_RECORD = 11, /* hash of a name, flags, place, length */
    LARGEST_HEAP_BLOCK = 65536,
    BLOCK_CHECKSUM_AT = 17,
    MOST_LEAF_RECORDS = 45 /* in the 512 bytes that a leaf may have */
};

typedef struct links_heap {
    const alea__h5 *h5;
    uint64_t heap, tree; /* addresses of the two headers */
    alea__h5_block data, leaf;
    uint64_t records; /* in the leaf */
} links_heap;

/* Whether the next bytes are these. */
static bool links_take_same(alea__h5_bytes *bytes, const unsigned char *expected, size_t size)
{
    const alea__h5_bytes found = alea__h5_take_bytes(bytes, size);
    return !found.failed && memcmp(found.at, expected, size) == 0;
}

/* Finds the heap's only block; the header must be one that libhdf5 makes for links, of a heap without filters. */
static alea_status links_read_heap_header(links_heap *links)
{
    static const unsigned char form[] = {0, 7, 0,  0, 0,
                                         2, 0, 16, 0, 0}; /* version, lengths, flags, largest object */
    enum { COUNTS = 12 * ADDRESS, DIRECT = 8, BITS = 32 };
    alea__h5_block block = {
        .what = "heap of links", .signature = "FRHP", .address = links->heap, .size = HEAP_SIZE};
    alea_status status = alea__h5_read_block(links->h5, &block);
    if (status != ALEA_OK) return status;
    alea__h5_bytes bytes = alea__h5_inside(&block);
    const bool right = links_take_same(&bytes, form, sizeof form);
    alea__h5_take_bytes(&bytes, COUNTS);
    alea__h5_take(&bytes, 2); /* width of the table of blocks, which has only one */
    links->data.size = alea__h5_take(&bytes, ADDRESS);
    alea__h5_take(&bytes, DIRECT);
    const uint64_t bits = alea__h5_take(&bytes, 2);
    alea__h5_take(&bytes, 2);
    links->data.address = alea__h5_take(&bytes, ADDRESS);
    const uint64_t rows = alea__h5_take(&bytes, 2);
    ALEA_ASSERT(!bytes.failed && bytes.left == 0);
    alea__free(block.data);
    if (right && bits == BITS && rows == 0 && links->data.size > BLOCK_CHECKSUM_AT + 4 &&
        links->data.size <= LARGEST_HEAP_BLOCK)
        return ALEA_OK;
    return alea__h5_refuse(links->h5, block.what, block.address, VALUE_IS_UNKNOWN);
}

/* Finds the tree's only leaf. */
static alea_status links_read_tree_header(links_heap *links)
{
    static const unsigned char form[] = {0, 5,           0, 2, 0,
                                         0, LEAF_RECORD, 0, 0, 0}; /* version, kind, sizes, depth */
    alea__h5_block block = {
        .what = "tree of links", .signature = "BTHD", .address = links->tree, .size = TREE_SIZE};
    alea_status status = alea__h5_read_block(links->h5, &block);
    if (status != ALEA_OK) return status;
    alea__h5_bytes bytes = alea__h5_inside(&block);
    const bool right = links_take_same(&bytes, form, sizeof form);
    alea__h5_take(&bytes, 2); /* when to split and to merge */
    links->leaf.address = alea__h5_take(&bytes, ADDRESS);
    links->records = alea__h5_take(&bytes, 2);
    alea__free(block.data);
    if (right && links->records <= MOST_LEAF_RECORDS) return ALEA_OK;
    return alea__h5_refuse(links->h5, block.what, block.address, VALUE_IS_UNKNOWN);
}

/* Reads the heap's block and the leaf. The caller frees their data, also after a failure. */
static alea_status links_read_blocks(links_heap *links)
{
    alea_status status = links_read_heap_header(links);
    if (status == ALEA_OK) status = links_read_tree_header(links);
    if (status != ALEA_OK) return status;
    links->data.what = "heap of links";
    links->data.signature = "FHDB";
    links->data.checksum_at = BLOCK_CHECKSUM_AT;
    links->leaf.what = "tree of links";
    links->leaf.signature = "BTLF";
    links->leaf.size = LEAF_PREFIX + links->records * LEAF_RECORD + 4;
    status = alea__h5_read_block(links->h5, &links->data);
    return status == ALEA_OK ? alea__h5_read_block(links->h5, &links->leaf) : status;
}

/* The link that the next record of a leaf points to. */
static alea__h5_bytes links_take_record(const links_heap *links, alea__h5_bytes *records)
{
    alea__h5_bytes heap = {links->data.data, (size_t)links->data.size, false};
    alea__h5_take(records, 4); /* hash of the name */
    const uint64_t flags = alea__h5_take(records, 1), place = alea__h5_take(records, 4),
                   length = alea__h5_take(records, 2);
    alea__h5_take_bytes(&heap, place);
    const alea__h5_bytes link = alea__h5_take_bytes(&heap, length);
    return (alea__h5_bytes){link.at, link.left, link.failed || flags != 0};
}

/* Searches all records of the leaf; if the name is not there, *address is unchanged. Fails with ALEA_E_FILE if a record is
   damaged. */
static alea_status links_find_in_heap(const links_heap *links, const char *name, uint64_t *address)
{
    alea__h5_bytes records = alea__h5_inside(&links->leaf), found;
    alea__h5_take(&records, 2); /* version and kind */
    for (uint64_t i = 0; i < links->records; i++) {
        uint64_t to;
        const alea__h5_bytes link = links_take_record(links, &records);
        if (link.failed || !link_take(link, &found, &to))
            return alea__h5_refuse(links->h5, links->leaf.what, links->leaf.address, VALUE_IS_UNKNOWN);
        if (link_is_called(found, name)) *address = to;
    }
    return ALEA_OK;
}

/* The same for the links that are in a heap, if the group has one. */
static alea_status links_look_in_heap(const alea__h5 *h5, alea__h5_bytes info, const char *name,
                                      uint64_t *address)
{
    const uint64_t version = alea__h5_take(&info, 1), flags = alea__h5_take(&info, 1);
    links_heap links = {.h5 = h5, .heap = alea__h5_take(&info, ADDRESS), .tree = 0};
    links.tree = alea__h5_take(&info, ADDRESS);
    if (version != 0 || flags != 0 || info.failed)
        return alea__h5_refuse(h5, "list of links", 0, VALUE_IS_UNKNOWN);
    if (links.heap == ALEA__H5_NOWHERE) return ALEA_OK;
    alea_status status = links_read_blocks(&links);
    if (status == ALEA_OK) status = links_find_in_heap(&links, name, address);
    alea__free(links.data.data);
    alea__free(links.leaf.data);
    return status;
}

/* ---- */

alea_status alea__h5_find_link(const alea__h5 *h5, const alea__h5_object *group, const char *name,
                               uint64_t *address)
{
    alea__h5_message message = {0};
    *address = ALEA__H5_NOWHERE;
    while (alea__h5_next_message(group, &message)) {
        alea__h5_bytes found;
        uint64_t to;
        if (message.kind != ALEA__H5_LINK) continue;
        if (!link_take(message.data, &found, &to))
            return alea__h5_refuse(h5, "link in the group", group->address, VALUE_IS_UNKNOWN);
        if (!link_is_called(found, name)) continue;
        *address = to;
        return ALEA_OK;
    }
    alea__h5_bytes info;
    if (!alea__h5_find_message(group, ALEA__H5_LINK_INFO, &info)) return ALEA_OK;
    return links_look_in_heap(h5, info, name, address);
}
