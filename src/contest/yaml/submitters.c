#include "contest/yaml/submitters.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdbool.h>
#include <string.h>
#include <yaml.h>

#define YAML_BROKEN "the file is not YAML that can be read: %s."
#define YAML_FORM                                                                                         \
    "the file is not metadata of Gradescope: %s must be %s. Download the submissions again, or tell who " \
    "handed in what with --submissions FILE.csv."

enum { SHOWN = 200 };

typedef struct metadata_reader {
    const char *file;
    yaml_document_t *document;
    alea__metadata *out;
    alea_error *error;
} metadata_reader;

static alea_status metadata_wrong(const metadata_reader *r, const yaml_node_t *node, const char *what,
                                  const char *kind)
{
    return alea__fail_at(r->error, ALEA_E_FILE, r->file, node ? (int)node->start_mark.line + 1 : 0, YAML_FORM,
                         what, kind);
}

/* ---- nodes ---- */

static bool metadata_is(const yaml_node_t *node, const char *text)
{
    const size_t length = strlen(text);
    return node && node->type == YAML_SCALAR_NODE && node->data.scalar.length == length &&
           memcmp(node->data.scalar.value, text, length) == 0;
}

/* The value of a key of a mapping, which Ruby writes as `:name`; NULL if it has none. */
static const yaml_node_t *metadata_value(const metadata_reader *r, const yaml_node_t *mapping,
                                         const char *key)
{
    const yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
    for (; pair < mapping->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = yaml_document_get_node(r->document, pair->key);
        if (metadata_is(name, key) || metadata_is(name, key + 1))
            return yaml_document_get_node(r->document, pair->value);
    }
    return NULL;
}

/* Whether a value is null. A quoted value is always a text. */
static bool metadata_is_null(const yaml_node_t *node)
{
    if (!node || metadata_is(node, "")) return true;
    if (node->type != YAML_SCALAR_NODE || node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE) return false;
    return metadata_is(node, "~") || metadata_is(node, "null") || metadata_is(node, "Null") ||
           metadata_is(node, "NULL");
}

/* Copies a text and replaces zero bytes by `?`. *out stays NULL if there is no text. */
static alea_status metadata_text(const metadata_reader *r, const yaml_node_t *node, const char *what,
                                 char **out)
{
    if (metadata_is_null(node)) return ALEA_OK;
    if (node->type != YAML_SCALAR_NODE) return metadata_wrong(r, node, what, "a text");
    const size_t length = node->data.scalar.length;
    char *copy = alea__alloc(length + 1);
    if (!copy) return alea__out_of_memory(r->error);
    for (size_t i = 0; i < length; i++)
        copy[i] = node->data.scalar.value[i] ? (char)node->data.scalar.value[i] : '?';
    alea__free(*out);
    *out = copy;
    return ALEA_OK;
}

/* ---- Gradescope's form ---- */

static bool metadata_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Forgets the last submitter if it is named before. */
static void metadata_drop_repeated(alea__record *record)
{
    const alea__submitter *last = &record->submitter[record->submitters - 1];
    for (uint32_t i = 0; i + 1 < record->submitters; i++) {
        const alea__submitter *s = &record->submitter[i];
        if (!metadata_same(s->name, last->name) || !metadata_same(s->sid, last->sid) ||
            !metadata_same(s->email, last->email))
            continue;
        alea__free(last->name);
        alea__free(last->sid);
        alea__free(last->email);
        record->submitters--;
        return;
    }
}

/* Adds a submitter, unless the same one is there already. */
static alea_status metadata_submitter(const metadata_reader *r, const yaml_node_t *person,
                                      alea__record *record)
{
    if (!person || person->type != YAML_MAPPING_NODE)
        return metadata_wrong(r, person, "a submitter", "a mapping of :name, :sid and :email");
    if (!alea__grow(&record->submitter, &record->capacity, (size_t)record->submitters + 1,
                    sizeof *record->submitter))
        return alea__out_of_memory(r->error);
    alea__submitter *s = &record->submitter[record->submitters++];
    *s = (alea__submitter){NULL, NULL, NULL};
    alea_status status = metadata_text(r, metadata_value(r, person, ":name"), ":name", &s->name);
    if (status == ALEA_OK) status = metadata_text(r, metadata_value(r, person, ":sid"), ":sid", &s->sid);
    if (status == ALEA_OK)
        status = metadata_text(r, metadata_value(r, person, ":email"), ":email", &s->email);
    if (status == ALEA_OK) metadata_drop_repeated(record);
    return status;
}

/* Adds the data of one folder. */
static alea_status metadata_record(const metadata_reader *r, const yaml_node_t *key, const yaml_node_t *value)
{
    alea__metadata *out = r->out;
    if (!key || key->type != YAML_SCALAR_NODE || !value || value->type != YAML_MAPPING_NODE)
        return metadata_wrong(r, key, "each entry", "a folder's name, with a mapping");
    if (!alea__grow(&out->record, &out->capacity, (size_t)out->records + 1, sizeof *out->record))
        return alea__out_of_memory(r->error);
    alea__record *record = &out->record[out->records++];
    *record = (alea__record){.line = (int)key->start_mark.line + 1};
    alea_status status = metadata_text(r, key, "the name of a folder", &record->folder);
    if (status == ALEA_OK)
        status = metadata_text(r, metadata_value(r, value, ":created_at"), ":created_at", &record->time);
    const yaml_node_t *people = metadata_value(r, value, ":submitters");
    if (status != ALEA_OK || metadata_is_null(people)) return status;
    if (people->type != YAML_SEQUENCE_NODE) return metadata_wrong(r, people, ":submitters", "a list");
    const yaml_node_item_t *item = people->data.sequence.items.start;
    for (; item < people->data.sequence.items.top && status == ALEA_OK; item++)
        status = metadata_submitter(r, yaml_document_get_node(r->document, *item), record);
    return status;
}

static alea_status metadata_records(const metadata_reader *r)
{
    const yaml_node_t *root = yaml_document_get_root_node(r->document);
    alea_status status = ALEA_OK;
    if (metadata_is_null(root)) return ALEA_OK;
    if (root->type != YAML_MAPPING_NODE) return metadata_wrong(r, root, "the file", "a mapping of folders");
    const yaml_node_pair_t *pair = root->data.mapping.pairs.start;
    for (; pair < root->data.mapping.pairs.top && status == ALEA_OK; pair++)
        status = metadata_record(r, yaml_document_get_node(r->document, pair->key),
                                 yaml_document_get_node(r->document, pair->value));
    return status;
}

/* ---- the file ---- */

alea_status alea__metadata_read(const char *file, const char *text, size_t size, alea__metadata *out,
                                alea_error *error)
{
    yaml_parser_t parser;
    yaml_document_t document;
    char shown[SHOWN];
    *out = (alea__metadata){0};
    if (!yaml_parser_initialize(&parser)) return alea__out_of_memory(error);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    alea_status status;
    if (yaml_parser_load(&parser, &document)) {
        const metadata_reader r = {.file = file, .document = &document, .out = out, .error = error};
        status = metadata_records(&r);
        yaml_document_delete(&document);
    } else if (parser.error == YAML_MEMORY_ERROR) {
        status = alea__out_of_memory(error);
    } else {
        const char *why = parser.problem ? parser.problem : "it ends too early";
        alea__printable(shown, sizeof shown, why, strlen(why));
        status =
            alea__fail_at(error, ALEA_E_FILE, file, (int)parser.problem_mark.line + 1, YAML_BROKEN, shown);
    }
    yaml_parser_delete(&parser);
    if (status != ALEA_OK) alea__metadata_clear(out);
    return status;
}

void alea__metadata_clear(alea__metadata *m)
{
    for (uint32_t i = 0; i < m->records; i++) {
        alea__record *record = &m->record[i];
        for (uint32_t j = 0; j < record->submitters; j++) {
            alea__free(record->submitter[j].name);
            alea__free(record->submitter[j].sid);
            alea__free(record->submitter[j].email);
        }
        alea__free(record->submitter);
        alea__free(record->folder);
        alea__free(record->time);
    }
    alea__free(m->record);
    *m = (alea__metadata){0};
}
