/* Fails by the call stack: recursion without end. The work after the call keeps the compiler from making it a loop. */
typedef unsigned int u32;

static volatile u32 returned;

__attribute__((noinline)) static u32 deeper(u32 depth)
{
    u32 below = deeper(depth + 1);
    returned = returned + depth;
    return below ^ returned;
}

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    (void)others, (void)count;
    return (int)deeper(own);
}
