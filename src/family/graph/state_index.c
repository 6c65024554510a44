/* States in the form of the rule file, and their numbers. */
#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/graph/graph.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_SLOTS = 1024, LEAST_NODES = 256, LEAST_BYTES = 4096 };

/* Texts and lists are in `bytes`, each after its size in two bytes. */
enum { SIZE_BYTES = 2 };

/* ---- hashing ---- */

/* Keeps neighbouring numbers together: sixteen slots are a cache line, and games go from one number to the next. The secret
   keeps authors of rule files from choosing states that all hash to the same slot. */
static uint64_t index_hash(const graph_index *index, const graph_key *key)
{
    uint64_t hash = alea__mix(key->form ^ index->secret);
    if (key->form == GRAPH_NUMBER) {
        const uint64_t number = (uint64_t)key->number[0];
        return alea__mix(number >> 3 ^ index->secret) << 3 | (number & 7);
    }
    for (uint32_t i = 0; i < key->size; i++)
        hash = alea__mix(hash ^
                         (key->form == GRAPH_TUPLE ? (uint64_t)key->number[i] : (unsigned char)key->text[i]));
    return hash;
}

/* ---- keys in the store ---- */

static size_t index_bytes(const graph_key *key)
{
    return key->form == GRAPH_TUPLE ? key->size * sizeof(int64_t) : key->size;
}

void graph_key_of(const graph_index *index, uint32_t node, graph_key *out)
{
    ALEA_ASSERT(node < index->count);
    out->form = index->form[node];
    out->size = 1;
    out->text = NULL;
    if (out->form == GRAPH_NUMBER) {
        out->number[0] = index->word[node];
        return;
    }
    const unsigned char *at = index->bytes + index->word[node];
    out->size = (uint32_t)at[0] | (uint32_t)at[1] << 8;
    out->text = (const char *)at + SIZE_BYTES;
    if (out->form == GRAPH_TUPLE) memcpy(out->number, at + SIZE_BYTES, index_bytes(out));
}

static bool index_is_at(const graph_index *index, uint32_t node, const graph_key *key)
{
    graph_key there;
    if (key->form == GRAPH_NUMBER)
        return index->word[node] == key->number[0] && index->form[node] == GRAPH_NUMBER;
    if (index->form[node] != key->form) return false;
    graph_key_of(index, node, &there);
    if (there.size != key->size) return false;
    const void *bytes = key->form == GRAPH_TUPLE ? (const void *)key->number : key->text;
    return memcmp(there.text, bytes, index_bytes(key)) == 0;
}

/* The place of the key in the hash table, or the free slot for it. */
static uint32_t index_slot(const graph_index *index, const graph_key *key)
{
    ALEA_ASSERT(index->count < index->slots); /* a free slot ends every search */
    uint32_t mask = index->slots - 1, at = (uint32_t)index_hash(index, key) & mask;
    while (index->slot[at] && !index_is_at(index, index->slot[at] - 1, key)) at = (at + 1) & mask;
    return at;
}

uint32_t graph_find_key(const graph_index *index, const graph_key *key)
{
    uint32_t found = index->slots ? index->slot[index_slot(index, key)] : 0;
    return found ? found - 1 : ALEA__NO_NODE;
}

/* ---- adding ---- */

/* At most half of the slots are taken. Without a secret from the system states are found all the same. */
static bool index_widen(graph_index *index)
{
    graph_key key;
    if (!index->slots && getentropy(&index->secret, sizeof index->secret) != 0) index->secret = 0;
    uint32_t slots = index->slots ? index->slots * 2 : LEAST_SLOTS;
    uint32_t *slot = alea__alloc_array(slots, sizeof *slot);
    if (!slot) return false;
    alea__free(index->slot);
    index->slot = slot;
    index->slots = slots;
    for (uint32_t node = 0; node < index->count; node++) {
        graph_key_of(index, node, &key);
        index->slot[index_slot(index, &key)] = node + 1;
    }
    return true;
}

static bool index_reserve_node(graph_index *index)
{
    if (index->count < index->capacity) return true;
    uint32_t capacity = index->capacity ? index->capacity * 2 : LEAST_NODES;
    uint8_t *form = alea__resize(index->form, capacity * sizeof *form);
    if (form) index->form = form;
    int64_t *word = alea__resize(index->word, capacity * sizeof *word);
    if (word) index->word = word;
    if (form && word) index->capacity = capacity;
    return form && word;
}

static bool index_reserve_bytes(graph_index *index, size_t more)
{
    if (index->bytes_capacity - index->size >= more) return true;
    size_t capacity = index->bytes_capacity ? index->bytes_capacity * 2 : LEAST_BYTES;
    unsigned char *bytes = alea__resize(index->bytes, capacity);
    if (!bytes) return false;
    index->bytes = bytes;
    index->bytes_capacity = capacity;
    return true;
}

/* Writes the key of the next node; there must be room for it. The caller counts the node. */
static void index_store(graph_index *index, const graph_key *key)
{
    ALEA_ASSERT(index->count < index->capacity);
    index->form[index->count] = (uint8_t)key->form;
    if (key->form == GRAPH_NUMBER) {
        index->word[index->count] = key->number[0];
        return;
    }
    unsigned char *at = index->bytes + index->size;
    ALEA_ASSERT(index->bytes_capacity - index->size >= SIZE_BYTES + index_bytes(key));
    index->word[index->count] = (int64_t)index->size;
    at[0] = (unsigned char)key->size;
    at[1] = (unsigned char)(key->size >> 8);
    memcpy(at + SIZE_BYTES, key->form == GRAPH_TUPLE ? (const void *)key->number : key->text,
           index_bytes(key));
    index->size += SIZE_BYTES + index_bytes(key);
}

uint32_t graph_add_key(graph_index *index, const graph_key *key)
{
    if (index->count >= index->slots / 4 && !index_widen(index)) return ALEA__NO_NODE;
    uint32_t at = index_slot(index, key);
    if (index->slot[at]) return index->slot[at] - 1;
    if (!index_reserve_node(index)) return ALEA__NO_NODE;
    if (key->form != GRAPH_NUMBER && !index_reserve_bytes(index, SIZE_BYTES + index_bytes(key)))
        return ALEA__NO_NODE;
    index_store(index, key);
    index->slot[at] = ++index->count;
    return index->count - 1;
}

uint32_t graph_index_numbers(const graph_index *index)
{
    uint32_t numbers = 0;
    for (uint32_t node = 0; node < index->count; node++) {
        graph_key key;
        graph_key_of(index, node, &key);
        if (key.form == GRAPH_TEXT || (node > 0 && key.size != numbers)) return 0;
        for (uint32_t i = 0; i < key.size; i++)
            if (key.number[i] < INT32_MIN || key.number[i] > INT32_MAX) return 0;
        numbers = key.size;
    }
    return numbers;
}

void graph_index_free(graph_index *index)
{
    alea__free(index->form);
    alea__free(index->word);
    alea__free(index->bytes);
    alea__free(index->slot);
    *index = (graph_index){0};
}

/* ---- text ---- */

void graph_write_key(const graph_key *key, char *out, size_t size)
{
    size_t at = 0;
    if (key->form == GRAPH_TEXT) {
        alea__printable(out, size, key->text, key->size);
        return;
    }
    out[0] = 0;
    for (uint32_t i = 0; i < key->size && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%" PRId64, i ? "," : "", key->number[i]);
}

void graph_name_node(const graph_rules *g, uint32_t node, char out[ALEA__SHOWN])
{
    graph_key key;
    graph_key_of(&g->index, node, &key);
    graph_write_key(&key, out, ALEA__SHOWN);
}

/* Reads whole numbers separated by commas. Returns false for other text. */
static bool index_read_numbers(const char *text, graph_key *out)
{
    out->size = 0;
    for (char *end;; text = end + 1) {
        errno = 0;
        out->number[out->size] = strtoll(text, &end, 10);
        if (end == text || errno || !strchr("-0123456789", text[strspn(text, " ")])) return false;
        end += strspn(end, " ");
        out->size++;
        if (*end == 0) return true;
        if (*end != ',' || out->size == GRAPH_MOST_NUMBERS) return false;
    }
}

uint32_t graph_read_state(const graph_index *index, const char *text)
{
    graph_key key = {.form = GRAPH_NUMBER};
    uint32_t node = ALEA__NO_NODE;
    bool numbers = index_read_numbers(text, &key);
    if (numbers && key.size == 1) node = graph_find_key(index, &key);
    if (node != ALEA__NO_NODE) return node;
    key.form = GRAPH_TUPLE;
    if (numbers) node = graph_find_key(index, &key);
    if (node != ALEA__NO_NODE) return node;
    size_t length = strlen(text);
    key = (graph_key){.form = GRAPH_TEXT, .size = (uint32_t)length, .text = text};
    return length <= GRAPH_LONGEST_TEXT ? graph_find_key(index, &key) : ALEA__NO_NODE;
}

/* ---- in Lua ---- */

/* Numbers of a state are within 2^53, so that a light userdata has room for one and a sign. */
static bool index_whole(lua_State *L, int at, int64_t *out)
{
    int is_whole = 0;
    if (!lua_isinteger(L, at) && lua_type(L, at) != LUA_TNUMBER) return false; /* a text is no number */
    *out = lua_tointegerx(L, at, &is_whole);
    return is_whole && *out >= -(INT64_C(1) << 53) && *out <= INT64_C(1) << 53;
}

/* Reads a Lua list as a state. Returns false if it is empty, too long, or not of whole numbers only. */
static bool index_take_tuple(lua_State *L, int at, graph_key *out)
{
    at = lua_absindex(L, at);
    size_t size = lua_rawlen(L, at);
    if (size < 1 || size > GRAPH_MOST_NUMBERS) return false;
    out->form = GRAPH_TUPLE;
    out->size = (uint32_t)size;
    bool good = true;
    for (uint32_t i = 0; i < out->size && good; i++) {
        lua_rawgeti(L, at, (lua_Integer)i + 1);
        good = index_whole(L, -1, &out->number[i]);
        lua_pop(L, 1);
    }
    return good;
}

bool graph_take_key(lua_State *L, int at, graph_key *out)
{
    size_t length;
    out->form = GRAPH_NUMBER;
    out->size = 1;
    switch (lua_type(L, at)) {
    case LUA_TNUMBER: return index_whole(L, at, &out->number[0]);
    case LUA_TSTRING:
        out->form = GRAPH_TEXT;
        out->text = lua_tolstring(L, at, &length);
        out->size = (uint32_t)length;
        return length >= 1 && length <= GRAPH_LONGEST_TEXT;
    case LUA_TTABLE: return index_take_tuple(L, at, out);
    default: return false;
    }
}

void graph_push_key(lua_State *L, const graph_key *key)
{
    if (key->form == GRAPH_NUMBER) {
        lua_pushinteger(L, key->number[0]);
    } else if (key->form == GRAPH_TEXT) {
        lua_pushlstring(L, key->text, key->size);
    } else {
        lua_createtable(L, (int)key->size, 0);
        for (uint32_t i = 0; i < key->size; i++) {
            lua_pushinteger(L, key->number[i]);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
    }
}
