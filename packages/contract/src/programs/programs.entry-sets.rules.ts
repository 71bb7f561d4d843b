import { type UnitSystem, weightUnit } from '../units.ts';
import { newSet } from './programs.create.rules.ts';
import { loadOf } from './programs.entry-amounts.rules.ts';
import type { PartValue } from './programs.entry-parts.rules.ts';
import type { Part } from './programs.entry-scan.rules.ts';
import { shown, TypingProblem } from './programs.entry-text.rules.ts';
import { notUnderstood } from './programs.entry-words.rules.ts';
import { isSame, isWarmUpText, PROGRAM_BOUNDS, type SetKind } from './programs.rules.ts';
import { setProblem } from './programs.sets.rules.ts';
import type { SetEffort, SetLoad, SetTarget } from './programs.ts';

/** `marks` say what was read from numbers without a unit. `assumed`: no sets were typed. */
export type ReadSets = { sets: SetTarget[]; marks: string[]; paces: string[]; assumed: boolean };

/** `rounds`: a number without a unit is reps, of one set in each round. `isBodyweight`: the line says so in words. */
export type SetsOptions = { text: string; units: UnitSystem; rounds: number | null; isBodyweight: boolean };

type Scheme = Extract<PartValue, { kind: 'scheme' }>;

/** The parts of one segment by kind. Lists have one value, or one for each set. */
type Draft = {
  at: number;
  scheme: Pick<Scheme, 'count' | 'reps' | 'setKind'> | undefined;
  loads: readonly SetLoad[] | undefined;
  efforts: readonly SetEffort[] | undefined;
  tempo: string | undefined;
  rest: number | undefined;
  setKind: SetKind | undefined;
  side: string | undefined;
};

const FIELD_NAMES = {
  scheme: 'The number of sets and reps',
  loads: 'Load',
  efforts: 'Effort',
  tempo: 'Tempo',
  rest: 'Rest',
  setKind: 'The kind of set',
  side: 'The side',
} as const;

/** Loads without a unit start here; smaller numbers could be an effort, a rest or reps [K]. */
const BARE_LOAD_FROM = 20;
const MOST_RPE = 10;

/** Whether a segment describes sets; the number of sets and the reps may be in different segments. */
function hasScheme(parts: readonly Part[]): boolean {
  const kinds = parts.map(({ value }) => value.kind);
  if (kinds.includes('scheme') || kinds.includes('amount') || kinds.includes('numbers')) return true;
  return kinds.includes('count') && kinds.includes('reps');
}
const isList = ({ value }: Part): boolean => value.kind === 'numbers';

/** Reads the parts of one segment. @throws TypingProblem */
class SegmentReader {
  readonly draft: Draft;
  readonly marks: string[] = [];
  readonly paces: string[] = [];
  readonly #parts: readonly Part[];
  readonly #options: SetsOptions;

  constructor(parts: readonly Part[], options: SetsOptions) {
    this.#parts = parts;
    this.#options = options;
    this.draft = {
      at: parts[0]?.at ?? 0,
      scheme: undefined,
      loads: undefined,
      efforts: undefined,
      tempo: undefined,
      rest: undefined,
      setKind: undefined,
      side: undefined,
    };
  }

  read(): this {
    this.#readScheme();
    for (const part of this.#parts) this.#readPart(part);
    return this;
  }

  #typed({ at, end }: Part): string {
    return this.#options.text.slice(at, end);
  }

  #set<Field extends keyof typeof FIELD_NAMES>(field: Field, value: Draft[Field], at: number): void {
    if (this.draft[field] !== undefined) {
      const hint = field === 'scheme' ? '. Put a comma between sets. Try: 1x5 100kg, 3x8 80kg' : '';
      throw new TypingProblem(`${FIELD_NAMES[field]} is given twice${hint}`, at);
    }
    this.draft[field] = value;
  }

  /** Sets and reps first: they decide what numbers without a unit are. */
  #readScheme(): void {
    let count: { value: number; at: number } | undefined;
    let reps: { value: string; at: number } | undefined;
    for (const part of this.#parts) {
      const { value, at } = part;
      if (value.kind === 'scheme') {
        this.#set('scheme', value, at);
        if (value.mark) this.marks.push(value.mark);
      } else if (value.kind === 'count') {
        if (count) throw new TypingProblem(`${FIELD_NAMES.scheme} is given twice`, at);
        count = { value: value.count, at };
      } else if (value.kind === 'reps') {
        if (reps) throw new TypingProblem(`${FIELD_NAMES.scheme} is given twice`, at);
        reps = { value: value.reps, at };
      }
    }
    this.#readAmounts(count !== undefined || reps !== undefined);
    const { rounds } = this.#options;
    const bare = this.#parts.find(({ value }) => value.kind === 'bare' && !value.at);
    if (rounds !== null && !this.draft.scheme && !reps && bare?.value.kind === 'bare') {
      reps = { value: String(bare.value.value), at: bare.at };
    }
    if (!count && !reps) return;
    const at = count?.at ?? reps?.at ?? 0;
    if (!reps) throw new TypingProblem('How many reps? Try: 3x8-10', at);
    if (!count && rounds === null) throw new TypingProblem(`How many sets? Try: 3x${reps.value}`, at);
    this.#set('scheme', { count: count?.value ?? rounds, reps: [reps.value], setKind: undefined }, at);
  }

  /** Times and distances, and lists of reps, are sets where no others are typed. */
  #readAmounts(isTyped: boolean): void {
    for (const part of this.#parts) {
      const { value, at } = part;
      if (value.kind === 'amount') {
        if (isTyped || this.draft.scheme) {
          const typed = this.#typed(part);
          throw new TypingProblem(`Is ${shown(typed)} the rest? Try: rest ${typed}, or 3x${typed}`, at);
        }
        this.draft.scheme = { count: this.#options.rounds ?? 1, reps: [value.reps], setKind: undefined };
        if (value.mark) this.marks.push(value.mark);
      } else if (value.kind === 'numbers' && !isTyped && !this.draft.scheme) {
        this.draft.scheme = { count: null, reps: repsList(value.values, at), setKind: undefined };
      }
    }
  }

  #readPart(part: Part): void {
    const { value, at } = part;
    switch (value.kind) {
      case 'problem':
        throw new TypingProblem(value.message, at);
      case 'loads':
        this.#set('loads', value.values, at);
        break;
      case 'efforts':
        this.#set('efforts', value.values, at);
        break;
      case 'numbers':
        if (!this.#isRepsList(part)) this.#bareLoads(value.values, part);
        break;
      case 'bare':
        this.#bare(value.value, value.at, part);
        break;
      case 'tempo':
        if (!value.named && !this.draft.scheme) {
          throw new TypingProblem(`Didn't understand ${shown(this.#typed(part))}. Try: tempo ${value.tempo}`, at);
        }
        this.#set('tempo', value.tempo, at);
        break;
      case 'rest':
        this.#set('rest', value.seconds, at);
        break;
      case 'setKind':
        this.#set('setKind', value.setKind, at);
        break;
      case 'side':
        this.#set('side', value.side, at);
        break;
      case 'pace':
        this.paces.push(value.text);
        break;
      default:
        break;
    }
  }

  /** Whether a list is the one that `#readAmounts` took. */
  #isRepsList(part: Part): boolean {
    return this.draft.scheme?.count === null && this.#parts.find(isList) === part;
  }

  #bare(value: number, isAt: boolean, part: Part): void {
    const { scheme } = this.draft;
    if (isAt && value <= MOST_RPE) {
      this.#set('efforts', [{ scale: 'rpe', value }], part.at);
    } else if (isAt) {
      throw new TypingProblem(
        `Add kg, lb or % to ${value}, or use an RPE of 1 to 10. Try: ${value}${weightUnit(this.#options.units)}`,
        part.at,
      );
    } else if (this.#options.rounds === null || scheme?.reps[0] !== String(value)) {
      this.#bareLoads([value], part);
    }
  }

  #bareLoads(values: readonly number[], part: Part): void {
    const typed = this.#typed(part);
    if (!this.draft.scheme || values.some((value) => value < BARE_LOAD_FROM)) {
      throw notUnderstood(typed, part.at, false);
    }
    const unit = weightUnit(this.#options.units);
    this.#set(
      'loads',
      values.map((value) => loadOf(value, unit)),
      part.at,
    );
    this.marks.push(`${typed} is read as ${typed.replace(/^at\s+/i, '')} ${unit}.`);
  }
}

const MOST_LISTED_REPS = 200;
const FEWEST_LISTED = 3;

/** @throws TypingProblem when numbers cannot be the reps of one set after the other */
function repsList(values: readonly number[], at: number): string[] {
  const [first, second] = values;
  if (values.length < FEWEST_LISTED) {
    const example = first === second ? `3x${first} each side` : `1x${first}, 1x${second}`;
    throw new TypingProblem(`How many sets? Try: ${example}`, at);
  }
  if (values.some((value) => !Number.isInteger(value) || value < 1 || value > MOST_LISTED_REPS)) {
    throw new TypingProblem('Type reps as whole numbers. Try: 12/10/8', at);
  }
  return values.map(String);
}

const CHECKED_NAMES = { count: 'Sets', reps: 'Reps', load: 'Load', effort: 'Effort', tempo: 'Tempo', rest: 'Rest' };

/** @throws TypingProblem when the contract would refuse the line */
function checkSet(set: SetTarget, at: number): void {
  const refused = setProblem(set);
  if (refused) throw new TypingProblem(`${CHECKED_NAMES[refused.field]}: ${refused.problem}`, at);
}

/** Sets that an example lists. */
const MOST_IN_EXAMPLE = 8;

/** Example with a number of reps for each set, as close to what was typed as possible. */
function repsExample(reps: readonly string[], count: number): string {
  const sets = Math.max(count, reps.length);
  if (sets > MOST_IN_EXAMPLE) return '. Try: 3 sets 10/8/6';
  return `. Try: ${sets} sets ${Array.from({ length: sets }, (_, index) => reps[index] ?? reps.at(-1)).join('/')}`;
}

/** The value of each set. @throws TypingProblem when there are more or fewer values than sets */
function eachSet<Value>(
  values: readonly Value[] | undefined,
  count: number,
  { noun, example = '' }: { noun: string; example?: string },
  at: number,
): (Value | null)[] {
  const [first] = values ?? [];
  if (!values || first === undefined) return Array.from({ length: count }, () => null);
  if (values.length === 1) return Array.from({ length: count }, () => first);
  if (values.length === count) return [...values];
  throw new TypingProblem(`${values.length} ${noun} for ${count} sets. Type one, or one for each set${example}`, at);
}

/** Neighbouring equal sets as one line. */
function mergeLines(sets: readonly SetTarget[]): SetTarget[] {
  const lines: SetTarget[] = [];
  for (const set of sets) {
    const last = lines.at(-1);
    if (last && isSame({ ...last, count: set.count }, set)) last.count += set.count;
    else lines.push({ ...set });
  }
  return lines;
}

/** @throws TypingProblem */
function linesOf({ at, scheme, loads, efforts, tempo, rest, setKind, side }: Draft): SetTarget[] {
  if (!scheme) return [];
  const count = scheme.count ?? scheme.reps.length;
  const isOne = [scheme.reps, loads, efforts].every((values) => (values?.length ?? 1) === 1);
  const places = isOne ? 1 : Math.min(count, PROGRAM_BOUNDS.sets + 1);
  const reps = eachSet(scheme.reps, places, { noun: 'numbers of reps', example: repsExample(scheme.reps, count) }, at);
  const load = eachSet(loads, places, { noun: 'loads' }, at);
  const effort = eachSet(efforts, places, { noun: 'efforts' }, at);
  if (side !== undefined && scheme.reps.some((text) => text.includes(' each '))) {
    throw new TypingProblem('The side is given twice', at);
  }
  const sets = reps.map((text, index) => {
    const typed = `${text ?? ''}${side ?? ''}`;
    return newSet({
      count: isOne ? count : 1,
      reps: typed,
      kind: setKind ?? scheme.setKind ?? (isWarmUpText(typed) ? 'warm_up' : 'normal'),
      load: load[index] ?? null,
      effort: effort[index] ?? null,
      tempo: tempo ?? null,
      rest: rest ?? null,
    });
  });
  for (const set of sets) checkSet(set, at);
  return mergeLines(sets);
}

type Common = Partial<Pick<SetTarget, 'load' | 'effort' | 'tempo' | 'rest' | 'kind' | 'reps'>>;

/** The values that a segment without sets gives to all lines. @throws TypingProblem */
function commonOf({ at, loads, efforts, tempo, rest, setKind, side }: Draft, lines: number): Common {
  if ((loads?.length ?? 1) > 1 || (efforts?.length ?? 1) > 1) {
    throw new TypingProblem('Put these numbers next to their sets. Try: 3x5 100/105/110kg', at);
  }
  if ((setKind !== undefined || side !== undefined) && lines > 1) {
    throw new TypingProblem('Which sets? Put this next to them. Try: 3x8, 1x12 drop', at);
  }
  const [load, effort] = [loads?.[0], efforts?.[0]];
  return {
    ...(load && { load }),
    ...(effort && { effort }),
    ...(tempo !== undefined && { tempo }),
    ...(rest !== undefined && { rest }),
    ...(setKind !== undefined && { kind: setKind }),
  };
}

const COMMON_NAMES = { load: 'Load', effort: 'Effort', tempo: 'Tempo', rest: 'Rest' } as const;

/** @throws TypingProblem when a line already says it */
function withCommon(set: SetTarget, common: Common, side: string | undefined, at: number): SetTarget {
  const twice = (['load', 'effort', 'tempo', 'rest'] as const).find((field) => field in common && set[field] !== null);
  if (twice) throw new TypingProblem(`${COMMON_NAMES[twice]} is given twice`, at);
  const changed = { ...set, ...common, reps: `${set.reps}${side ?? ''}` };
  checkSet(changed, at);
  return changed;
}

/** Nothing is added to the body's weight. */
export const BODYWEIGHT_LOAD: SetLoad = { unit: 'kg', value: 0 };

/** Reads the parts between commas. A segment without sets applies to all lines. @throws TypingProblem */
export function readSets(segments: readonly (readonly Part[])[], options: SetsOptions): ReadSets {
  const own = segments.filter((parts) => parts.length > 0);
  const readers = (own.some(hasScheme) ? own : [own.flat()]).map((parts) => new SegmentReader(parts, options).read());
  const marks = readers.flatMap((reader) => reader.marks);
  const paces = readers.flatMap((reader) => reader.paces);
  const drafts = readers.map(({ draft }) => draft);
  const assumed = !drafts.some(({ scheme }) => scheme);
  const lines = assumed ? [newSet()] : drafts.flatMap(linesOf);
  const last = drafts.at(-1)?.at ?? 0;
  if (lines.length > PROGRAM_BOUNDS.lines) {
    throw new TypingProblem(`Use at most ${PROGRAM_BOUNDS.lines} different lines of sets`, last);
  }
  const commons = drafts.filter(({ scheme }) => !scheme);
  let sets = lines;
  for (const draft of commons) {
    const common = commonOf(draft, lines.length);
    sets = sets.map((set) => withCommon(set, common, draft.side, draft.at));
  }
  if (options.isBodyweight) sets = sets.map((set) => withCommon(set, { load: BODYWEIGHT_LOAD }, undefined, last));
  return { sets, marks, paces, assumed };
}
