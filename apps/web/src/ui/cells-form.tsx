import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { decodeText } from '../lib/decode-text.ts';
import { DialogActions } from './dialog-actions.tsx';
import { ProblemAlert } from './problem-alert.tsx';

const MEGABYTE = 1_000_000;

/** A table that was read. `rows` begin with the headers, and `name` is that of the file, or empty. */
export type Cells = { name: string; rows: string[][] };

type CellsFormProps = {
  /** Names the file for screen readers. */
  fileLabel: string;
  placeholder: string;
  maxMegabytes: number;
  /** Reads the text of a file or what was pasted; `line` is where it stops making sense. */
  readTable: (text: string) => { rows: string[][] } | { line: number; problem: string };
  /** Problem of a table that could be read; null without one. */
  problemOf?: (rows: string[][]) => string | null;
  onRead: (cells: Cells) => void;
  onCancel: () => void;
};

/** Takes a table from a CSV file, or from cells that were copied out of a spreadsheet. */
export function CellsForm({
  fileLabel,
  placeholder,
  maxMegabytes,
  readTable,
  problemOf,
  onRead,
  onCancel,
}: CellsFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const read = (name: string, content: string) => {
    const table = readTable(content);
    if ('problem' in table) return setProblem(`Line ${table.line}: ${table.problem}`);
    if (table.rows.length < 2) return setProblem('Add a header row and at least one more row.');
    const found = problemOf?.(table.rows) ?? null;
    if (found === null) onRead({ name, rows: table.rows });
    else setProblem(found);
  };
  const readFile = async (file: File | null) => {
    if (!file) return;
    if (file.size > maxMegabytes * MEGABYTE) return setProblem(`This file is larger than ${maxMegabytes} MB.`);
    try {
      read(file.name.replace(/\.\w+$/, ''), decodeText(new Uint8Array(await file.arrayBuffer())));
    } catch {
      // The file was moved, or the browser may not read it.
      setProblem('This file could not be opened. Please choose it again.');
    }
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        read('', text);
      }}
    >
      <Stack gap="md">
        <Text>Choose a CSV file, or copy cells from a spreadsheet, headers included, and paste them here.</Text>
        <ProblemAlert text={problem} />
        <Group>
          <FileButton
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(file) => void readFile(file)}
            inputProps={{ 'aria-label': fileLabel }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileImport size={18} stroke={1.75} />}>
                Choose a file
              </Button>
            )}
          </FileButton>
        </Group>
        <Textarea
          data-autofocus
          label="Cells"
          placeholder={placeholder}
          rows={8}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <DialogActions
          label="Read cells"
          cancelLabel="Cancel"
          onCancel={onCancel}
          busy={false}
          disabled={text.trim() === ''}
        />
      </Stack>
    </form>
  );
}
