import { isWarmUpText } from './programs.rules.ts';

/** The reps of a set. Time is in seconds, distance in metres; `eachSide` doubles the work. */
export type Reps = (
  | { kind: 'reps' | 'time' | 'distance'; min: number; max: number }
  | { kind: 'amrap' | 'warm_up' | 'text' }
) & { eachSide: boolean };

/** Most that one set can ask for: reps, seconds and metres. More is a typing mistake. */
const MOST = { reps: 200, time: 4 * 3600, distance: 100_000 } as const;
const MOST_TEXTS = {
  reps: `Please enter at most ${MOST.reps} reps`,
  time: 'Please enter at most 4 hours',
  distance: 'Please enter at most 100 km',
} as const;
const LEAST_TEXT = 'Please enter more than zero';

type Unit = { kind: 'time' | 'distance'; factor: number };

const UNITS: readonly [string, Unit][] = [
  ['s sec secs second seconds', { kind: 'time', factor: 1 }],
  ['min mins minute minutes', { kind: 'time', factor: 60 }],
  ['h hr hrs hour hours', { kind: 'time', factor: 3600 }],
  ['m meter meters metre metres', { kind: 'distance', factor: 1 }],
  ['km', { kind: 'distance', factor: 1000 }],
  ['mi mile miles', { kind: 'distance', factor: 1609.344 }],
  ['yd yds yard yards', { kind: 'distance', factor: 0.9144 }],
  ['ft feet', { kind: 'distance', factor: 0.3048 }],
];
const UNIT_OF = new Map(UNITS.flatMap(([words, unit]) => words.split(' ').map((word) => [word, unit])));

/** Longer texts say something else. */
const LENGTH = 60;
const AMRAP = /^(?:amrap|max|max reps|failure|to failure|as many as possible)$/;
const EACH_SIDE = /(?: ?\/ ?| (?:each|per|a) |^(?:each|per) )(?:side|leg|arm|way)$| (?:each|ea|e\/s)$/;
const NUMBERS = /^(\d+)(?: ?(?:-|to) ?(\d+))?(?: ?reps?)?$/;
const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?: ?(?:min|mins|h))?$/;
const AMOUNT = /^(\d+(?:[.,]\d+)?) ?([a-z]+)?(?: ?(?:-|to) ?(\d+(?:[.,]\d+)?) ?([a-z]+))?$/;

const clockSeconds = (text: string): number | null => {
  const [, hours = '0', minutes, seconds] = CLOCK.exec(text) ?? [];
  return minutes === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
};

const range = (kind: 'reps' | 'time' | 'distance', one: number, other: number) => ({
  kind,
  min: Math.min(one, other),
  max: Math.max(one, other),
});

/** A single clock or a range of them, like `1:30-2:00`. */
function clockRange(text: string): { kind: 'time'; min: number; max: number } | null {
  const [first = '', second = first, ...more] = text.split(/ ?- ?/);
  const [one, other] = [clockSeconds(first), clockSeconds(second)];
  if (one === null || other === null || more.length > 0) return null;
  return { kind: 'time', min: Math.min(one, other), max: Math.max(one, other) };
}

function amountRange(text: string) {
  const [, first, firstUnit, second, secondUnit] = AMOUNT.exec(text) ?? [];
  const [from, to] = [UNIT_OF.get(firstUnit ?? secondUnit ?? ''), UNIT_OF.get(secondUnit ?? firstUnit ?? '')];
  if (first === undefined || !from || !to || from.kind !== to.kind) return null;
  const metres = (value: string, { factor }: Unit) => Number(value.replace(',', '.')) * factor;
  return range(from.kind, metres(first, from), metres(second ?? first, to));
}

/** Texts that were read. A program repeats a few of them thousands of times, and reading takes several expressions. */
const READ = new Map<string, Reps>();
const MOST_READ = 1000;

/** Reads the reps of a set, like `8-10`, `30 sec`, `1:30`, `400 m`, `AMRAP`, `Warm-up` or `10 each side`. */
export function repsOf(text: string): Reps {
  const known = READ.get(text);
  if (known) return known;
  const reps = readReps(text);
  if (READ.size >= MOST_READ) READ.clear();
  READ.set(text, reps);
  return reps;
}

function readReps(text: string): Reps {
  if (text.length > LENGTH) return { kind: 'text', eachSide: false };
  const whole = text
    .trim()
    .toLowerCase()
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/\s+/g, ' ');
  const tidy = whole.replace(EACH_SIDE, '').trim();
  const eachSide = tidy !== whole;
  if (isWarmUpText(tidy)) return { kind: 'warm_up', eachSide };
  if (AMRAP.test(tidy)) return { kind: 'amrap', eachSide };
  const [, first, second] = NUMBERS.exec(tidy) ?? [];
  if (first !== undefined) return { ...range('reps', Number(first), Number(second ?? first)), eachSide };
  const measured = clockRange(tidy) ?? amountRange(tidy);
  return measured ? { ...measured, eachSide } : { kind: 'text', eachSide };
}

/** Why reps cannot be right, or null. Text that is not a number is for the client to read. */
export function repsProblem(text: string): string | null {
  const reps = repsOf(text);
  if (!('min' in reps)) return /^\s*[-−]\s*\d/.test(text) ? LEAST_TEXT : null;
  if (reps.min <= 0) return LEAST_TEXT;
  return reps.max > MOST[reps.kind] ? MOST_TEXTS[reps.kind] : null;
}
