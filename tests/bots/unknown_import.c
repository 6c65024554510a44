/* Rejected: imports env.open_door, which nobody provides; the message must name it. */
typedef unsigned int u32;

__attribute__((import_module("env"), import_name("open_door"))) int open_door(u32 which);

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    (void)others, (void)count;
    return open_door(own);
}
