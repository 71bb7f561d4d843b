import {
  AMOUNT,
  amountText,
  CLOCK,
  END,
  INT,
  LOAD_UNIT,
  loadOf,
  NUM,
  OPEN_REPS,
  PERCENT,
  REPS_LIST,
  REPS_NUMBER,
  repsNumberText,
  restSeconds,
  SIDE,
  sideText,
  TO,
} from './programs.entry-amounts.rules.ts';
import { numberOf, unquoteTyped } from './programs.entry-text.rules.ts';
import type { SetKind } from './programs.rules.ts';
import type { SetEffort, SetLoad } from './programs.ts';

/** The meaning of one part of a line. `reps`, `loads` and `efforts` have one value, or one for each set. */
export type PartValue =
  | { kind: 'scheme'; count: number | null; reps: readonly string[]; setKind?: SetKind | undefined; mark?: string }
  | { kind: 'count'; count: number }
  | { kind: 'reps'; reps: string }
  | { kind: 'amount'; reps: string; mark: string | null }
  | { kind: 'numbers'; values: readonly number[]; separator: string }
  | { kind: 'bare'; value: number; at: boolean }
  | { kind: 'loads'; values: readonly SetLoad[] }
  | { kind: 'efforts'; values: readonly SetEffort[] }
  | { kind: 'tempo'; tempo: string; named: boolean }
  | { kind: 'rest'; seconds: number }
  | { kind: 'setKind'; setKind: SetKind; isWord: boolean }
  | { kind: 'side'; side: string }
  | { kind: 'pace'; text: string }
  | { kind: 'quoted'; text: string }
  | { kind: 'problem'; message: string };

type Groups = readonly (string | undefined)[];
/** `read` gets the match and its groups in plain text, and the match as typed. Undefined: this rule does not apply. */
type Rule = { pattern: RegExp; read: (groups: Groups, typed: string) => PartValue | undefined };

/** The longest match at a place counts, the first of equal ones. */
const rule = (pattern: string, read: Rule['read']): Rule => ({
  pattern: new RegExp(`(?:${pattern})${END}`, 'y'),
  read,
});

const problem = (message: string): PartValue => ({ kind: 'problem', message });

/** Fewer metres than this could be minutes: in one set, and in several. */
const METRES_FROM = 100;
const METRES_FROM_IN_SETS = 10;
function metresMark(reps: string, count: number): string | null {
  const [, metres] = /^[\d.-]*?([\d.]+) m$/.exec(reps) ?? [];
  if (metres === undefined || Number(metres) >= (count > 1 ? METRES_FROM_IN_SETS : METRES_FROM)) return null;
  return `${metres} m is read as meters. For minutes, type ${metres} min.`;
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const LIST_END = /[/,-]/;

type RepsRead = Pick<Extract<PartValue, { kind: 'scheme' }>, 'reps' | 'setKind'>;

/** Reps behind a number of sets. */
function readReps(typed: string): RepsRead | undefined {
  if (/^warm/.test(typed)) return { reps: ['Warm-up'], setKind: 'warm_up' };
  if (/failure$/.test(typed)) return { reps: ['AMRAP'], setKind: 'failure' };
  if (/^(?:amrap|max)/.test(typed)) return { reps: ['AMRAP'] };
  if (new RegExp(`^(?:${REPS_LIST})$`).test(typed)) return { reps: typed.split(LIST_END).map(plainNumber) };
  if (new RegExp(`^${CLOCK}(?:-${CLOCK})?$`).test(typed)) return { reps: [typed] };
  const amount = /[a-z'"]/.test(typed.replace(/to\s/, '')) ? amountText(typed) : undefined;
  const text = amount ?? repsNumberText(typed);
  return text === undefined ? undefined : { reps: [/^\d+$/.test(text) ? plainNumber(text) : text] };
}

const plainNumber = (digits: string): string => String(Number(digits));

const REPS = `${CLOCK}(?:-${CLOCK})?|${AMOUNT}|${REPS_LIST}|${REPS_NUMBER}|${OPEN_REPS}`;

function scheme(count: string | undefined, reps: string | undefined, side?: string): PartValue | undefined {
  const read = reps === undefined ? undefined : readReps(reps.trim());
  if (!read) return problem(`Type one number of reps, or the lower and the higher. Try: ${count}x8-10`);
  const texts = read.reps.map((text) => `${text}${sideText(side)}`);
  const mark = metresMark(read.reps[0] ?? '', Number(count));
  return { kind: 'scheme', count: Number(count), reps: texts, setKind: read.setKind, ...(mark && { mark }) };
}

/** Between the reps of one set and the next. A comma alone may be a decimal one. */
const REPS_GAP = String.raw`(?:,\s+|\s+\/\s+)`;
/** What makes the number before it something else than reps. */
const NO_REPS = String.raw`\s*(?:[-x#%'"°:.]|kgs?\b|kilos?\b|lbs?\b|pounds?\b|sets?\b|reps?\b|rir\b|rpe\b|\d?rm\b|in\s|to\s|s\b|secs?\b|seconds?\b|m\b|mins?\b|minutes?\b|h\b|hrs?\b|hours?\b|km?\b|mi\b|miles?\b|met(?:er|re)s?\b|y(?:ar)?ds?\b|ft\b|feet\b|each\b|per\b|cals?\b|(?:warm|work|drop|rounds?)|(?:rests?|breaks?)\b(?!\s*[:=]?\s*(?:(?:of|for)\s+)?\d))`;
/** A number from here that is higher than the first reps can be a load [K]. */
const LOAD_FROM = 20;

/** Reps of one set after the other behind a number of sets, like `4 sets 8, 8, 6, 6`. */
function listedReps(count: string | undefined, list: string): PartValue | undefined {
  const reps = [...list.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const [first = 0, ...others] = reps;
  const load = others.find((value) => value >= LOAD_FROM && value > first);
  if (load !== undefined) {
    const before = reps.slice(0, reps.indexOf(load));
    const example = before.length === 1 ? `${count}x${first}` : `${before.length} sets ${before.join('/')}`;
    return problem(`Is “${load}” the load? Try: ${example} ${load}kg`);
  }
  return { kind: 'scheme', count: Number(count), reps: reps.map(String) };
}

/** Sets below which a range in front of `x` can be a range of sets. */
const REPS_FIRST_FROM = 6;
const REPS_FIRST_SETS = 5;

const SETS: readonly Rule[] = [
  rule(String.raw`(?:${INT}\s*x\s*)?21s`, () =>
    problem('“21s” can be seconds or partial reps. Try: 3x21 sec, or 3x21 // 21s'),
  ),
  rule('5/3/1', () =>
    problem('“5/3/1” changes from week to week. Type the sets of this week. Try: 1x5 75%, 1x3 85%, 1x1+ 95%'),
  ),
  rule(String.raw`(${INT})\s*(?:x|sets?(?:\s*(?:of|x))?)\s*(${QUOTED})`, ([, count], typed) => {
    const text = unquoteTyped(typed.slice(typed.search(/["“”„″]/)));
    return text === undefined ? undefined : { kind: 'scheme', count: Number(count), reps: [text.trim()] };
  }),
  rule(
    String.raw`(${INT})\s*(?:x|sets?(?:\s*(?:of|x|:))?)\s*(${INT}(?:${REPS_GAP}${INT}){1,19})(?!${NO_REPS})`,
    ([, count, list = '']) => listedReps(count, list),
  ),
  rule(
    String.raw`(${INT})\s*(?:x|sets?(?:\s*(?:of|x|:))?)\s*(${REPS})(?:\s*reps?)?(?:\s*(${SIDE}))?`,
    ([, count, reps, side]) => scheme(count, reps, side),
  ),
  rule(
    String.raw`(${INT})\s*(warm[\s-]?up|working|work)\s*sets?(?:\s*(?:of|x)\s*(${REPS_NUMBER}))?(?:\s*reps?)?`,
    ([, count, kind, reps]) => {
      const isWarmUp = kind?.startsWith('warm');
      if (reps === undefined && !isWarmUp) return problem('How many reps? Try: 3x8-10');
      const found = reps === undefined ? { reps: ['Warm-up'] } : readReps(reps);
      return (
        found && { kind: 'scheme', count: Number(count), ...found, ...(isWarmUp && { setKind: 'warm_up' as const }) }
      );
    },
  ),
  rule(String.raw`(${INT})-(${INT})\s*x\s*(${INT})`, ([, from, to, count]) =>
    Number(from) >= REPS_FIRST_FROM && Number(to) > Number(from) && Number(count) <= REPS_FIRST_SETS
      ? { kind: 'scheme', count: Number(count), reps: [`${from}-${to}`] }
      : problem(`Type one number of sets, then the reps. Try: ${from}x${count} or ${to}x${count}`),
  ),
  rule(String.raw`(${INT})\s*(?:-|to\s)\s*(${INT})\s*sets?(?:\s+of)?`, ([, from, to]) =>
    problem(`Type one number of sets, then the reps. Try: ${from}x8 or ${to}x8`),
  ),
  rule(String.raw`(?:(?:x|for)\s*)?(${INT})\s*sets?`, ([, count]) => ({ kind: 'count', count: Number(count) })),
  rule(String.raw`(${REPS_NUMBER})\s*reps?(?:\s*(${SIDE}))?(?:\s+(?:x|for)(?=\s))?`, ([, typed, side]) => {
    const reps = repsNumberText(typed ?? '');
    return reps === undefined ? undefined : { kind: 'reps', reps: `${reps}${sideText(side)}` };
  }),
  rule(String.raw`(${INT})\s*-\s*(${INT})`, ([, from, to]) => problem(`How many sets? Try: 3x${from}-${to}`)),
  rule(String.raw`x\s*(${INT})`, ([, reps]) => problem(`How many sets? Try: 3x${reps}`)),
  rule(String.raw`(${INT})\s*x\s*${NUM}\s*(?:${LOAD_UNIT}|%)`, ([typed = '', count]) =>
    problem(`How many reps? Try: ${count}x8 ${typed.split('x').at(-1)?.trim()}`),
  ),
  rule(String.raw`${INT}\s*x\s*${INT}\s*x\s*${NUM}\s*(?:${LOAD_UNIT}|%)?`, () =>
    problem('Put a space before the load, like 5x5 100kg'),
  ),
  rule(String.raw`(\d{1,2})\s?rm`, ([, reps]) => ({ kind: 'scheme', count: 1, reps: [`${reps}RM`] })),
  rule(String.raw`(?:for\s+)?(${AMOUNT})(?:\s*(${SIDE}))?`, ([, typed, side]) => {
    const reps = amountText(typed ?? '');
    return reps === undefined
      ? undefined
      : { kind: 'amount', reps: `${reps}${sideText(side)}`, mark: metresMark(reps, 1) };
  }),
  rule(REPS_LIST, ([list = '']) => {
    const separator = LIST_END.exec(list)?.[0] ?? '/';
    if (list === '90/90') return undefined;
    const isTempo = separator === '-' && /^\d-\d-\d-\d$/.test(list) && list.includes('0');
    const values = list.split(separator).map(Number);
    return isTempo ? { kind: 'tempo', tempo: list, named: false } : { kind: 'numbers', values, separator };
  }),
  rule(String.raw`${NUM}(?:\/${NUM}){1,19}`, ([list = '']) =>
    list === '90/90' ? undefined : { kind: 'numbers', values: list.split('/').map(numberOf), separator: '/' },
  ),
  rule(String.raw`(?:each|per)\s+(?:side|leg|way)|\/\s?side`, ([side]) => ({ kind: 'side', side: sideText(side) })),
];

const listOf = (typed: string): number[] => typed.split(/[/-]/).map((text) => numberOf(text.trim()));
/** Between the values of sets. Spaces stand on both sides or on none. */
const SLASH = String.raw`(?:\/|\s+\/\s+)`;
const NUMS = `${NUM}(?:${SLASH}${NUM}){0,19}`;
const PERCENT_NUM = String.raw`\d{1,3}(?:\.\d{1,20}|,\d{1,2})?`;

const loads = (typed: string | undefined, unit: string | undefined): PartValue => ({
  kind: 'loads',
  values: listOf(typed ?? '').map((value) => loadOf(value, unit ?? 'kg')),
});

const LOADS: readonly Rule[] = [
  rule(String.raw`(?:@\s*|at\s+)?(${NUMS}|${NUM}(?:-${NUM}){2,19})\s*(${LOAD_UNIT})`, ([, typed, unit]) =>
    loads(typed, unit),
  ),
  rule(String.raw`(?:@\s*|at\s+)?((?:${NUM}\s*${LOAD_UNIT}${SLASH}){1,19}${NUM}\s*(${LOAD_UNIT}))`, ([, typed, unit]) =>
    loads(typed?.replaceAll(/[^\d.,/]/g, ''), unit),
  ),
  rule(String.raw`(?:@\s*|at\s+)?(${PERCENT_NUM}(?:\s*%?${SLASH}${PERCENT_NUM}){0,19})\s*${PERCENT}`, ([, typed]) =>
    loads(typed?.replaceAll('%', ''), '%'),
  ),
  rule(String.raw`(?:bw|body\s?weight)\s*\+\s*(${NUM})\s*(${LOAD_UNIT})`, ([, typed, unit]) => loads(typed, unit)),
  rule(
    String.raw`(?:@\s*|at\s+)?(?:\d[\d.,]*)\s*(?:kgs?|lbs?|%)?\s*(?:-|to\s)\s*(${NUM})\s*(kgs?|lbs?|%)`,
    ([, to, unit]) => problem(`A load is one number. Try: ${to}${unit}`),
  ),
  rule(String.raw`\+\s*(${NUM})\s*(${LOAD_UNIT})`, ([, value, unit]) =>
    problem(`Type the whole load, or the load on top of bodyweight. Try: BW+${value}${unit}`),
  ),
  rule(String.raw`(?:(@)\s*|at\s+)?(${NUM})`, ([typed = '', at, value]) => ({
    kind: 'bare',
    value: numberOf(value ?? typed),
    at: at !== undefined,
  })),
];

const efforts = (typed: string | undefined, scale: string | undefined): PartValue => ({
  kind: 'efforts',
  values: listOf(typed ?? '').map((value) => ({ scale: scale === 'rir' ? 'rir' : 'rpe', value })),
});
const MOST_RPE = 10;

const EFFORTS: readonly Rule[] = [
  rule(String.raw`@?\s*(rir|rpe)\s*[:=@]?\s*(${NUMS})`, ([, scale, typed]) => efforts(typed, scale)),
  rule(String.raw`@?\s*(${NUMS})\s*-?(rir|rpe)`, ([, typed, scale]) => efforts(typed, scale)),
  rule(String.raw`(${NUM})\s*(?:reps?\s+)?in\s+(?:reserve|the\s+tank)`, ([, typed]) => efforts(typed, 'rir')),
  rule(String.raw`@\s*(${NUM}(?:${SLASH}${NUM}){1,19})`, ([, typed]) =>
    listOf(typed ?? '').every((value) => value <= MOST_RPE)
      ? efforts(typed, 'rpe')
      : problem(`Add kg, lb or % to ${typed}. Try: ${typed}kg`),
  ),
  rule(String.raw`@?\s*(rir|rpe)\s*[:=@]?\s*(${NUM})${TO}${NUM}`, ([, scale, value]) =>
    problem(`${scale?.toUpperCase()} takes one number. Try: @${scale}${value}`),
  ),
  rule(String.raw`@?\s*(${NUM})${TO}${NUM}\s*(rir|rpe)`, ([, value, scale]) =>
    problem(`${scale?.toUpperCase()} takes one number. Try: @${scale}${value}`),
  ),
  rule(String.raw`@\s*(${NUM})${TO}${NUM}`, ([, value]) => problem(`RPE takes one number. Try: @rpe${value}`)),
];

const SECONDS = `(?:seconds?|secs?|s|''|")`;
const MINUTES = `(?:minutes?|mins?|m|')`;
const TIME = String.raw`(?:${CLOCK}|${NUM}\s*${SECONDS}|${NUM}\s*${MINUTES}(?:\s*\d{1,2}\s*${SECONDS}|\d{1,2})?)`;
const TIME_UNIT = '(?:seconds?|secs?|s|(m)inutes?|(m)ins?|(m))?';
const rest = (typed: string | undefined): PartValue => {
  const seconds = restSeconds(typed ?? '');
  return seconds === undefined
    ? problem(`Is the rest in seconds or minutes? Try: rest ${/^\d+/.exec(typed ?? '')?.[0] ?? 90}s`)
    : { kind: 'rest', seconds };
};
const oneRest = (from: string | undefined, isMinutes: boolean): PartValue =>
  problem(`A rest is one time. Try: rest ${from}${isMinutes ? 'min' : 's'}`);
const PAUSES = String.raw`(?:\s+between\s+sets)?`;

const RESTS: readonly Rule[] = [
  rule(String.raw`rests?\s*[:=]?\s*(?:(?:of|for)\s+)?(${TIME}|${NUM})${PAUSES}`, ([, typed]) => rest(typed)),
  rule(String.raw`(${TIME})\s*(?:of\s+)?(?:rest|breaks?)${PAUSES}`, ([, typed]) => rest(typed)),
  rule(String.raw`no\s+rest`, () => ({ kind: 'rest', seconds: 0 })),
  rule(
    String.raw`rests?\s*[:=]?\s*(${NUM})\s*${TIME_UNIT}\s*(?:-|to\s)\s*${NUM}\s*${TIME_UNIT}`,
    ([, from, ...units]) => oneRest(from, units.some(Boolean)),
  ),
  rule(String.raw`(${NUM})\s*${TIME_UNIT}\s*(?:-|to\s)\s*${NUM}\s*${TIME_UNIT}\s+rest`, ([, from, ...units]) =>
    oneRest(from, units.some(Boolean)),
  ),
];

/** Four digits together: with an X in the second place they would be sets and reps. */
const JOINED_TEMPO = '[0-9x][0-9][0-9x]{2}';
const SEPARATED = String.raw`(?:${JOINED_TEMPO}|[0-9x]([-/.:\s])[0-9x]\1[0-9x]\1[0-9x])`;
const DASHED_TEMPO = '[0-9x]-[0-9x]-[0-9x]-[0-9x]';
const PLAIN_TEMPO = `(?:${JOINED_TEMPO}|${DASHED_TEMPO})`;
const tempo = ([typed = '']: Groups): PartValue => ({
  kind: 'tempo',
  tempo: [...typed.replace('tempo', '').matchAll(/[0-9x]/g)].join('-').toUpperCase(),
  named: true,
});

const TEMPOS: readonly Rule[] = [
  rule(String.raw`@?\s*tempo\s*[:=@]?\s*${SEPARATED}`, tempo),
  rule(String.raw`@?\s*(?:\d{4}|${DASHED_TEMPO})\s+tempo`, tempo),
  rule(String.raw`@\s+(?:\d{4}|${DASHED_TEMPO})`, tempo),
  rule(`@${PLAIN_TEMPO}`, tempo),
  rule(`t${PLAIN_TEMPO}`, tempo),
  rule('[0-9x]-[0-9x]-x-[0-9x]|[0-9x]-[0-9x]-[0-9x]-x', ([typed = '']) => ({
    kind: 'tempo',
    tempo: typed.toUpperCase(),
    named: false,
  })),
];

/** `isWord`: an exercise may be called so, like a drop squat. */
const setKind = (kind: SetKind, isWord: boolean) => (): PartValue => ({ kind: 'setKind', setKind: kind, isWord });

const KINDS: readonly Rule[] = [
  rule(String.raw`drop[\s-]?sets?`, setKind('drop', false)),
  rule('drop', setKind('drop', true)),
  rule(String.raw`(?:to|till|until)\s+failure`, setKind('failure', false)),
  rule('failure', setKind('failure', true)),
  rule(String.raw`warm[\s-]?up\s+sets?`, setKind('warm_up', false)),
  rule(String.raw`warm[\s-]?up`, setKind('warm_up', true)),
  rule('normal', setKind('normal', true)),
];

const RULES: readonly Rule[] = [
  rule(QUOTED, (_, typed) => {
    const text = unquoteTyped(typed);
    return text === undefined ? undefined : { kind: 'quoted', text };
  }),
  rule(String.raw`(?:in\s+)?(?:zone\s*|z)([1-5])`, ([, zone]) => ({ kind: 'pace', text: `zone ${zone}` })),
  ...SETS,
  ...EFFORTS,
  ...RESTS,
  ...TEMPOS,
  ...KINDS,
  ...LOADS,
];

/** Reads the part that starts at a position; undefined when no rule knows it. */
export function partAt(plain: string, typed: string, at: number): { value: PartValue; end: number } | undefined {
  let best: { value: PartValue; end: number } | undefined;
  for (const { pattern, read } of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(plain);
    const end = pattern.lastIndex;
    if (!match || match[0] === '' || end <= (best?.end ?? at)) continue;
    const value = read(match, typed.slice(at, end));
    if (value) best = { value, end };
  }
  return best;
}
