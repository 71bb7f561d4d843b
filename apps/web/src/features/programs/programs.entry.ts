import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { type NameMatch, plainName } from '@stridewell/contract/exercises/exercises.names.rules';
import { suggestExercises } from '@stridewell/contract/exercises/exercises.search.rules';
import type { ProgramDay, ProgramExercise } from '@stridewell/contract/programs/programs';
import { newExercise } from '@stridewell/contract/programs/programs.create.rules';
import {
  type EntryBlock,
  type EntryReading,
  type EntryResult,
  parseEntry,
} from '@stridewell/contract/programs/programs.entry.rules';
import { GROUP_FORMAT_LABELS } from '@stridewell/contract/programs/programs.rules';
import { setsText } from '@stridewell/contract/programs/programs.wording.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { insertExercises, insertGroup, newKey } from './programs.edits.ts';
import { usualSet } from './programs.wording.ts';

type Entry = EntryResult<Exercise>;
type Block = EntryBlock<Exercise>;
export type Reading = EntryReading<Exercise> | { problem: string };

/** Exercises that the list shows. */
const SUGGESTIONS = 8;

type ReadOptions = {
  find: (name: string) => NameMatch<Exercise>;
  units: UnitSystem;
  /** The exercise that is edited. Its name keeps meaning it, even when the library has changed. */
  current: ProgramExercise | undefined;
};

/** The names in rounds cannot be chosen one by one, so each must be clear. */
function blockProblem({ entries }: Block): string | null {
  const unclear = entries.find(({ exerciseId, choices }) => exerciseId === null && choices.length > 0);
  if (!unclear) return null;
  const names = unclear.choices.slice(0, 3).map(({ name }) => name);
  return `Which exercise is “${unclear.name}”? Type the whole name. Try: ${names.join(', ')}`;
}

/** Reads a typed line. */
export function readTyped(text: string, { find, units, current }: ReadOptions): Reading {
  const reading = parseEntry(text, { find, units });
  if ('block' in reading) {
    const problem = current
      ? 'Rounds are added as new exercises. Type them in “Add exercise”'
      : blockProblem(reading.block);
    return problem === null ? reading : { problem };
  }
  if ('problem' in reading || !current || plainName(reading.entry.name) !== plainName(current.name)) return reading;
  const { exerciseId, name } = current;
  return exerciseId === null ? reading : { entry: { ...reading.entry, exerciseId, name, choices: [] } };
}

/** Exercises to choose from: the one that the name means, then those that are like it. */
export function optionsOf(
  entry: Entry,
  {
    exercises,
    byId,
    known,
  }: { exercises: readonly Exercise[]; byId: ReadonlyMap<string, Exercise>; known: ReadonlySet<string> },
): Exercise[] {
  if (entry.exerciseId === null) return [...entry.choices];
  const meant = byId.get(entry.exerciseId);
  if (!meant) return [];
  const others = suggestExercises(exercises, entry.name, known).filter(({ id }) => id !== meant.id);
  return [meant, ...others].slice(0, SUGGESTIONS);
}

/** Whether the name has to be chosen: it may mean an exercise of the library, but not for sure. */
export const isOpen = ({ exerciseId, choices }: Entry): boolean => exerciseId === null && choices.length > 0;

/** The exercise that an entry stands for. Without sets it gets those usual for how the exercise is counted. */
export function toExercise(entry: Entry, exercise: Exercise | undefined): ProgramExercise {
  const { exerciseId, name, group, sets, notes, assumed } = entry;
  return newExercise(newKey, exercise?.name ?? name, {
    exerciseId: exercise?.id ?? exerciseId,
    group,
    sets: assumed && exercise ? sets.map((set) => ({ ...set, ...usualSet(exercise) })) : sets,
    notes,
  });
}

/** Adds what was read to a day, names that are not in the library as custom exercises. */
export function insertReading(
  day: ProgramDay,
  reading: EntryReading<Exercise>,
  byId: ReadonlyMap<string, Exercise>,
  index?: number,
): ProgramExercise[] {
  const entries = 'entry' in reading ? [reading.entry] : reading.block.entries;
  const exercises = entries.map((entry) => toExercise(entry, byId.get(entry.exerciseId ?? '')));
  if ('block' in reading) insertGroup(day, exercises, reading.block);
  else insertExercises(day, exercises, index);
  return exercises;
}

export const blockTitle = ({ format, minutes }: Block): string =>
  minutes === null ? GROUP_FORMAT_LABELS[format] : `${GROUP_FORMAT_LABELS[format]}, ${minutes} min`;

/** A line of the preview for each exercise. */
export function previewOf(reading: EntryReading<Exercise>, chosen: Exercise | undefined, units: UnitSystem): string[] {
  if ('block' in reading) {
    return reading.block.entries.map(
      ({ name, exerciseId, sets }) =>
        `${sets.map(({ reps }) => reps).join(', ')} ${name}${exerciseId === null ? ' (custom)' : ''}`,
    );
  }
  const { sets, notes } = toExercise(reading.entry, chosen);
  return [setsText(sets, units), ...(notes ? [`Note: ${notes}`] : [])];
}

/** Points to check before adding: numbers without a unit, and sets that were not typed. */
export function checksOf(reading: EntryReading<Exercise>): string[] {
  const entries = 'entry' in reading ? [reading.entry] : reading.block.entries;
  const assumed = entries.some((entry) => entry.assumed) ? ['No sets typed, so it gets the usual ones.'] : [];
  return [...entries.flatMap(({ marks }) => marks), ...assumed];
}
