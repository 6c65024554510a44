/* The writer of JSON from tables of fields. */
#include "support/test.h"
#include "view/json/json.h"

typedef struct part {
    int seat;
    double share;
} part;

typedef struct whole {
    const char *text;
    char *owned, inside[8];
    bool yes, there;
    int winner;
    int64_t money;
    unsigned players;
    uint64_t games, seed, hold;
    double mean;
    alea_interval value, bounds;
    alea_objective objective;
    alea_seats seats;
    part one, *list;
    size_t parts;
    uint32_t row[4];
} whole;

static const alea__json_field part_fields[] = {
    ALEA__FIELD_AS("seat", ALEA__JSON_SEAT, part, seat),
    ALEA__FIELD("share", part, share),
    ALEA__FIELDS_END,
};

static json_t *whole_twice(const void *object)
{
    return alea__json_count(2 * ((const whole *)object)->games);
}

static const char *const seats_words[] = {"rotate", "fixed"}, *const yes_words[] = {"no", NULL};

static const alea__json_field whole_fields[] = {
    ALEA__FIELD("text", whole, text),
    ALEA__FIELD("owned", whole, owned),
    ALEA__FIELD("inside", whole, inside),
    ALEA__FIELD("yes", whole, yes),
    ALEA__FIELD_IF(there, "there", whole, winner),
    ALEA__FIELD_IF(yes, "winner", whole, winner),
    ALEA__FIELD("money", whole, money),
    ALEA__FIELD("players", whole, players),
    ALEA__FIELD("games", whole, games),
    ALEA__FIELD("seed", whole, seed),
    ALEA__FIELD_AS("hold", ALEA__JSON_SOME, whole, hold),
    ALEA__FIELD("mean", whole, mean),
    ALEA__FIELD("interval", whole, value),
    ALEA__FIELD_AS("bounds", ALEA__JSON_BOUNDS, whole, bounds),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, whole, objective),
    ALEA__CHOICE("seats", whole, seats, seats_words),
    ALEA__CHOICE("word", whole, yes, yes_words),
    ALEA__OBJECT("one", whole, one, part_fields),
    ALEA__STRUCTS("list", whole, list, parts, part_fields),
    ALEA__ROW_OF("row", whole, row, players),
    ALEA__COMPUTED("twice", whole_twice),
    ALEA__FIELDS_END,
};

static void every_kind_of_field_is_written(void **state)
{
    (void)state;
    part parts[] = {{0, 0.25}, {-1, INFINITY}};
    const whole w = {.text = "a \"b\"",
                     .inside = "c",
                     .yes = true,
                     .winner = 1,
                     .money = -5,
                     .players = 2,
                     .games = 7,
                     .seed = UINT64_C(1) << 63,
                     .mean = NAN,
                     .value = {0, INFINITY},
                     .bounds = {1, 2},
                     .objective = ALEA_MONEY,
                     .seats = ALEA_FIXED,
                     .one = {3, 1},
                     .list = parts,
                     .parts = 2,
                     .row = {8, 9, 10}};
    json_t *json = alea__json_object(whole_fields, &w);
    char *text = json_dumps(json, JSON_COMPACT);
    assert_string_equal(
        text,
        "{\"text\":\"a \\\"b\\\"\",\"owned\":null,\"inside\":\"c\",\"yes\":true,\"winner\":1,\"money\":-5,"
        "\"players\":2,\"games\":7,\"seed\":\"9223372036854775808\",\"hold\":null,\"mean\":null,"
        "\"interval\":null,\"value\":1.5,\"lower\":1.0,\"upper\":2.0,\"objective\":\"money\",\"seats\":"
        "\"fixed\",\"word\":null,"
        "\"one\":{\"seat\":3,\"share\":1.0},\"list\":[{\"seat\":0,\"share\":0.25},"
        "{\"seat\":null,\"share\":null}],\"row\":[8,9],\"twice\":14}");
    free(text);
    json_decref(json);
}

static void without_a_struct_everything_is_null(void **state)
{
    (void)state;
    char *text = NULL;
    alea_error error;
    json_t *json = alea__json_object(part_fields, NULL);
    assert_true(json_is_null(json));
    json_decref(json);
    assert_int_equal(alea__json_write(part_fields, NULL, &text, &error), ALEA_OK);
    assert_string_equal(text, "{\n  \"seat\": null,\n  \"share\": null\n}\n");
    alea_text_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_of_field_is_written),
                                       cmocka_unit_test(without_a_struct_everything_is_null)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
