//! The Mersenne Twister MT19937 of Matsumoto and Nishimura: the sequences of CPython's `random`.

const N: usize = 624;
const M: usize = 397;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twister {
    pub state: [u32; N],
    /// The next word of the state to be given out.
    pub index: usize,
}

impl Twister {
    /// Words of the state.
    pub const LENGTH: usize = N;

    fn from_word(seed: u32) -> Twister {
        let mut state = [seed; N];
        for i in 1..N {
            let last = state[i - 1];
            state[i] = 1_812_433_253u32.wrapping_mul(last ^ last >> 30).wrapping_add(i as u32);
        }
        Twister { state, index: N }
    }

    /// Seeded with words: `init_by_array` of the authors.
    pub fn new(key: &[u32]) -> Twister {
        let mut twister = Twister::from_word(19_650_218);
        let state = &mut twister.state;
        let (mut i, mut j) = (1, 0);
        let mix = |state: &mut [u32; N], i: usize, factor: u32| {
            let last = state[i - 1];
            state[i] ^ (last ^ last >> 30).wrapping_mul(factor)
        };
        let next = |state: &mut [u32; N], i: usize| {
            if i + 1 < N {
                return i + 1;
            }
            state[0] = state[N - 1];
            1
        };
        for _ in 0..N.max(key.len()) {
            state[i] = mix(state, i, 1_664_525).wrapping_add(key[j]).wrapping_add(j as u32);
            i = next(state, i);
            j = if j + 1 < key.len() { j + 1 } else { 0 };
        }
        for _ in 1..N {
            state[i] = mix(state, i, 1_566_083_941).wrapping_sub(i as u32);
            i = next(state, i);
        }
        state[0] = 0x8000_0000;
        twister
    }

    /// The next state.
    pub fn twist(&mut self) {
        for i in 0..N {
            let y = self.state[i] & 0x8000_0000 | self.state[(i + 1) % N] & 0x7fff_ffff;
            let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ y >> 1 ^ odd;
        }
        self.index = 0;
    }

    pub fn next_u32(&mut self) -> u32 {
        if self.index >= N {
            self.twist();
        }
        self.index += 1;
        Twister::temper(self.state[self.index - 1])
    }

    /// What is given out for a word of the state.
    pub fn temper(mut y: u32) -> u32 {
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        y ^ y >> 18
    }

    /// At least 0 and below 1, a multiple of 2 to the -53, from two words.
    pub fn float(a: u32, b: u32) -> f64 {
        (f64::from(a >> 5) * 67_108_864.0 + f64::from(b >> 6)) / 9_007_199_254_740_992.0
    }

    pub fn next_f64(&mut self) -> f64 {
        let (a, b) = (self.next_u32(), self.next_u32());
        Twister::float(a, b)
    }

    /// So many random bits, the least significant word first.
    pub fn bits(&mut self, count: usize) -> Vec<u32> {
        let mut left = count;
        let mut words = Vec::with_capacity(count.div_ceil(32));
        while left > 0 {
            let word = self.next_u32();
            words.push(if left < 32 { word >> (32 - left) } else { word });
            left = left.saturating_sub(32);
        }
        words
    }
}
