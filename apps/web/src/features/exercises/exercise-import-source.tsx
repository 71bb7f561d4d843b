import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { numberText } from '../../lib/format.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { useFileDrop } from '../../lib/use-file-drop.ts';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import classes from './exercise-import.module.css';
import { FILE_TOO_LARGE, IMPORT_BOUNDS, isTooLarge } from './exercises.import-file.ts';

type ImportSourceProps = {
  problem: string | null;
  onProblem: (problem: string | null) => void;
  /** The text of a file with the file's name. */
  onText: (name: string, text: string) => void;
};

/** Where the exercises come from: a chosen or dropped file, or its text. */
export function ImportSource({ problem, onProblem, onText }: ImportSourceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const readFile = async (file: File | null | undefined) => {
    if (!file) return;
    if (isTooLarge(file.size)) return onProblem(FILE_TOO_LARGE);
    try {
      onText(file.name, await file.text());
    } catch {
      // The file was moved, or the browser may not read it.
      onProblem('This file could not be opened. Please choose it again.');
    }
  };
  const drop = useFileDrop(([file]) => void readFile(file));
  return (
    <>
      <Text>
        Add exercises from a JSON file in the public-domain exercise format. Each entry has a name, level, category,
        muscles and instructions.
      </Text>
      <ProblemAlert text={problem} />
      <div className={classes.drop} data-over={drop.over || undefined} {...drop.handlers}>
        <FileButton
          accept=".json,application/json"
          onChange={(file) => void readFile(file)}
          inputProps={{ 'aria-label': 'File with exercises' }}
        >
          {(props) => (
            <Button
              {...props}
              ref={takeFocus}
              data-autofocus
              mih={44}
              leftSection={<IconFileImport size={18} stroke={1.75} />}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
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
            <Button variant="default" mih={44} disabled={!typed.trim()} onClick={() => onText('Pasted text', typed)}>
              Read text
            </Button>
          </Group>
        </Stack>
      )}
    </>
  );
}
