//! Pure: banks where the total modulo 20 is 14 or more.
const goal = 100;

export fn @"pig-pen:player/strategy@0.1.0#should-roll"(own: u32, others: [*]const u32, count: u32) bool {
    var best: u32 = 0;
    for (others[0..count]) |score| best = @max(best, score);
    if (best > goal) return own <= best;
    return own <= goal and own % 20 < 14;
}
