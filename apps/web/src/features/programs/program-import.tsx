import {
  Button,
  FileButton,
  Group,
  List,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { suggestExercises } from '@stridewell/contract/exercises.rules';
import { readCsv } from '@stridewell/contract/programs.csv.rules';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs.rules';
import {
  guessMapping,
  programFromTable,
  TABLE_COLUMN_LABELS,
  TABLE_COLUMNS,
  type TableMapping,
} from '@stridewell/contract/programs.table.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { Muted } from '../../components/muted.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { countLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { newKey } from './programs.edits.ts';
import { libraryQuery, useSaveProgram } from './programs.queries.ts';

/** Larger files are no programs. */
const MAX_BYTES = 2_000_000;
const PROBLEMS_SHOWN = 5;
const NO_COLUMN = '';

type ProgramImportProps = { coachId: string; units: UnitSystem; onClose: () => void };

/** Makes a program from a spreadsheet: a file or pasted cells, with a look at what would be created. */
export default function ProgramImport({ coachId, units, onClose }: ProgramImportProps) {
  const [source, setSource] = useState<{ name: string; rows: string[][] } | null>(null);
  return (
    <Dialog opened onClose={onClose} title="Import a program" size="lg">
      {source ? (
        <Preview {...{ coachId, units, onClose }} source={source} onBack={() => setSource(null)} />
      ) : (
        <Source onRead={setSource} onClose={onClose} />
      )}
    </Dialog>
  );
}

type SourceProps = { onRead: (source: { name: string; rows: string[][] }) => void; onClose: () => void };

function Source({ onRead, onClose }: SourceProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const read = (name: string, content: string) => {
    const table = readCsv(content);
    if ('problem' in table) setProblem(`Line ${table.line}: ${table.problem}`);
    else if (table.rows.length < 2) setProblem('A header and at least one row are needed.');
    else onRead({ name, rows: table.rows });
  };
  const readFile = async (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem('This file is larger than 2 MB.');
    try {
      read(file.name.replace(/\.\w+$/, ''), await file.text());
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
        <Text>Choose a CSV file, or copy the cells of a spreadsheet with their headers and paste them here.</Text>
        <ProblemAlert text={problem} />
        <Group>
          <FileButton
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(file) => void readFile(file)}
            inputProps={{ 'aria-label': 'File with a program' }}
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
          placeholder={'Day\tExercise\tSets\tReps\nPush\tBench press\t4\t8-10'}
          rows={8}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <DialogActions
          label="Read cells"
          cancelLabel="Cancel"
          onCancel={onClose}
          busy={false}
          disabled={text.trim() === ''}
        />
      </Stack>
    </form>
  );
}

type PreviewProps = ProgramImportProps & { source: { name: string; rows: string[][] }; onBack: () => void };

/** The columns, and what they would become. Nothing is stored before it is confirmed. */
function Preview({ coachId, units, source, onBack }: PreviewProps) {
  const navigate = useNavigate();
  const save = useSaveProgram(coachId);
  const library = useQuery(libraryQuery(coachId)).data?.exercises;
  const [programId] = useState(newId);
  const [name, setName] = useState(source.name || 'Imported program');
  const [header = []] = source.rows;
  const [mapping, setMapping] = useState<TableMapping>(() => guessMapping(header));
  const result = useMemo(() => {
    const known = (library ?? []).filter(({ hidden }) => !hidden);
    const find = (typed: string) => {
      const [best] = suggestExercises(known, typed, new Set());
      return best && { exerciseId: best.id, name: best.name };
    };
    return programFromTable(source.rows.slice(1), mapping, {
      find,
      units,
      newKey,
      name: name.trim() || 'Imported program',
    });
  }, [library, source, mapping, units, name]);
  const { program, exercises, problems } = result;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!program) return;
    save.mutateAsync({ programId, basedOn: 0, folder: '', tags: [], program }).then(
      () => navigate({ to: `/coach/${coachId}/programs/${programId}` }),
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          required
          maxLength={PROGRAM_BOUNDS.name}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
          {TABLE_COLUMNS.map((column) => (
            <NativeSelect
              key={column}
              size="xs"
              label={TABLE_COLUMN_LABELS[column]}
              data={[
                { value: NO_COLUMN, label: 'Not in the table' },
                ...header.map((title, index) => ({ value: String(index), label: title || `Column ${index + 1}` })),
              ]}
              value={mapping[column] === undefined ? NO_COLUMN : String(mapping[column])}
              onChange={({ currentTarget }) => {
                const { [column]: _, ...others } = mapping;
                setMapping(
                  currentTarget.value === NO_COLUMN ? others : { ...others, [column]: Number(currentTarget.value) },
                );
              }}
            />
          ))}
        </SimpleGrid>
        <Text role="status" fw={600}>
          {exercises === 0
            ? 'No exercise can be read from these columns.'
            : `${countLabel(exercises, 'exercise')} will be created.`}
        </Text>
        {problems.length > 0 && (
          <Notice tone="warning" title={`${countLabel(problems.length, 'row')} will be left out`}>
            <List size="sm">
              {problems.slice(0, PROBLEMS_SHOWN).map(({ row, problem }) => (
                <List.Item key={row}>
                  Row {row + 1}: {problem}
                </List.Item>
              ))}
            </List>
            {problems.length > PROBLEMS_SHOWN && <Muted>And {problems.length - PROBLEMS_SHOWN} more.</Muted>}
          </Notice>
        )}
        <ProblemAlert error={save.error} fallback="The program was not created. Please try again." />
        <DialogActions
          label="Create program"
          cancelLabel="Choose other cells"
          onCancel={onBack}
          busy={save.isPending}
          disabled={program === null || name.trim() === ''}
        />
      </Stack>
    </form>
  );
}
