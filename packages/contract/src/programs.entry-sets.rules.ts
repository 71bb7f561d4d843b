import { newSet } from './programs.create.rules.ts';
import { isSeparator, plain, type Token, TypingProblem } from './programs.entry-tokens.rules.ts';
import { isWarmUpText, PROGRAM_BOUNDS, type SetKind } from './programs.rules.ts';
import type { SetEffort, SetLoad, SetTarget } from './programs.ts';
import { setTarget } from './programs.workout.rules.ts';
import { kgToLb, type UnitSystem, weightFromInput } from './units.ts';

/** A line of sets as typed. `assumed`: its sets and reps were not typed. */
export type TypedSet = { set: SetTarget; assumed: boolean };

const COUNT_AND_REPS = /^(\d{1,4})x(.*)$/;
const COUNT = /^\d{1,4}$/;
const RANGE = /^\d{1,4}-\d{1,4}$/;
const TWO_SIGNS = /\d ?x ?\d/i;
const RANGE_FIRST = /^(\d{1,4}-\d{1,4})x(\d{1,4})$/;
const LOAD = /^@?(\d{1,6}(?:\.\d{1,20})?)(%|kg|kgs|kilos|lb|lbs|#)?$/;
const LOAD_UNIT = /^(?:%|kg|kgs|kilos|lb|lbs|#)$/;
const EFFORT = /^@?(rir|rpe)(\d{1,2}(?:\.\d{1,4})?)?$/;
const RPE = /^@(\d{1,3}(?:\.\d{1,4})?)$/;
const NUMBER = /^\d{1,6}(?:\.\d{1,20})?$/;
const TEMPO = /^t?([0-9x])-?([0-9x])-?([0-9x])-?([0-9x])$/;
const CLOCK = /^(\d{1,3}):([0-5]\d)$/;
const REST = /^(\d{1,5}(?:\.\d{1,4})?)(s|sec|secs|seconds|min|mins|minutes|m)?$/;

const KIND_WORDS = new Map<string, SetKind>([
  ['drop', 'drop'],
  ['dropset', 'drop'],
  ['failure', 'failure'],
  ['warm-up', 'warm_up'],
  ['warmup', 'warm_up'],
  ['normal', 'normal'],
]);

/** Words that belong to the reps before them. */
const REPS_WORDS = new Set([
  ...['rep', 'reps', 's', 'sec', 'secs', 'second', 'seconds', 'min', 'mins', 'minute', 'minutes', 'h', 'hour', 'hours'],
  ...['m', 'meters', 'metres', 'km', 'mi', 'mile', 'miles', 'yd', 'yds', 'yards', 'ft', 'feet'],
  ...['each', 'per', 'side', 'sides', 'leg', 'legs', 'arm', 'arms', 'way', '/side', '/leg', '/arm', 'ea', '/', '-'],
]);
const TIME_UNIT = /^(\d[\d.,:-]*)(s|sec|secs|seconds?|min|mins|minutes?|h|m|km|mi|yd|ft)$/;
const UNIT_NAMES = new Map([
  ...['s', 'sec', 'secs', 'second', 'seconds'].map((word) => [word, 'sec'] as const),
  ...['min', 'mins', 'minute', 'minutes'].map((word) => [word, 'min'] as const),
]);

/** Minutes, not seconds: no coach gives a rest of a few seconds without a unit. */
const MINUTES_UP_TO = 10;

const startsLine = (tokens: readonly Token[], index: number): boolean => {
  const [text, next, after] = [tokens[index], tokens[index + 1], tokens[index + 2]].map(plain);
  if (text === undefined || tokens[index]?.quoted !== undefined) return false;
  if (COUNT_AND_REPS.test(text) || RANGE_FIRST.test(text)) return true;
  if (COUNT.test(text) && /^(?:x|sets?$)/.test(next ?? '')) return true;
  return RANGE.test(text) && next === 'x' && COUNT.test(after ?? '');
};

/** Whether sets, or what belongs to them, start at a token: what comes before is the name. */
export function isSetsStart(tokens: readonly Token[], index: number): boolean {
  if (startsLine(tokens, index)) return true;
  if (index === 0) return false;
  const [text, next] = [plain(tokens[index]), plain(tokens[index + 1])];
  if (KIND_WORDS.has(text)) return startsLine(tokens, index + 1);
  if (/^@(?:\d|rir|rpe|$)/.test(text)) return true;
  if (text === 'rest') return CLOCK.test(next) || REST.test(next);
  return text === 'tempo' && TEMPO.test(next);
}

/** Reps as the product writes them: `30s` is `30 sec`. */
function tidyReps(words: readonly string[]): string {
  const typed = words
    .join(' ')
    .replace(/ ?- ?/g, '-')
    .replace(/ ?\/ ?/g, '/');
  const lower = typed.toLowerCase();
  if (isWarmUpText(lower)) return 'Warm-up';
  if (lower === 'amrap' || lower === 'max') return 'AMRAP';
  return typed
    .split(' ')
    .flatMap((word) => {
      const [, amount, unit] = TIME_UNIT.exec(word.toLowerCase()) ?? [];
      return amount === undefined || unit === undefined ? [word] : [amount, unit];
    })
    .map((word) => UNIT_NAMES.get(word.toLowerCase()) ?? word)
    .join(' ');
}

/** Reads the tokens of one line. */
class LineReader {
  readonly #tokens: readonly Token[];
  readonly #units: UnitSystem;
  #next = 0;

  constructor(tokens: readonly Token[], units: UnitSystem) {
    this.#tokens = tokens;
    this.#units = units;
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#next + ahead];
  }

  /** Undefined when the line has no sets of its own. @throws TypingProblem */
  read(): { amount: Pick<SetTarget, 'count' | 'reps'> | undefined; changes: Partial<SetTarget> } {
    const changes: Partial<SetTarget> = {};
    const kind = KIND_WORDS.get(plain(this.#peek()));
    if (kind && startsLine(this.#tokens, this.#next + 1)) {
      changes.kind = kind;
      this.#next += 1;
    }
    const amount = startsLine(this.#tokens, this.#next) ? this.#amount() : undefined;
    while (this.#peek()) Object.assign(changes, this.#change());
    if (amount && !changes.kind && isWarmUpText(amount.reps)) changes.kind = 'warm_up';
    return { amount, changes };
  }

  #amount(): Pick<SetTarget, 'count' | 'reps'> {
    const text = plain(this.#peek());
    const [, range, count] = RANGE_FIRST.exec(text) ?? [];
    if (range !== undefined) {
      this.#next += 1;
      return { count: Number(count), reps: range };
    }
    if (RANGE.test(text)) {
      const last = plain(this.#peek(2));
      this.#next += 3;
      return { count: Number(last), reps: text };
    }
    return this.#countFirst(text);
  }

  #countFirst(text: string): Pick<SetTarget, 'count' | 'reps'> {
    const [, digits = text] = COUNT_AND_REPS.exec(text) ?? [];
    const at = this.#peek()?.at ?? 0;
    const words: string[] = [];
    // The original text keeps its capitals: only dashes and signs are made plain.
    const rest = this.#typed().slice(COUNT_AND_REPS.test(text) ? digits.length + 1 : digits.length);
    this.#next += 1;
    if (rest) words.push(rest);
    else if (/^sets?$/.test(plain(this.#peek()))) this.#next += /^(?:of|x)$/.test(plain(this.#peek(1))) ? 2 : 1;
    else if (!COUNT_AND_REPS.test(text)) {
      const sign = this.#typed().slice(1);
      this.#next += 1;
      if (sign) words.push(sign);
    }
    if (words.length === 0) {
      const quoted = this.#peek()?.quoted;
      const first = this.#typed();
      this.#next += 1;
      if (quoted !== undefined) return { count: Number(digits), reps: quoted.trim() };
      words.push(first);
    }
    while (this.#peek() && this.#isRepsWord(words)) {
      words.push(this.#typed());
      this.#next += 1;
    }
    if (TWO_SIGNS.test(words.join(' '))) throw new TypingProblem('Put a space before the load, like 5x5 100kg', at);
    return { count: Number(digits), reps: tidyReps(words) };
  }

  /** A unit or a side, or the end of a range like `8 - 10`. */
  #isRepsWord(words: readonly string[]): boolean {
    const text = plain(this.#peek());
    if (text === 'warm-up' || text === 'a') return false;
    return REPS_WORDS.has(text) || (words.at(-1) === '-' && COUNT.test(text));
  }

  #typed(): string {
    return (this.#peek()?.text ?? '').replaceAll(/[‐-―−]/g, '-').replaceAll('×', 'x');
  }

  /** One part behind the sets: effort, load, tempo, rest or kind. @throws TypingProblem */
  #change(): Partial<SetTarget> {
    const token = this.#peek();
    const text = plain(token);
    const next = plain(this.#peek(1));
    const changed =
      this.#joined(text, next) ?? this.#effort(text, next) ?? this.#load(text, next) ?? this.#tempo(text, next);
    const change = changed ?? this.#rest(text, next) ?? this.#kind(text);
    if (change) return change;
    throw new TypingProblem(`“${(token?.text ?? '').slice(0, 40).toWellFormed()}” cannot be read`, token?.at ?? 0);
  }

  #take(tokens: number, change: Partial<SetTarget>): Partial<SetTarget> {
    this.#next += tokens;
    return change;
  }

  /** `@ rir 2` and `at 60 kg`: the sign or the word says nothing more. */
  #joined(text: string, next: string): Partial<SetTarget> | undefined {
    if ((text !== '@' && text !== 'at') || next === '') return undefined;
    if (text === '@' && NUMBER.test(next) && !LOAD_UNIT.test(plain(this.#peek(2)))) {
      return this.#take(2, { effort: { scale: 'rpe', value: Number(next) } });
    }
    return this.#take(1, {});
  }

  #effort(text: string, next: string): Partial<SetTarget> | undefined {
    const [, scale, value] = EFFORT.exec(text) ?? [];
    const of = (typed: string): SetEffort => ({ scale: scale === 'rir' ? 'rir' : 'rpe', value: Number(typed) });
    if (scale !== undefined && value !== undefined) return this.#take(1, { effort: of(value) });
    if (scale !== undefined && NUMBER.test(next)) return this.#take(2, { effort: of(next) });
    const [, rpe] = RPE.exec(text) ?? [];
    if (rpe === undefined || LOAD_UNIT.test(next)) return undefined;
    if (Number(rpe) <= 10) return this.#take(1, { effort: { scale: 'rpe', value: Number(rpe) } });
    throw new TypingProblem(`Add kg, lb or % to ${rpe}, or use an RPE of 1 to 10`, this.#peek()?.at ?? 0);
  }

  #load(text: string, next: string): Partial<SetTarget> | undefined {
    const [, value, unit] = LOAD.exec(text) ?? [];
    if (value === undefined) return undefined;
    const isUnitNext = unit === undefined && LOAD_UNIT.test(next);
    const name = unit ?? (isUnitNext ? next : this.#units === 'imperial' ? 'lb' : 'kg');
    return this.#take(isUnitNext ? 2 : 1, { load: loadOf(Number(value), name) });
  }

  #tempo(text: string, next: string): Partial<SetTarget> | undefined {
    const tempo = (typed: string) => TEMPO.exec(typed)?.slice(1).join('-').toUpperCase();
    const isNamed = text === 'tempo';
    const value = isNamed ? tempo(next) : text.startsWith('t') || text.includes('-') ? tempo(text) : undefined;
    return value === undefined ? undefined : this.#take(isNamed ? 2 : 1, { tempo: value });
  }

  #rest(text: string, next: string): Partial<SetTarget> | undefined {
    if (text === 'no' && next === 'rest') return this.#take(2, { rest: 0 });
    if (/^rest\d/.test(text)) return this.#restOf(text.slice(4), next, 1);
    return text === 'rest' ? this.#restOf(next, plain(this.#peek(2)), 2) : undefined;
  }

  /** `after` is the token behind the rest, `tokens` the number of those up to it. */
  #restOf(typed: string, after: string, tokens: number): Partial<SetTarget> | undefined {
    const [, minutes, seconds] = CLOCK.exec(typed) ?? [];
    if (minutes !== undefined) return this.#take(tokens, { rest: Number(minutes) * 60 + Number(seconds) });
    const [, amount, unit] = REST.exec(typed) ?? [];
    if (amount === undefined) return undefined;
    const isUnitNext = unit === undefined && /^(?:s|sec|secs|seconds|min|mins|minutes)$/.test(after);
    const name = unit ?? (isUnitNext ? after : Number(amount) > 0 && Number(amount) <= MINUTES_UP_TO ? 'min' : 's');
    return this.#take(isUnitNext ? tokens + 1 : tokens, {
      rest: Math.round(Number(amount) * (name.startsWith('m') ? 60 : 1)),
    });
  }

  #kind(text: string): Partial<SetTarget> | undefined {
    const kind = KIND_WORDS.get(text);
    return kind && this.#take(1, { kind });
  }
}

function loadOf(value: number, unit: string): SetLoad {
  if (unit === '%') return { unit: 'percent', value };
  return { unit: 'kg', value: weightFromInput(value, unit.startsWith('lb') || unit === '#' ? 'imperial' : 'metric') };
}

/** The fewest decimals of pounds that give the same kilograms. A hundredth of a pound is less than one of a kilogram. */
const POUND_DECIMALS = [0, 1, 2];

/** A load as a coach would type it. */
export function loadEntry({ unit, value }: SetLoad, units: UnitSystem): string {
  if (unit === 'percent') return `${value}%`;
  if (units === 'metric') return `${Number(value.toFixed(2))}kg`;
  const pounds = POUND_DECIMALS.map((decimals) => Number(kgToLb(value).toFixed(decimals)));
  const kg = weightFromInput(value, 'metric');
  return `${pounds.find((amount) => weightFromInput(amount, 'imperial') === kg) ?? pounds.at(-1)}lb`;
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  count: 'Sets',
  reps: 'Reps',
  load: 'Load',
  effort: 'Effort',
  rest: 'Rest',
};

/** @throws TypingProblem when the contract would refuse the line */
function checkSet(set: SetTarget, at: number): void {
  const [issue] = setTarget.safeParse(set).error?.issues ?? [];
  if (!issue) return;
  const field = FIELD_NAMES[String(issue.path[0])] ?? 'Sets';
  throw new TypingProblem(
    issue.code === 'not_multiple_of' ? `${field}: use steps of a half` : `${field}: ${issue.message}`,
    at,
  );
}

/** @throws TypingProblem when the line already says it, so that a decimal comma is no second load */
function withChanges(set: SetTarget, changes: Partial<SetTarget>, at: number): SetTarget {
  const twice = (['load', 'effort', 'tempo', 'rest'] as const).find((field) => field in changes && set[field] !== null);
  if (twice) throw new TypingProblem(`${FIELD_NAMES[twice] ?? 'Tempo'} is given twice`, at);
  return { ...set, ...changes };
}

/** Reads lines of sets between commas. A line without sets of its own says more about all lines before it. @throws TypingProblem */
export function readSets(tokens: readonly Token[], units: UnitSystem): TypedSet[] {
  const lines: TypedSet[] = [];
  let start = 0;
  while (start < tokens.length) {
    const found = tokens.findIndex((token, index) => index >= start && isSeparator(token));
    const end = found < 0 ? tokens.length : found;
    const at = tokens[start]?.at ?? 0;
    const { amount, changes } = new LineReader(tokens.slice(start, end), units).read();
    if (amount) lines.push({ set: newSet({ ...amount, ...changes }), assumed: false });
    else if (lines.length === 0) lines.push({ set: newSet(changes), assumed: true });
    else for (const line of lines) line.set = withChanges(line.set, changes, at);
    if (lines.length > PROGRAM_BOUNDS.lines) {
      throw new TypingProblem(`Use at most ${PROGRAM_BOUNDS.lines} different lines of sets`, at);
    }
    for (const { set } of lines) checkSet(set, at);
    start = end + 1;
  }
  return lines;
}
