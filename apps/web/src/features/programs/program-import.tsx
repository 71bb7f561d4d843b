import { Stack, Text, TextInput } from '@mantine/core';
import { exerciseFinder } from '@stridewell/contract/exercises/exercises.names.rules';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { readCsv } from '../../lib/read-csv.ts';
import { type Cells, CellsForm } from '../../ui/cells-form.tsx';
import { ColumnChoices } from '../../ui/column-choices.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ImportDialog } from '../../ui/import-dialog.tsx';
import { LeftOutRows } from '../../ui/left-out-rows.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { newKey } from './programs.edits.ts';
import { libraryQuery, useSaveProgram } from './programs.queries.ts';
import {
  guessMapping,
  programFromTable,
  TABLE_COLUMN_LABELS,
  TABLE_COLUMNS,
  type TableMapping,
} from './programs.table.ts';

type ProgramImportProps = { coachId: string; units: UnitSystem; onClose: () => void };

/** Makes a program from a spreadsheet: a file or pasted cells, with a look at what would be created. */
export default function ProgramImport({ coachId, units, onClose }: ProgramImportProps) {
  return (
    <ImportDialog<Cells>
      title="Import a program"
      source={(form) => (
        <CellsForm
          {...form}
          fileLabel="File with a program"
          placeholder={'Day\tExercise\tSets\tReps\nPush\tBench press\t4\t8-10'}
          maxMegabytes={2}
          readTable={readCsv}
        />
      )}
      onClose={onClose}
    >
      {(cells, { onBack }) => <Preview coachId={coachId} units={units} source={cells} onBack={onBack} />}
    </ImportDialog>
  );
}

type PreviewProps = Omit<ProgramImportProps, 'onClose'> & { source: Cells; onBack: () => void };

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
    const find = exerciseFinder(known);
    return programFromTable(source.rows.slice(1), mapping, {
      find,
      units,
      newKey,
      name: name.trim() || 'Imported program',
    });
  }, [library, source, mapping, units, name]);
  const { program, exercises, custom, problems } = result;
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
        <ColumnChoices
          fields={TABLE_COLUMNS}
          labels={TABLE_COLUMN_LABELS}
          header={header}
          mapping={mapping}
          onChange={(field, column) => {
            const { [field]: _, ...others } = mapping;
            setMapping(column === null ? others : { ...others, [field]: column });
          }}
        />
        <Text role="status" fw={600}>
          {exercises === 0
            ? 'We found no exercises in these columns.'
            : `${countLabel(exercises, 'exercise')} will be created.`}
        </Text>
        {custom.length > 0 && <CustomNames names={custom} />}
        <LeftOutRows problems={problems} />
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

const SHOWN_NAMES = 8;

/** Names that mean no exercise of the library for sure. */
function CustomNames({ names }: { names: readonly string[] }) {
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
  return (
    <Notice title={`${countLabel(names.length, 'custom exercise')}`}>
      Not found in your library: {names.slice(0, SHOWN_NAMES).join(', ')}
      {more}. You can choose an exercise for each in the program.
    </Notice>
  );
}
