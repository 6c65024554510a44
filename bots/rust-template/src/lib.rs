//! A bot to start from: banks when the turn has brought 25 points, chases a leader.

const GOAL: u32 = 100;
const ENOUGH: u32 = 25;

/// We are told own + turn, never the turn alone, so a bot remembers what it banked.
/// A score below it can only mean that it was wiped or that a new game began.
struct Bot {
    banked: u32,
}

impl Bot {
    fn should_roll(&mut self, own: u32, others: &[u32]) -> bool {
        if own < self.banked {
            self.banked = 0;
        }
        let roll = self.rolls_on(own, others.iter().copied().max().unwrap_or(0));
        if !roll {
            self.banked = own;
        }
        roll
    }

    fn rolls_on(&self, own: u32, strongest: u32) -> bool {
        if strongest > GOAL {
            return own <= strongest; // a tie does not overtake
        }
        own < GOAL && own - self.banked < ENOUGH
    }
}

static mut BOT: Bot = Bot { banked: 0 };

/// # Safety
/// `others` points to `count` scores, as the interface promises. A bot has one thread.
#[export_name = "pig-pen:player/strategy@0.1.0#should-roll"]
pub unsafe extern "C" fn should_roll(own: u32, others: *const u32, count: u32) -> u32 {
    let others = core::slice::from_raw_parts(others, count as usize);
    let bot = &mut *core::ptr::addr_of_mut!(BOT);
    bot.should_roll(own, others) as u32
}
