//! The random player: rolls on three times out of four, and stops at 100 or more. This is the original's example strategy.
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

const GOAL: u32 = 100;

/// Its own small generator (xorshift32), since a bot has nobody to ask for chance. It starts from the same seed in every new
/// instance, so every run can be repeated.
static GENERATOR: AtomicU32 = AtomicU32::new(2463534242);

fn next() -> u32 {
    let mut x = GENERATOR.load(Relaxed);
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    GENERATOR.store(x, Relaxed);
    x
}

/// The top two bits are 00 once in four.
fn three_times_in_four() -> bool {
    next() >> 30 != 0
}

#[no_mangle]
pub extern "C" fn should_roll(own: u32, _others: *const u32, _count: usize) -> bool {
    own < GOAL && three_times_in_four()
}
