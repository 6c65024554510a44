//! Pure: hold-at-total(75).
const goal = 100;

export fn @"pig-pen:player/strategy@0.1.0#should-roll"(own: u32, others: [*]const u32, count: u32) bool {
    var best: u32 = 0;
    for (others[0..count]) |score| best = @max(best, score);
    if (best > goal) return own <= best;
    return own < 75;
}
