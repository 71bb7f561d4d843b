import { Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ChooseFile } from './choose-file.tsx';
import { DialogActions } from './dialog-actions.tsx';
import type { SourceForm } from './import-dialog.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { useTextFile } from './use-text-file.ts';

/** A table that was read. `rows` begin with the headers, and `name` is that of the file, or empty. */
export type Cells = { name: string; rows: string[][] };

type CellsFormProps = SourceForm<Cells> & {
  /** Names the file for screen readers. */
  fileLabel: string;
  placeholder: string;
  maxMegabytes: number;
  /** Another kind of file that holds a table: what it is called, its ending, and how it becomes a text. */
  other?: {
    name: string;
    ending: string;
    textOf: (bytes: Uint8Array, name: string) => Promise<string | { problem: string }>;
  };
  /** Reads the text of a file or what was pasted; `line` is where it stops making sense. */
  readTable: (text: string) => { rows: string[][] } | { line: number; problem: string };
  /** Problem of a table that could be read; null without one. */
  problemOf?: (rows: string[][]) => string | null;
  /** Below the field, above the buttons. */
  children?: ReactNode;
};

/** Takes a table from a CSV file, or from cells that were copied out of a spreadsheet. */
export function CellsForm(props: CellsFormProps) {
  const { fileLabel, placeholder, maxMegabytes, other, readTable, problemOf, children, onRead, onCancel } = props;
  const [text, setText] = useState('');
  const { problem, readText, readFile } = useTextFile({
    maxMegabytes,
    ...(other && { textOf: other.textOf }),
    read(content, name) {
      const table = readTable(content);
      if ('problem' in table) return `Line ${table.line}: ${table.problem}`;
      if (table.rows.length < 2) return 'Add a header row and at least one more row.';
      const found = problemOf?.(table.rows) ?? null;
      if (found === null) onRead({ name: name.replace(/\.\w+$/, ''), rows: table.rows });
      return found;
    },
  });
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        readText(text, '');
      }}
    >
      <Stack gap="md">
        <Text>
          Choose a CSV file{other && ` or ${other.name}`}, or copy cells from a spreadsheet, headers included, and paste
          them here.
        </Text>
        <ProblemAlert text={problem} />
        <Group>
          <ChooseFile
            label={fileLabel}
            accept={`.csv,.tsv,.txt,text/csv${other ? `,${other.ending}` : ''}`}
            onFile={(file) => void readFile(file)}
          />
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
        {children}
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
