//! The chaser: weighs each roll by what it may win and what it may lose, and runs after a leader only while the leader is within reach.
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

const GOAL: u32 = 100;
/// From here one more roll usually crosses the goal.
const HOME_STRETCH: u32 = 88;
/// Points behind the leader worth chasing, for each player who would pay.
const REACH: u32 = 12;

/// A bot is asked with own + turn, never the turn alone, so it remembers what it banked. A score below can only mean that it was
/// wiped or that a new game began.
static BANKED: AtomicU32 = AtomicU32::new(0);

/// A roll adds 208/36 points on average; 6 of 36 rolls lose the turn, 1 of 36 loses the bank as well. The scales are level where
/// 7 · turn + bank = 208. Against a weak table one may wait for more, against a strong one a point in the bank is worth more
/// than two to come.
fn is_worth_rolling(own: u32, banked: u32, strongest: u32) -> bool {
    7 * (own - banked) + banked + strongest * 6 / 10 < 235
}

/// No player is over the goal yet. In the home stretch it goes through with it.
fn races(own: u32, banked: u32, strongest: u32) -> bool {
    own < GOAL && (own >= HOME_STRETCH || is_worth_rolling(own, banked, strongest))
}

/// A tie does not overtake. A leader out of reach is not worth the points at hand: each of them is a dollar less to pay.
fn chases(own: u32, leader: u32, others: u32) -> bool {
    own <= leader && leader - own <= REACH * others
}

fn decide(own: u32, others: &[u32]) -> bool {
    let before = BANKED.load(Relaxed);
    let banked = if own < before { 0 } else { before };
    let strongest = others.iter().copied().max().unwrap_or(0);
    let rolls = if strongest > GOAL {
        chases(own, strongest, others.len() as u32)
    } else {
        races(own, banked, strongest)
    };
    BANKED.store(if rolls { banked } else { own }, Relaxed);
    rolls
}

/// What alea calls.
///
/// # Safety
/// `others` is the address of `count` scores.
#[no_mangle]
pub unsafe extern "C" fn should_roll(own: u32, others: *const u32, count: usize) -> bool {
    let others = if count == 0 {
        &[]
    } else {
        std::slice::from_raw_parts(others, count)
    };
    decide(own, others)
}
