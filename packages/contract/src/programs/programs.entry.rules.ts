import { isVariation, type NameMatch } from '../exercises/exercises.names.rules.ts';
import { nameWords } from '../exercises/exercises.rules.ts';
import type { UnitSystem } from '../units.ts';
import type { Part, Piece, Word } from './programs.entry-scan.rules.ts';
import { scan } from './programs.entry-scan.rules.ts';
import { BODYWEIGHT_LOAD, type ReadSets, readSets } from './programs.entry-sets.rules.ts';
import { plainText, TypingProblem, unquote } from './programs.entry-text.rules.ts';
import { hasSigns, isReserved, notUnderstood } from './programs.entry-words.rules.ts';
import { type GroupFormat, PROGRAM_BOUNDS } from './programs.rules.ts';
import type { ProgramExercise } from './programs.ts';

/** An exercise of the library that a name may mean. */
export type EntryExercise = { id: string; name: string };

/**
 * An exercise as typed. `exerciseId` is null unless the name means one exercise for sure; `choices` has those that it may
 * mean. `assumed`: no sets were typed, so these are the usual ones. `marks` say what else was not typed, for the coach to
 * check.
 */
export type EntryResult<E extends EntryExercise = EntryExercise> = Pick<
  ProgramExercise,
  'exerciseId' | 'name' | 'group' | 'sets' | 'notes'
> & { choices: readonly E[]; marks: readonly string[]; assumed: boolean };

/** Exercises that are done in rounds, like `AMRAP 12 min: 10 burpees, 15 KB swings`. */
export type EntryBlock<E extends EntryExercise = EntryExercise> = {
  format: Exclude<GroupFormat, 'superset'>;
  minutes: number | null;
  entries: EntryResult<E>[];
};

/** `at` is the place of the problem in the text. */
export type EntryProblem = { problem: string; at: number };
export type EntryReading<E extends EntryExercise> = { entry: EntryResult<E> } | { block: EntryBlock<E> };

/** `find` looks a name up in the library. `units` are those of loads without a unit. */
export type EntryOptions<E extends EntryExercise = EntryExercise> = {
  find: (name: string) => NameMatch<E>;
  units: UnitSystem;
};

/** The syntax in one line, for hints. */
export const ENTRY_EXAMPLE = 'bench press 4x8-10 100kg @rir2 tempo 3-1-1-0 rest 2:00 // note';

/** Longest line that is read: the longest notes and sets, with quotes. */
const LENGTH = 10_000;
const GROUP = /^([a-z])\d{1,2}[.):]?(?=\s)\s*[-:]?\s*/;
/** A number in a list of lines says nothing. */
const LINE_NUMBER = /^(?:\d{1,2}[.)]|[-•])\s+/;
const LETTER = /^([a-z])[.):]\s/;
const NAME_EDGES = /^[\s:,;–—|•-]+|[\s:,;–—|•-]+$/g;
const NOT_STORABLE = /[\p{Cc}\p{Cs}]/u;
const PACE = /^(?:easy|steady|moderate|hard)$/;
const BODYWEIGHT = /^(?:bw|body[ -]?weight)$/;

type Line<E extends EntryExercise> = {
  text: string;
  plain: string;
  options: EntryOptions<E>;
  /** Not null within a block. */
  rounds: number | null;
};

/** The head of a line: where the name or the sets start. @throws TypingProblem */
function readHead(plain: string): { group: string; start: number } {
  const indent = /^\s*/.exec(plain)?.[0].length ?? 0;
  const numbered = indent + (LINE_NUMBER.exec(plain.slice(indent, indent + 10))?.[0].length ?? 0);
  const head = plain.slice(numbered, numbered + 20);
  const [whole, letter] = GROUP.exec(head) ?? [];
  if (whole !== undefined && letter) return { group: letter.toUpperCase(), start: numbered + whole.length };
  const [, order] = LETTER.exec(head) ?? [];
  if (order) {
    throw new TypingProblem(
      `Didn't understand “${order.toUpperCase()}”. Try: ${order}1 for a superset, or leave it out`,
      numbered,
    );
  }
  return { group: '', start: numbered };
}

/** Words of a name of the library may have numbers in them. */
const NAME_WORDS = 8;

/** Where a name of the library with a number in it ends, which would be read as sets. */
function numberedName<E extends EntryExercise>({ text, options }: Line<E>, start: number): number | undefined {
  const words = [...text.slice(start, start + LENGTH).matchAll(/[^\s,;]+/g)].slice(0, NAME_WORDS);
  for (const word of words.reverse()) {
    const end = start + word.index + word[0].length;
    const name = text.slice(start, end);
    if (name.length <= PROGRAM_BOUNDS.name && /\d/.test(name) && options.find(name).exercise) return end;
  }
  return undefined;
}

/** Words that stand together and could be the name. */
type Run<E> = { words: readonly Word[]; name: string; match: NameMatch<E>; quoted: boolean };

const isPart = (piece: Piece): piece is Part => piece.value !== null;

/** @returns the words between parts */
function runsOf(pieces: readonly Piece[]): Word[][] {
  const runs: Word[][] = [];
  let isOpen = false;
  for (const piece of pieces) {
    if (piece.value === null) {
      if (isOpen) runs.at(-1)?.push(piece);
      else runs.push([piece]);
    }
    isOpen = piece.value === null;
  }
  return runs;
}

const typedName = (text: string, words: readonly Word[]): string =>
  text
    .slice(words[0]?.at ?? 0, words.at(-1)?.end ?? 0)
    .replaceAll(NAME_EDGES, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const isBodyweight = (plain: string, words: readonly Word[]): boolean =>
  BODYWEIGHT.test(plain.slice(words[0]?.at ?? 0, words.at(-1)?.end ?? 0));

/** `3x8 bodyweight`: the word alone is the load of its sets. */
const bodyweightParts = (plain: string, segment: readonly Piece[]): Part[] =>
  runsOf(segment)
    .filter((words) => isBodyweight(plain, words))
    .map(([first]) => {
      const at = first?.at ?? 0;
      return { at, end: at, value: { kind: 'loads', values: [BODYWEIGHT_LOAD] } };
    });

/** Words around a name that say how it is done. */
type Said = { paces: string[]; isBodyweight: boolean };

/** The run without words at its edges that say how the exercise is done, unless they belong to a name of the library. */
function readRun<E extends EntryExercise>(
  { text, plain, options }: Line<E>,
  run: readonly Word[],
  isMeasured: boolean,
  said: Said,
): Run<E> | null {
  let words = run;
  const take = ({ at, end }: Word): boolean => {
    const word = plain.slice(at, end);
    if (isMeasured && PACE.test(word)) said.paces.push(word);
    else if (BODYWEIGHT.test(word)) said.isBodyweight = true;
    else return false;
    return true;
  };
  const found = (): Run<E> => {
    const name = typedName(text, words);
    return { words, name, match: options.find(name), quoted: false };
  };
  let current = found();
  while (!current.match.exercise) {
    const [first, last] = [words[0], words.at(-1)];
    if (first && take(first)) words = words.slice(1);
    else if (last && take(last)) words = words.slice(0, -1);
    else break;
    if (words.length === 0) return null;
    current = found();
  }
  return current;
}

/** How many words in front of an exercise make it a variation, like `tempo` in `tempo squat`. */
function countVariations<E extends EntryExercise>({ text, options }: Line<E>, words: readonly Word[]): number {
  const count = words.findIndex(({ at, end }) => !isVariation(text.slice(at, end)));
  if (count < 1) return 0;
  const { exercise, choices } = options.find(typedName(text, words.slice(count)));
  return exercise !== null || choices.length > 0 ? count : 0;
}

/** @throws TypingProblem when words are left that no rule knows */
function nameOf<E extends EntryExercise>(line: Line<E>, runs: readonly Run<E>[], at: number): Run<E> {
  const named = runs.find(({ match, quoted }) => quoted || match.exercise) ?? runs[0];
  if (!named || named.name === '') throw new TypingProblem('Type the name of an exercise first', at);
  const { text, plain } = line;
  const variations = countVariations(line, named.words);
  const typed = ({ at: from, end }: Word) => text.slice(from, end);
  const said = (word: Word) => plain.slice(word.at, word.end);
  const strange = named.words.find((word, index) => {
    if (named.quoted || word.isNumbered || index < variations) return false;
    return named.match.exercise ? hasSigns(said(word)) : isReserved(said(word));
  });
  const others = runs.filter((run) => run !== named);
  const other = others.flatMap(({ words }) => words).find((word) => isReserved(said(word)));
  if (other) throw notUnderstood(typed(other), other.at, false);
  if (strange) throw notUnderstood(typed(strange), strange.at, true);
  const [more] = others;
  if (more) throw notUnderstood(more.name, more.words[0]?.at ?? at, false);
  const [first] = named.words;
  if (named.name.length > PROGRAM_BOUNDS.name) {
    throw new TypingProblem(`The name is longer than ${PROGRAM_BOUNDS.name} characters`, first?.at ?? at);
  }
  if (NOT_STORABLE.test(named.name)) {
    throw new TypingProblem('The name has characters that cannot be shown', first?.at ?? at);
  }
  return named;
}

/** A name in quotes is that name, and no short form of another. */
function quotedRun<E extends EntryExercise>({ options }: Line<E>, { at, end, value }: Part): Run<E>[] {
  if (value.kind !== 'quoted') return [];
  const match = options.find(value.text);
  const isNamed = match.exercise !== null && nameWords(match.exercise.name) === nameWords(value.text);
  const words = [{ at, end, value: null, isNumbered: true }];
  return [{ words, name: value.text, match: isNamed ? match : { exercise: null, choices: [] }, quoted: true }];
}

/** The text behind `//`. @throws TypingProblem */
function readNotes(text: string, at: number | undefined, paces: readonly string[]): string {
  const typed = at === undefined ? '' : text.slice(at + 2).trim();
  const notes = [...new Set(paces), (unquote(typed) ?? typed).trim()].filter(Boolean).join(', ');
  if (notes.length > PROGRAM_BOUNDS.exerciseNotes) {
    throw new TypingProblem(`The note is longer than ${PROGRAM_BOUNDS.exerciseNotes} characters`, at ?? 0);
  }
  return notes;
}

const MEASURED: readonly string[] = ['amount', 'scheme'];
const isMeasure = ({ value }: Piece): boolean =>
  value !== null &&
  MEASURED.includes(value.kind) &&
  'reps' in value &&
  /\d (?:sec|min|h|m|km|mi|yd|ft)\b/.test(String(value.reps));

/** @throws TypingProblem */
function readEntry<E extends EntryExercise>(line: Line<E>): EntryResult<E> {
  const { text, plain, options, rounds } = line;
  const { group, start } = readHead(plain);
  const nameEnd = numberedName(line, start);
  const { segments, notesAt } = scan(plain, text, nameEnd ?? start);
  const pieces = segments.flat();
  const isMeasured = pieces.some(isMeasure);
  const said: Said = { paces: [], isBodyweight: false };
  const runs = segments.flatMap((segment) => {
    const quoted = segment.filter(isPart).flatMap((part) => quotedRun(line, part));
    const named = runsOf(segment).filter((words) => !isBodyweight(plain, words));
    return [...quoted, ...named.flatMap((words) => readRun(line, words, isMeasured, said) ?? [])];
  });
  if (nameEnd !== undefined) {
    const name = typedName(text, [{ at: start, end: nameEnd, value: null, isNumbered: true }]);
    const words = [{ at: start, end: nameEnd, value: null, isNumbered: true }];
    runs.unshift({ words, name, match: options.find(name), quoted: false });
  }
  const parts = segments.map((segment) => [...segment.filter(isPart), ...bodyweightParts(plain, segment)]);
  const problem = parts.flat().find(({ value }) => value.kind === 'problem');
  if (problem?.value.kind === 'problem') throw new TypingProblem(problem.value.message, problem.at);
  const { name, match } = nameOf(line, runs, start);
  const read: ReadSets = readSets(parts, { text, units: options.units, rounds, isBodyweight: said.isBodyweight });
  const pace = parts.flat().find(({ value }) => value.kind === 'pace');
  if (pace && !isMeasured) throw notUnderstood(text.slice(pace.at, pace.end), pace.at, false);
  return {
    exerciseId: match.exercise?.id ?? null,
    name: match.exercise?.name ?? name,
    group,
    sets: read.sets,
    notes: readNotes(text, notesAt, [...said.paces, ...read.paces]),
    choices: match.choices,
    marks: read.marks,
    assumed: read.assumed,
  };
}

const MINUTES = String.raw`(\d{1,3})\s*(?:min(?:ute)?s?|')`;
const BLOCKS = [
  new RegExp(String.raw`^\s*(amrap|emom)\s*(?:${MINUTES}|(\d{1,3}))\s*[:-]\s+`),
  new RegExp(String.raw`^\s*${MINUTES}\s*(amrap|emom)\s*[:-]\s+`),
  /^\s*(\d{1,2})\s*rounds?(?:\s+of)?\s*[:-]\s+/,
];
const ITEM_END = /\s*(?:[,;]\s+|\s\+\s|$)/g;
const MOST_MINUTES = 120;

/** How the exercises of a block are done, and where they start. */
function readBlockHead(plain: string): (Omit<EntryBlock, 'entries'> & { start: number; rounds: number }) | undefined {
  const [format, back, rounds] = BLOCKS.map((pattern) => pattern.exec(plain.slice(0, 60)));
  const found = format ?? back;
  if (found) {
    const [whole, ...groups] = found;
    const minutes = Number(groups.find((text) => text && /^\d/.test(text)));
    if (minutes < 1 || minutes > MOST_MINUTES) throw new TypingProblem(`Type 1 to ${MOST_MINUTES} minutes`, 0);
    return { format: groups.includes('amrap') ? 'amrap' : 'emom', minutes, start: whole.length, rounds: 1 };
  }
  return rounds?.[1] === undefined
    ? undefined
    : { format: 'circuit', minutes: null, start: rounds[0].length, rounds: Number(rounds[1]) };
}

/** @throws TypingProblem */
function readBlock<E extends EntryExercise>(line: Line<E>): EntryBlock<E> | undefined {
  const head = readBlockHead(line.plain);
  if (!head) return undefined;
  const { format, minutes, rounds } = head;
  const entries: EntryResult<E>[] = [];
  let { start } = head;
  for (const end of line.plain.matchAll(ITEM_END)) {
    if (end.index < start) continue;
    const [text, plain] = [line.text, line.plain].map((whole) => ' '.repeat(start) + whole.slice(start, end.index));
    if (text === undefined || plain === undefined || text.trim() === '') break;
    const entry = readEntry({ ...line, text, plain, rounds });
    if (entry.assumed || entry.sets.some(({ count }) => count !== rounds)) {
      throw new TypingProblem('Type the reps of one round in front of each exercise. Try: EMOM 10: 5 burpees', start);
    }
    entries.push({ ...entry, group: '' });
    start = end.index + end[0].length;
  }
  if (entries.length === 0) throw new TypingProblem('Type the exercises. Try: EMOM 10: 5 burpees', head.start);
  return { format, minutes, entries };
}

/** Does the work of `parseEntry`, but throws. @throws TypingProblem */
function readLine<E extends EntryExercise>(text: string, options: EntryOptions<E>): EntryReading<E> {
  if (text.length > LENGTH) throw new TypingProblem('This line is too long', LENGTH);
  const line = { text, plain: plainText(text), options, rounds: null };
  const block = readBlock(line);
  return block ? { block } : { entry: readEntry(line) };
}

/**
 * Reads one exercise as a coach types it, like `bench press 4x8-10 @rir2 rest 2:00 // slow`, or a block of several. Parts
 * may stand in any order. Every word is read by a rule or belongs to the one name; otherwise the line is refused with an
 * example. Never throws. Names that would be read otherwise stand in double quotes.
 */
export function parseEntry<E extends EntryExercise>(
  text: string,
  options: EntryOptions<E>,
): EntryReading<E> | EntryProblem {
  try {
    return readLine(text, options);
  } catch (error) {
    if (error instanceof TypingProblem) return { problem: error.message, at: error.at };
    throw error;
  }
}

/** Pasted text, one exercise a line. Empty lines are skipped, `line` counts from 1. */
export function parseEntries<E extends EntryExercise>(
  text: string,
  options: EntryOptions<E>,
): { readings: ({ line: number } & EntryReading<E>)[]; problems: (EntryProblem & { line: number })[] } {
  const readings: ({ line: number } & EntryReading<E>)[] = [];
  const problems: (EntryProblem & { line: number })[] = [];
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.trim() === '') continue;
    const result = parseEntry(line, options);
    if ('problem' in result) problems.push({ line: index + 1, ...result });
    else readings.push({ line: index + 1, ...result });
  }
  return { readings, problems };
}
