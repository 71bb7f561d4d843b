/** A set of small numbers, one bit each. */
export type Bits = Uint32Array;

export function bitsOf(size: number, members: Iterable<number>): Bits {
  const bits = new Uint32Array(Math.ceil(size / 32));
  for (const member of members) bits[member >> 5] = at(bits, member >> 5) | (1 << (member & 31));
  return bits;
}

const at = (bits: Bits, word: number): number => bits[word] ?? 0;

export const either = (one: Bits, other: Bits): Bits => one.map((value, word) => value | at(other, word));

/** In `one` and not in `other`. */
export const without = (one: Bits, other: Bits): Bits => one.map((value, word) => value & ~at(other, word));

/** Adds the members of `other` to `bits`. */
export function addBits(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word++) bits[word] = at(bits, word) | at(other, word);
}

/** The members, in order. */
export function membersOf(bits: Bits): number[] {
  const members: number[] = [];
  for (let word = 0; word < bits.length; word++)
    for (let rest = at(bits, word); rest !== 0; rest &= rest - 1)
      members.push(word * 32 + 31 - Math.clz32(rest & -rest));
  return members;
}

/** How many bits of a word are set: counted side by side in pairs, then in fours, then in bytes, which are added up. */
export function sizeOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Adds up what the members of a set weigh. The sums of each eight bits are known beforehand, because this runs millions
 * of times in a build.
 */
export function weigher(weights: readonly number[]): (bits: Bits) => number {
  const words = Math.ceil(weights.length / 32);
  const sums = new Float64Array(words * 4 * 256);
  for (let byte = 0; byte < words * 4; byte++)
    for (let value = 0; value < 256; value++)
      for (let bit = 0; bit < 8; bit++)
        if ((value >> bit) & 1)
          sums[byte * 256 + value] = (sums[byte * 256 + value] ?? 0) + (weights[byte * 8 + bit] ?? 0);
  const sum = (index: number): number => sums[index] ?? 0;
  return (bits) => {
    let all = 0;
    for (let word = 0; word < words; word++) {
      const value = at(bits, word);
      if (value === 0) continue;
      const first = word * 1024;
      all += sum(first + (value & 255)) + sum(first + 256 + ((value >>> 8) & 255));
      all += sum(first + 512 + ((value >>> 16) & 255)) + sum(first + 768 + (value >>> 24));
    }
    return all;
  };
}
