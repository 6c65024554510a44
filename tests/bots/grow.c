/* Fails by memory: grows and touches its memory without end, and traps when no more is given. */
typedef unsigned int u32;

enum { PAGE = 65536, STEP = 16 };

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    (void)own, (void)others, (void)count;
    for (;;) {
        u32 pages = __builtin_wasm_memory_grow(0, STEP);
        if (pages == (u32)-1) __builtin_trap();
        for (u32 i = 0; i < STEP; i++) *(volatile u32 *)((pages + i) * PAGE) = i;
    }
}
