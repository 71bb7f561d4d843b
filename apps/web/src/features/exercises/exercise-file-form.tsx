import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { numberText } from '../../lib/format.ts';
import { useFileDrop } from '../../lib/use-file-drop.ts';
import { ChooseFile } from '../../ui/choose-file.tsx';
import type { SourceForm } from '../../ui/import-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useTextFile } from '../../ui/use-text-file.ts';
import classes from './exercise-import.module.css';
import { FILE_TOO_LARGE, type FileEntry, IMPORT_BOUNDS, readExerciseFile } from './exercises.import-file.ts';

/** A file that was read, with its name. */
export type ExerciseSource = { name: string; entries: FileEntry[] };

/** Where the exercises come from: a chosen or dropped file, or its text. */
export function ExerciseFileForm({ onRead }: SourceForm<ExerciseSource>) {
  const [typed, setTyped] = useState<string | null>(null);
  const { problem, readText, readFile } = useTextFile({
    maxMegabytes: IMPORT_BOUNDS.megabytes,
    tooLarge: FILE_TOO_LARGE,
    read(text, name) {
      const content = readExerciseFile(text);
      if ('problem' in content) return content.problem;
      onRead({ name, entries: content.entries });
      return null;
    },
  });
  const drop = useFileDrop(([file]) => void readFile(file));
  return (
    <Stack gap="md">
      <Text>
        Add exercises from a JSON file in the public-domain exercise format. Each entry has a name, level, category,
        muscles and instructions.
      </Text>
      <ProblemAlert text={problem} />
      <div className={classes.drop} data-over={drop.over || undefined} {...drop.handlers}>
        <ChooseFile
          primary
          label="File with exercises"
          accept=".json,application/json"
          onFile={(file) => void readFile(file)}
        />
        <Muted visibleFrom="sm">{drop.over ? 'Drop the file to read it' : 'or drop a .json file here'}</Muted>
        <Muted>
          Up to {IMPORT_BOUNDS.megabytes} MB and {numberText(IMPORT_BOUNDS.entries)} exercises
        </Muted>
      </div>
      {typed === null ? (
        <Group justify="center">
          <Button variant="subtle" mih={44} onClick={() => setTyped('')}>
            Paste the text instead
          </Button>
        </Group>
      ) : (
        <Stack gap="sm">
          <Textarea
            label="Text of the file"
            rows={8}
            autoFocus
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" mih={44} disabled={!typed.trim()} onClick={() => readText(typed, 'Pasted text')}>
              Read text
            </Button>
          </Group>
        </Stack>
      )}
    </Stack>
  );
}
