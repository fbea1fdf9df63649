// Random numbers that are the same in each run (mulberry32).
'use strict';

/** A function that returns numbers from 0 up to, but not including, 1. */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Random choices. */
class Chance {
  constructor(random) { this.random = random; }
  below(limit) { return Math.floor(this.random() * limit); }
  percent(share) { return this.random() * 100 < share; }
  of(list) { return list.length ? list[this.below(list.length)] : undefined; }
}

module.exports = {seeded, Chance};
