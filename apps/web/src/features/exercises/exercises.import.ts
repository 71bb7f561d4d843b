import type { ImportedExercise } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_BOUNDS, nameWords } from '@stridewell/contract/exercises/exercises.rules';
import { newId } from '../../lib/ids.ts';
import { requestParts } from '../../lib/request-parts.ts';
import { rpc } from '../../lib/rpc.ts';
import { type FileEntry, withTag } from './exercises.import-file.ts';

/** Effect of an import on each entry of a file. */
export type ImportContents = {
  added: ImportedExercise[];
  /** Names that the library has already. */
  known: string[];
  problems: { name: string; problem: string }[];
  /** New exercises that fit into the library. */
  room: number;
};

/** Exercises as far as an import compares them. Those that are built in and unchanged do not count as own. */
type LibraryEntry = { name: string; builtIn: boolean; changed: boolean };

/** Compares the entries of a file with the coach's library by name. */
export function sortEntries(entries: readonly FileEntry[], library: readonly LibraryEntry[]): ImportContents {
  const names = new Set(library.map(({ name }) => nameWords(name)));
  const own = library.filter(({ builtIn, changed }) => !builtIn || changed).length;
  const contents: ImportContents = {
    added: [],
    known: [],
    problems: [],
    room: Math.max(0, EXERCISE_BOUNDS.own - own),
  };
  for (const entry of entries) {
    if ('problem' in entry) contents.problems.push(entry);
    else if (names.has(nameWords(entry.exercise.name))) contents.known.push(entry.exercise.name);
    else contents.added.push({ id: newId(), exercise: entry.exercise });
  }
  return contents;
}

type ExerciseImport = { coachId: string; added: readonly ImportedExercise[]; tag: string };

/** Sends the exercises one part after the other. `onSent` gets how many the server has; sending again adds none twice. */
export async function sendExercises({ coachId, added, tag }: ExerciseImport, onSent: (count: number) => void) {
  const rows = added.map(({ id, exercise }) => ({ id, exercise: withTag(exercise, tag) }));
  let sent = 0;
  for (const part of requestParts(rows, EXERCISE_BOUNDS.perRequest)) {
    await rpc.exercises.importExercises({ coachId, exercises: part });
    sent += part.length;
    onSent(sent);
  }
  return sent;
}
