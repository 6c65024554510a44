/* Good, but greedy: asks for a mebibyte at every decision and plays on, whether it is given or not. */
typedef unsigned int u32;

enum { PAGE = 65536, STEP = 16 };

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    (void)others, (void)count;
    u32 pages = __builtin_wasm_memory_grow(0, STEP);
    if (pages != (u32)-1) *(volatile u32 *)(pages * PAGE) = own;
    return own < 100 && own % 30 < 25;
}
