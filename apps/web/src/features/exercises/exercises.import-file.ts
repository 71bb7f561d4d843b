import type { ExerciseInput } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_BOUNDS, FORCES, MECHANICS, nameWords } from '@stridewell/contract/exercises/exercises.rules';
import { numberText } from '../../lib/format.ts';
import {
  FILE_CATEGORIES,
  FILE_EQUIPMENT,
  FILE_LEVELS,
  FILE_MUSCLES,
  type FileExercise,
  factsOf,
} from './exercises.mapping.ts';

export const IMPORT_BOUNDS = { megabytes: 5, entries: 2000 } as const;
const MEGABYTE = 1_000_000;

export const FILE_TOO_LARGE = `This file is larger than ${IMPORT_BOUNDS.megabytes} MB. Split it into smaller files.`;
export const isTooLarge = (bytes: number): boolean => bytes > IMPORT_BOUNDS.megabytes * MEGABYTE;

/** One entry of a file: an exercise, or why it cannot be read. `name` is its name or its place in the file. */
export type FileEntry = { exercise: ExerciseInput } | { name: string; problem: string };
/** The entries of a file in its order, or why none can be read. */
export type ExerciseFile = { entries: FileEntry[] } | { problem: string };

const NAME_SHOWN = 80;
const VALUE_SHOWN = 40;
const shorten = (text: string, length: number): string => {
  const whole = text.slice(0, length + 1);
  return whole.length > length ? `${whole.slice(0, length - 1).toWellFormed()}…` : whole.toWellFormed();
};

/** Why one entry cannot be read. Thrown and caught within this module. */
class EntryProblem extends Error {}

const show = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `: ${shorten(String(value).trim(), VALUE_SHOWN)}` : '';

/** A value of the format, in any case. @throws EntryProblem */
function known<const Value extends string>(value: unknown, values: readonly Value[], noun: string): Value {
  if (value === undefined || value === null || value === '') throw new EntryProblem(`No ${noun}`);
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const found = values.find((one) => one === text);
  if (!found) throw new EntryProblem(`Unknown ${noun}${show(value)}`);
  return found;
}

/** Null where the file says nothing. @throws EntryProblem */
const knownOrNull = <const Value extends string>(value: unknown, values: readonly Value[], noun: string) =>
  value === undefined || value === null || value === '' ? null : known(value, values, noun);

/** @throws EntryProblem */
function listOf(value: unknown, noun: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new EntryProblem(`The ${noun} are not a list`);
  return value;
}

const muscles = (value: unknown) => listOf(value, 'muscles').map((muscle) => known(muscle, FILE_MUSCLES, 'muscle'));

/** Text without control characters and half characters, which the database cannot store. */
const isStorable = (text: string): boolean => /^[^\p{Cc}\p{Cs}]*$/u.test(text);
const singleSpaced = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** @throws EntryProblem */
function nameOf(value: unknown): string {
  const name = typeof value === 'string' ? singleSpaced(value) : '';
  if (!name) throw new EntryProblem('No name');
  if (name.length > EXERCISE_BOUNDS.name) {
    throw new EntryProblem(`The name is longer than ${EXERCISE_BOUNDS.name} characters`);
  }
  if (!isStorable(name)) throw new EntryProblem('The name has characters that cannot be shown');
  return name;
}

/** Every word of the instructions, one line a cue. @throws EntryProblem */
function cuesOf(value: unknown): string[] {
  const lines = listOf(value, 'instructions').flatMap((line) => {
    if (typeof line !== 'string') throw new EntryProblem('The instructions are not text');
    return line.split(/[\r\n]+/);
  });
  const cues = lines.map(singleSpaced).filter(Boolean);
  if (cues.length > EXERCISE_BOUNDS.cues) {
    throw new EntryProblem(`The instructions have more than ${EXERCISE_BOUNDS.cues} lines`);
  }
  if (cues.some(({ length }) => length > EXERCISE_BOUNDS.cue)) {
    throw new EntryProblem(`The instructions have a line of more than ${EXERCISE_BOUNDS.cue} characters`);
  }
  if (!cues.every(isStorable)) throw new EntryProblem('The instructions have characters that cannot be shown');
  return cues;
}

type Values = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws EntryProblem */
function exerciseOf(values: Values): ExerciseInput {
  const name = nameOf(values.name);
  const [first, ...others] = muscles(values.primaryMuscles);
  if (!first) throw new EntryProblem('No muscle');
  const entry: FileExercise = {
    name,
    category: known(values.category, FILE_CATEGORIES, 'category'),
    force: knownOrNull(values.force, FORCES, 'force'),
    level: known(values.level, FILE_LEVELS, 'level'),
    mechanic: knownOrNull(values.mechanic, MECHANICS, 'mechanic'),
    equipment: knownOrNull(values.equipment, FILE_EQUIPMENT, 'equipment'),
    primary: [first, ...others],
    secondary: muscles(values.secondaryMuscles),
  };
  return { name, ...factsOf(entry), cues: cuesOf(values.instructions), videoUrl: '' };
}

function readEntry(value: unknown, index: number, seen: Set<string>): FileEntry {
  const place = `Entry ${index + 1}`;
  if (!isObject(value)) return { name: place, problem: 'Not an exercise' };
  const given = typeof value.name === 'string' ? shorten(singleSpaced(value.name), NAME_SHOWN) : '';
  try {
    const exercise = exerciseOf(value);
    const key = nameWords(exercise.name);
    if (seen.has(key)) return { name: exercise.name, problem: 'This name is in the file twice' };
    seen.add(key);
    return { exercise };
  } catch (error) {
    if (error instanceof EntryProblem) return { name: given || place, problem: error.message };
    throw error;
  }
}

/** The list of a file: the whole file, or its `exercises`. */
const listIn = (content: unknown): unknown =>
  isObject(content) && Object.hasOwn(content, 'exercises') ? content.exercises : content;

/** Reads a file in the public-domain exercise JSON format. Ignores keys that it does not know. */
export function readExerciseFile(text: string): ExerciseFile {
  if (isTooLarge(text.length)) return { problem: FILE_TOO_LARGE };
  const json = text.trim();
  if (!json) return { problem: 'This file is empty.' };
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    return { problem: 'This is not a JSON file, or a part of it is missing.' };
  }
  const list = listIn(content);
  if (!Array.isArray(list)) return { problem: 'This file has no list of exercises.' };
  if (list.length === 0) return { problem: 'The list of exercises in this file is empty.' };
  if (list.length > IMPORT_BOUNDS.entries) {
    const limit = numberText(IMPORT_BOUNDS.entries);
    return { problem: `This file has more than ${limit} exercises. Split it into smaller files.` };
  }
  const seen = new Set<string>();
  return { entries: list.map((value, index) => readEntry(value, index, seen)) };
}

/** The exercise with one more tag. An empty tag adds none. */
export const withTag = <E extends ExerciseInput>(exercise: E, tag: string): E =>
  !tag || exercise.tags.includes(tag) ? exercise : { ...exercise, tags: [tag, ...exercise.tags] };
