/* Numbers, names and sections as the specifications spell them. */

#include "base/memory.h"
#include "sandbox/encode.h"
#include "sandbox/inspect.h"
#include "support/test.h"

static void is(alea__text *text, const void *bytes, size_t size)
{
    assert_false(text->failed);
    assert_int_equal(text->size, size);
    assert_memory_equal(text->data, bytes, size);
    alea__text_free(text);
}

static void numbers_are_leb128(void **state)
{
    (void)state;
    alea__text text = {0};
    const uint32_t numbers[] = {0, 127, 128, 16383, 16384, 624485, UINT32_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) alea__put_number(&text, numbers[i]);
    static const unsigned char bytes[] = {0x00, 0x7F, 0x80, 0x01, 0xFF, 0x7F, 0x80, 0x80, 0x01,
                                          0xE5, 0x8E, 0x26, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F};
    is(&text, bytes, sizeof bytes);
}

static void sections_have_their_size_in_front(void **state)
{
    (void)state;
    alea__text text = {0}, body = {0};
    alea__put_name(&body, "abc");
    ALEA__PUT(&body, 1, 2);
    alea__put_section(&text, 11, &body);
    assert_null(body.data);
    is(&text,
       "\x0b\x06\x03"
       "abc\x01\x02",
       8);
}

static void a_section_whose_body_failed_fails(void **state)
{
    (void)state;
    alea__text text = {0}, body = {.failed = true};
    alea__put_section(&text, 1, &body);
    assert_true(text.failed);
    alea__text_free(&text);
}

/* The start of a module whose type section announces more than follows, wherever it is cut. */
static const unsigned char module[] = {0, 'a', 's', 'm', 1,   0, 0,    0, 1,   15, 2,  0x60,
                                       4, 127, 127, 127, 127, 0, 0x60, 1, 127, 1,  126};

static void a_module_is_read_as_it_was_written(void **state)
{
    (void)state;
    alea__text text = {0}, types = {0}, imports = {0}, functions = {0}, memory = {0}, exports = {0};
    alea__put_module_header(&text);
    ALEA__PUT(&types, 2, 0x60, 4, 0x7F, 0x7F, 0x7F, 0x7F, 0, 0x60, 1, 0x7F, 1, 0x7E);
    alea__put_section(&text, 1, &types);
    ALEA__PUT(&imports, 1, 3, 'e', 'n', 'v', 5, 'a', 'b', 'o', 'r', 't', 0, 0);
    alea__put_section(&text, 2, &imports);
    ALEA__PUT(&functions, 1, 1);
    alea__put_section(&text, 3, &functions);
    ALEA__PUT(&memory, 1, 1, 2, 9);
    alea__put_section(&text, 5, &memory);
    ALEA__PUT(&exports, 2, 6, 'm', 'e', 'm', 'o', 'r', 'y', 2, 0, 1, 'f', 0, 1);
    alea__put_section(&text, 7, &exports);
    alea__module m;
    assert_int_equal(alea__module_read("m", (unsigned char *)text.data, text.size, &m, NULL), ALEA_OK);
    assert_int_equal(m.imports, 1);
    assert_true(alea__slice_is(m.import[0].module, "env") && alea__slice_is(m.import[0].name, "abort"));
    assert_true(alea__signature_is(&m.type[m.import[0].type], 4, 0));
    assert_int_equal(m.memory.min, 2);
    assert_int_equal(m.memory.max, 9);
    assert_non_null(alea__module_find(&m, ALEA__MEMORY, "memory"));
    assert_null(alea__module_find(&m, ALEA__FUNCTION, "memory"));
    const alea__signature *f = alea__module_signature(&m, alea__module_find(&m, ALEA__FUNCTION, "f"));
    assert_false(alea__signature_is(f, 1, 1));
    assert_int_equal(f->results.data[0], 0x7E);
    alea__module_free(&m);
    alea__text_free(&text);
}

static void a_module_that_lies_about_its_sizes_is_refused(void **state)
{
    (void)state;
    for (size_t cut = 9; cut < sizeof module; cut++) {
        alea__module m;
        alea_status status = alea__module_read("m", module, cut, &m, NULL);
        assert_int_equal(status, ALEA_E_BOT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_leb128),
        cmocka_unit_test(sections_have_their_size_in_front),
        cmocka_unit_test(a_section_whose_body_failed_fails),
        cmocka_unit_test(a_module_is_read_as_it_was_written),
        cmocka_unit_test(a_module_that_lies_about_its_sizes_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
