/** The bars of an EAN-13, seven modules a digit: the sets of its left half are named by the first digit. */
const ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const SETS = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];
const inverted = (bars: string) => [...bars].map((bar) => (bar === '0' ? '1' : '0')).join('');
const right = (digit: number) => inverted(ODD[digit] ?? '');
const even = (digit: number) => [...right(digit)].reverse().join('');

/** The bars of a code with thirteen digits as modules: 1 is dark. */
export function barsOf(code: string): string {
  const [first = 0, ...digits] = [...code].map(Number);
  const left = digits.slice(0, 6).map((digit, at) => (SETS[first]?.[at] === 'G' ? even(digit) : (ODD[digit] ?? '')));
  return `101${left.join('')}01010${digits.slice(6).map(right).join('')}101`;
}
