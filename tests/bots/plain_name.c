/* Good and pure, under the plain name should_roll, for languages that cannot spell the full one. */
typedef unsigned int u32;

__attribute__((export_name("should_roll"))) int should_roll(u32 own, const u32 *others, u32 count)
{
    (void)others, (void)count;
    return own < 100 && own % 30 < 25;
}
