import type { ImportedExercise } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_BOUNDS, nameWords } from '@stridewell/contract/exercises/exercises.rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh, useChange } from '../../lib/changes.ts';
import { newId } from '../../lib/ids.ts';
import { requestParts } from '../../lib/request-parts.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { type FileEntry, withTag } from './exercises.import-file.ts';

/** Effect of an import on each entry of a file. */
export type ImportContents = {
  added: ImportedExercise[];
  /** Names that the library has already. */
  known: string[];
  problems: { name: string; problem: string }[];
};

/** Compares the entries of a file with the coach's library by name. */
export function sortEntries(entries: readonly FileEntry[], library: readonly { name: string }[]): ImportContents {
  const names = new Set(library.map(({ name }) => nameWords(name)));
  const contents: ImportContents = { added: [], known: [], problems: [] };
  for (const entry of entries) {
    if ('problem' in entry) contents.problems.push(entry);
    else if (names.has(nameWords(entry.exercise.name))) contents.known.push(entry.exercise.name);
    else contents.added.push({ id: newId(), exercise: entry.exercise });
  }
  return contents;
}

/** Sends the exercises in parts. `sent` counts those that the server has; sending again adds none twice. */
export function useImportExercises(coachId: string) {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const send = useMutation({
    async mutationFn({ added, tag }: { added: readonly ImportedExercise[]; tag: string }) {
      setSent(0);
      const rows = added.map(({ id, exercise }) => ({ id, exercise: withTag(exercise, tag) }));
      for (const part of requestParts(rows, EXERCISE_BOUNDS.perRequest)) {
        await rpc.exercises.importExercises({ coachId, exercises: part });
        setSent((count) => count + part.length);
      }
    },
    // Also after a failure, because earlier parts were added.
    onSettled: () => refresh(client, [orpc.exercises.key()]),
  });
  return { sent, send };
}

export const useDeleteExercises = (coachId: string) =>
  useChange((exerciseIds: string[]) => rpc.exercises.deleteExercises({ coachId, exerciseIds }), [orpc.exercises.key()]);
