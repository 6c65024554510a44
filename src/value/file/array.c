#include "value/file/array.h"
#include "base/assert.h"
#include "value/messages.h"

#include <string.h>

/* ---- types ---- */

enum { FIXED_POINT, FLOATING_POINT, STRING = 3, LATEST_TYPE_VERSION = 3 };

/* How HDF5 encodes the type of a number, after the version and the class. */
typedef struct array_number {
    alea__h5_type type;
    unsigned char kind, element;
    unsigned char bits[3];        /* byte order, sign, place of the sign bit */
    unsigned char properties[12]; /* places and meaning of the bits */
    unsigned char count;          /* bytes of the properties */
} array_number;

static const array_number numbers[] = {
    {ALEA__H5_DOUBLE, FLOATING_POINT, 8, {0x20, 63, 0}, {0, 0, 64, 0, 52, 11, 0, 52, 0xff, 3, 0, 0}, 12},
    {ALEA__H5_UINT64, FIXED_POINT, 8, {0}, {0, 0, 64, 0}, 4},
    {ALEA__H5_UINT8, FIXED_POINT, 1, {0}, {0, 0, 8, 0}, 4},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static bool array_is_number(const array_number *number, unsigned kind, alea__h5_bytes bits,
                            alea__h5_bytes properties)
{
    return kind == number->kind && memcmp(bits.at, number->bits, sizeof number->bits) == 0 &&
           properties.left == number->count && memcmp(properties.at, number->properties, number->count) == 0;
}

/* Reads a type. Returns false if it is cut short. Types that tables do not use become ALEA__H5_OTHER_TYPE. */
static bool array_read_type(alea__h5_bytes bytes, alea__h5_array *out)
{
    const unsigned first = (unsigned)alea__h5_take(&bytes, 1), kind = first & 0xf;
    const alea__h5_bytes bits = alea__h5_take_bytes(&bytes, 3);
    out->element = alea__h5_take(&bytes, 4);
    out->type = ALEA__H5_OTHER_TYPE;
    if (bytes.failed) return false;
    if (first >> 4 == 0 || first >> 4 > LATEST_TYPE_VERSION) return true;
    if (kind == STRING && bytes.left == 0) out->type = ALEA__H5_TEXT;
    for (size_t i = 0; i < NUMBERS; i++)
        if (out->element == numbers[i].element && array_is_number(&numbers[i], kind, bits, bytes))
            out->type = numbers[i].type;
    return true;
}

/* Text is padded with zeros. Booleans are written as h5py and PyTables do: as an enumeration of FALSE and TRUE. */
void alea__h5_put_type(alea__text *out, const alea__h5_array *array)
{
    enum { VERSION = 1 << 4, PADDED_UTF8 = 0x11 };
    static const unsigned char boolean[] =
        "\x38\2\0\0\1\0\0\0\x10\x08\0\0\1\0\0\0\0\0\x08\0FALSE\0TRUE\0\0\1";
    if (array->type == ALEA__H5_BOOLEAN) alea__text_add_bytes(out, boolean, sizeof boolean - 1);
    if (array->type == ALEA__H5_TEXT) {
        alea__h5_put(out, VERSION | STRING | PADDED_UTF8 << 8, 4);
        alea__h5_put(out, array->element, 4);
    }
    for (size_t i = 0; i < NUMBERS; i++) {
        if (numbers[i].type != array->type) continue;
        alea__h5_put(out, VERSION | numbers[i].kind, 1);
        alea__text_add_bytes(out, numbers[i].bits, sizeof numbers[i].bits);
        alea__h5_put(out, array->element, 4);
        alea__text_add_bytes(out, numbers[i].properties, numbers[i].count);
    }
}

/* ---- sizes ---- */

enum { SPACE_VERSION = 2, HAS_LIMITS = 0x01, ONE_VALUE = 0, ONE_ARRAY = 1 /* kinds of spaces */ };

/* Reads the number of dimensions and the sizes. Returns false if they are cut short or have an unsupported form. */
static bool array_read_space(alea__h5_bytes bytes, alea__h5_array *out)
{
    const uint64_t version = alea__h5_take(&bytes, 1), rank = alea__h5_take(&bytes, 1),
                   flags = alea__h5_take(&bytes, 1), kind = alea__h5_take(&bytes, 1);
    if (version != SPACE_VERSION || (flags & ~(uint64_t)HAS_LIMITS) != 0) return false;
    const bool known = kind == ONE_VALUE ? rank == 0 : kind == ONE_ARRAY && rank > 0;
    out->rank = known && rank <= ALEA__H5_MOST_RANK ? (unsigned)rank : ALEA__H5_OTHER_RANK;
    for (uint64_t i = 0; i < rank; i++) {
        const uint64_t size = alea__h5_take(&bytes, 8);
        if (i < ALEA__H5_MOST_RANK) out->size[i] = size;
    }
    return !bytes.failed;
}

void alea__h5_put_space(alea__text *out, const alea__h5_array *array)
{
    ALEA_ASSERT(array->rank <= ALEA__H5_MOST_RANK);
    alea__h5_put(out, SPACE_VERSION, 1);
    alea__h5_put(out, array->rank, 1);
    alea__h5_put(out, 0, 1); /* flags */
    alea__h5_put(out, array->rank > 0 ? ONE_ARRAY : ONE_VALUE, 1);
    for (unsigned i = 0; i < array->rank; i++) alea__h5_put(out, array->size[i], 8);
}

/* ---- attributes ---- */

enum { ATTRIBUTE_VERSION = 3 };

/* Reads an attribute if it has this name. Returns false if it is cut short or has an unsupported form. */
static bool attribute_read(alea__h5_bytes bytes, const char *name, alea__h5_attribute *out)
{
    const uint64_t version = alea__h5_take(&bytes, 1), flags = alea__h5_take(&bytes, 1),
                   name_size = alea__h5_take(&bytes, 2), type_size = alea__h5_take(&bytes, 2),
                   space_size = alea__h5_take(&bytes, 2);
    alea__h5_take(&bytes, 1); /* character set of the name */
    const alea__h5_bytes found = alea__h5_take_bytes(&bytes, name_size),
                         type = alea__h5_take_bytes(&bytes, type_size),
                         space = alea__h5_take_bytes(&bytes, space_size);
    if (version != ATTRIBUTE_VERSION || flags != 0 || bytes.failed) return false;
    if (found.left != strlen(name) + 1 || memcmp(found.at, name, found.left) != 0) return true;
    out->exists = true;
    out->data = bytes;
    return array_read_type(type, &out->array) && array_read_space(space, &out->array);
}

/* Whether all attributes are stored as messages of the object, rather than in a heap. */
static bool attributes_are_messages(const alea__h5_object *object)
{
    alea__h5_bytes info;
    if (!alea__h5_find_message(object, ALEA__H5_ATTRIBUTE_INFO, &info)) return true;
    const uint64_t version = alea__h5_take(&info, 1), flags = alea__h5_take(&info, 1),
                   heap = alea__h5_take(&info, 8);
    return !info.failed && version == 0 && flags == 0 && heap == ALEA__H5_NOWHERE;
}

alea_status alea__h5_find_attribute(const alea__h5 *h5, const alea__h5_object *object, const char *name,
                                    alea__h5_attribute *out)
{
    alea__h5_message message = {0};
    *out = (alea__h5_attribute){0};
    if (!attributes_are_messages(object))
        return alea__h5_refuse(h5, "list of attributes of the object", object->address, VALUE_IS_UNKNOWN);
    while (!out->exists && alea__h5_next_message(object, &message))
        if (message.kind == ALEA__H5_ATTRIBUTE && !attribute_read(message.data, name, out))
            return alea__h5_refuse(h5, "attribute of the object", object->address, VALUE_IS_UNKNOWN);
    return ALEA_OK;
}

/* ---- datasets ---- */

enum { LAYOUT_VERSION = 3, CONTIGUOUS = 1 };

/* Reads where the elements are. Returns false if the layout is cut short or has an unsupported version. Elements that
   are chunked, compressed, in other files or not allocated do not count as contiguous. */
static bool dataset_read_layout(const alea__h5_object *object, alea__h5_bytes bytes, alea__h5_dataset *out)
{
    alea__h5_bytes other;
    const uint64_t version = alea__h5_take(&bytes, 1), kind = alea__h5_take(&bytes, 1);
    if (version != LAYOUT_VERSION || bytes.failed) return false;
    if (kind != CONTIGUOUS || alea__h5_find_message(object, ALEA__H5_EXTERNAL_FILES, &other) ||
        alea__h5_find_message(object, ALEA__H5_FILTERS, &other))
        return true;
    out->address = alea__h5_take(&bytes, 8);
    out->bytes = alea__h5_take(&bytes, 8);
    out->contiguous = out->address != ALEA__H5_NOWHERE;
    return !bytes.failed;
}

alea_status alea__h5_describe_dataset(const alea__h5 *h5, const alea__h5_object *object,
                                      alea__h5_dataset *out)
{
    alea__h5_bytes type, space, layout;
    *out = (alea__h5_dataset){0};
    ALEA_ASSERT(object->count > 0);
    if (alea__h5_find_message(object, ALEA__H5_DATATYPE, &type) &&
        alea__h5_find_message(object, ALEA__H5_DATASPACE, &space) &&
        alea__h5_find_message(object, ALEA__H5_LAYOUT, &layout) && array_read_type(type, &out->array) &&
        array_read_space(space, &out->array) && dataset_read_layout(object, layout, out))
        return ALEA_OK;
    return alea__h5_refuse(h5, "dataset", object->address, VALUE_IS_UNKNOWN);
}
