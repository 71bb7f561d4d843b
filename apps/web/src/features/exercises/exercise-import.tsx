import { Stack } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { ImportPreview } from './exercise-import-preview.tsx';
import { ImportSource } from './exercise-import-source.tsx';
import { type ImportContents, sortEntries } from './exercises.import.ts';
import { readExerciseFile } from './exercises.import-file.ts';

type ExerciseImportProps = { coachId: string; library: readonly Exercise[]; onClose: () => void };

/** Imports exercises from a file: choose it, see what it would add, add it. */
export default function ExerciseImport({ coachId, library, onClose }: ExerciseImportProps) {
  const [file, setFile] = useState<{ name: string; contents: ImportContents } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Compared once: exercises that this import adds must not count as known while it runs.
  const read = (name: string, text: string) => {
    const content = readExerciseFile(text);
    setProblem('problem' in content ? content.problem : null);
    if ('entries' in content) setFile({ name, contents: sortEntries(content.entries, library) });
  };
  return (
    <Dialog opened onClose={() => !busy && onClose()} title="Import exercises" size="lg" closeOnClickOutside={false}>
      <Stack gap="md">
        {file ? (
          <ImportPreview
            coachId={coachId}
            fileName={file.name}
            contents={file.contents}
            ownCount={library.filter(({ builtIn, changed }) => !builtIn || changed).length}
            onBusy={setBusy}
            onBack={() => setFile(null)}
            onClose={onClose}
          />
        ) : (
          <ImportSource problem={problem} onProblem={setProblem} onText={read} />
        )}
      </Stack>
    </Dialog>
  );
}
