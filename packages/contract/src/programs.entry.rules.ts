import { newSet } from './programs.create.rules.ts';
import { isSetsStart, loadEntry, readSets } from './programs.entry-sets.rules.ts';
import { readTokens, type Token, TypingProblem, unquote } from './programs.entry-tokens.rules.ts';
import { PROGRAM_BOUNDS } from './programs.rules.ts';
import type { ProgramExercise, SetTarget } from './programs.ts';
import { clockText } from './programs.wording.rules.ts';
import type { UnitSystem } from './units.ts';

/** An exercise as typed. `assumed`: no sets were typed, so these are the usual ones. */
export type EntryResult = Pick<ProgramExercise, 'exerciseId' | 'name' | 'group' | 'sets' | 'notes'> & {
  assumed: boolean;
};
/** `at` is the place of the problem in the text. */
export type EntryProblem = { problem: string; at: number };

/** `find` answers the exercise of the library that a typed name means. `units` are those of loads without a unit. */
export type EntryOptions = {
  find: (name: string) => { exerciseId: string; name: string } | undefined;
  units: UnitSystem;
};

/** Longest line that is read: the longest notes and sets, with quotes. */
const LENGTH = 10_000;
const GROUP = /^([a-z])\d{1,2}[.):]?$/i;
const NAME_END = /[\s:,;–-]+$/;
const NOT_STORABLE = /[\p{Cc}\p{Cs}]/u;

type Head = { group: string; name: string; nameAt: number };

/** The group and the name, which end where the sets start. */
function readHead(text: string, tokens: readonly Token[], end: number): Head {
  const [first, second] = tokens;
  const letter = first && second && second.at < end ? GROUP.exec(first.text)?.[1] : undefined;
  const start = letter === undefined ? first : second;
  const nameAt = start?.at ?? 0;
  const isQuoted = start?.quoted !== undefined && start.at + start.text.length >= text.slice(0, end).trimEnd().length;
  const typed = text.slice(nameAt, end).replace(NAME_END, '').replaceAll(/\s+/g, ' ').trim();
  return { group: letter?.toUpperCase() ?? '', name: isQuoted ? (start.quoted ?? '') : typed, nameAt };
}

/** @throws TypingProblem */
function checkName({ name, nameAt }: Head): void {
  if (!name) throw new TypingProblem('Type the name of an exercise first', nameAt);
  if (name.length > PROGRAM_BOUNDS.name) {
    throw new TypingProblem(`The name is longer than ${PROGRAM_BOUNDS.name} characters`, nameAt);
  }
  if (NOT_STORABLE.test(name)) throw new TypingProblem('The name has characters that cannot be shown', nameAt);
}

/** The text behind `//`. @throws TypingProblem */
function readNotes(text: string, at: number | undefined): string {
  if (at === undefined) return '';
  const typed = text.slice(at + 2).trim();
  const notes = (unquote(typed) ?? typed).trim();
  if (notes.length > PROGRAM_BOUNDS.exerciseNotes) {
    throw new TypingProblem(`The note is longer than ${PROGRAM_BOUNDS.exerciseNotes} characters`, at);
  }
  return notes;
}

/** @throws TypingProblem */
function readEntry(text: string, { find, units }: EntryOptions): EntryResult {
  if (text.length > LENGTH) throw new TypingProblem('This line is too long', LENGTH);
  const { tokens, notesAt } = readTokens(text);
  const start = tokens.findIndex((_, index) => isSetsStart(tokens, index));
  const end = (start < 0 ? undefined : tokens[start]?.at) ?? notesAt ?? text.length;
  const head = readHead(text, tokens, end);
  checkName(head);
  const typed = start < 0 ? [] : readSets(tokens.slice(start), units);
  const found = find(head.name);
  return {
    exerciseId: found?.exerciseId ?? null,
    name: found?.name ?? head.name,
    group: head.group,
    sets: typed.map(({ set }) => set),
    notes: readNotes(text, notesAt),
    assumed: typed.some(({ assumed }) => assumed),
    ...(typed.length === 0 && { sets: [newSet()], assumed: true }),
  };
}

/**
 * Reads one exercise as a coach types it, like `bench press 4x8-10 @rir2 rest 2:00 // slow`. Never throws.
 * Parts that would be read otherwise stand in double quotes.
 */
export function parseEntry(text: string, options: EntryOptions): { entry: EntryResult } | EntryProblem {
  try {
    return { entry: readEntry(text, options) };
  } catch (error) {
    if (error instanceof TypingProblem) return { problem: error.message, at: error.at };
    throw error;
  }
}

/** Pasted text, one exercise a line. Empty lines are skipped, `line` counts from 1. */
export function parseEntries(
  text: string,
  options: EntryOptions,
): { entries: { line: number; entry: EntryResult }[]; problems: (EntryProblem & { line: number })[] } {
  const entries: { line: number; entry: EntryResult }[] = [];
  const problems: (EntryProblem & { line: number })[] = [];
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.trim() === '') continue;
    const result = parseEntry(line, options);
    if ('entry' in result) entries.push({ line: index + 1, entry: result.entry });
    else problems.push({ line: index + 1, ...result });
  }
  return { entries, problems };
}

const PLAIN: EntryOptions = { find: () => undefined, units: 'metric' };

/** Sets behind a name or reps that are tried out. */
const TRIED_SETS = '3x8';

/** A quote at the start of a word reaches to the next quote, however far behind. */
const OPENS_QUOTES = /(?:^|[\s,;])"/;

function headEntry({ name, group }: Pick<ProgramExercise, 'name' | 'group'>): string {
  const letter = group ? `${group}1 ` : '';
  const tried = parseEntry(`${letter}${name} ${TRIED_SETS}`, PLAIN);
  const isPlain =
    'entry' in tried &&
    tried.entry.name === name &&
    tried.entry.group === group &&
    tried.entry.notes === '' &&
    tried.entry.sets.length === 1 &&
    tried.entry.sets[0]?.reps === '8';
  return `${letter}${isPlain && !OPENS_QUOTES.test(name) ? name : JSON.stringify(name)}`;
}

function repsEntry(reps: string): string {
  const tried = parseEntry(`x 1x${reps} rest 1:01`, PLAIN);
  const [set, ...more] = 'entry' in tried ? tried.entry.sets : [];
  const isPlain =
    set?.reps === reps &&
    set.rest === 61 &&
    more.length === 0 &&
    !set.load &&
    !set.effort &&
    !set.tempo &&
    set.count === 1;
  return isPlain && !reps.includes('"') ? reps : JSON.stringify(reps);
}

const restEntry = (seconds: number): string => `rest ${seconds < 60 ? `${seconds}s` : clockText(seconds)}`;

const KIND_ENTRIES = { warm_up: 'warm-up', drop: 'drop', failure: 'failure' } as const;

/** A normal set is named only where the reps would make it a warm-up. */
function kindEntry({ kind, reps }: SetTarget, typed: string): string {
  if (kind !== 'normal') return KIND_ENTRIES[kind];
  const tried = parseEntry(`x 1x${typed}`, PLAIN);
  return 'entry' in tried && tried.entry.sets[0]?.kind !== 'normal' && reps !== '' ? 'normal' : '';
}

function setEntry(set: SetTarget, units: UnitSystem): string {
  const { count, load, effort, tempo, rest } = set;
  const reps = repsEntry(set.reps);
  const parts = [
    `${count}x${reps}`,
    kindEntry(set, reps),
    load && loadEntry(load, units),
    effort && `@${effort.scale}${effort.value}`,
    tempo && `tempo ${tempo}`,
    rest !== null && restEntry(rest),
  ];
  return parts.filter(Boolean).join(' ');
}

const notesEntry = (notes: string): string =>
  /[\p{Cc}\p{Zl}\p{Zp}]/u.test(notes) || notes.startsWith('"') ? JSON.stringify(notes) : notes;

/** The exercise as a coach would type it. `parseEntry` reads the same from it, loads in kilograms to two decimals. */
export function printEntry(
  { name, group, sets, notes }: Pick<ProgramExercise, 'name' | 'group' | 'sets' | 'notes'>,
  units: UnitSystem,
): string {
  const line = `${headEntry({ name, group })} ${sets.map((set) => setEntry(set, units)).join(', ')}`;
  return notes ? `${line} // ${notesEntry(notes)}` : line;
}
