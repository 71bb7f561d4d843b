import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { FoodRow } from '@stridewell/contract/foods/foods';
import { FOOD_BOUNDS, FOOD_CATEGORY_LABELS } from '@stridewell/contract/foods/foods.rules';
import { readCsv } from '@stridewell/contract/programs/programs.csv.rules';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { countLabel, listText, numberText } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { type Cells, CellsForm } from '../../ui/cells-form.tsx';
import { ColumnChoices } from '../../ui/column-choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { LeftOutRows } from '../../ui/left-out-rows.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type FileReading, type StagedFile, useFileReading, useStagedFile } from './foods.import.ts';
import {
  FOOD_COLUMN_LABELS,
  FOOD_COLUMNS,
  type FoodMapping,
  guessFoodMapping,
  isUsdaFile,
  REQUIRED_COLUMNS,
  USDA_SOURCE,
} from './foods.import-file.ts';
import { useImportFoods, useUndoImport } from './foods.queries.ts';

const ROWS_SHOWN = 5;

function tooMany({ length }: string[][]): string | null {
  if (length <= FOOD_BOUNDS.perFile + 1) return null;
  return `This file has ${numberText(length - 1)} rows. Import up to ${numberText(FOOD_BOUNDS.perFile)} at a time.`;
}

/** Adds the foods of a table, with a look at what would be added and changed. */
export default function FoodImport({ onClose }: { onClose: () => void }) {
  const [cells, setCells] = useState<Cells | null>(null);
  const [busy, setBusy] = useState(false);
  return (
    // The result of an import that runs belongs on the screen.
    <Dialog opened onClose={() => !busy && onClose()} title="Import foods" size="lg">
      {cells ? (
        <Preview cells={cells} onBusy={setBusy} onBack={() => setCells(null)} onClose={onClose} />
      ) : (
        <CellsForm
          fileLabel="File with foods"
          placeholder={'Name\tEnergy (kcal)\tProtein\tCarbohydrate\tFat\nRolled oats\t379\t13.2\t67.7\t6.5'}
          maxMegabytes={20}
          readTable={readCsv}
          problemOf={tooMany}
          onRead={setCells}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

type PreviewProps = { cells: Cells; onBusy: (busy: boolean) => void; onBack: () => void; onClose: () => void };

/** The columns, and what they would become. No food is changed before it is confirmed. */
function Preview({ cells: { name, rows }, onBusy, onBack, onClose }: PreviewProps) {
  const [header = []] = rows;
  const isUsda = isUsdaFile(header);
  const [mapping, setMapping] = useState<FoodMapping>(() => guessFoodMapping(header));
  const [source, setSource] = useState(isUsda ? USDA_SOURCE : name.slice(0, FOOD_BOUNDS.source));
  const file = useFileReading(rows, { mapping, source, isUsda });
  const { data: staged, error } = useStagedFile(file);
  const send = useImportFoods();
  const undo = useUndoImport();
  const { importId } = file;
  const undoImport = () =>
    void undo.mutateAsync(importId).then(
      ({ undone, kept }) => toast.success('Import undone', undoneText(undone, kept)),
      (failure: unknown) => toast.error('The import was not undone', messageOf(failure, 'Please try again.')),
    );
  const run = () => {
    onBusy(true);
    void send
      .mutateAsync(importId)
      .then(
        ({ added, changed }) => {
          const done = `${countLabel(added + changed, 'food')} imported`;
          toast.success(done, undefined, { label: 'Undo', run: undoImport });
          onClose();
        },
        // The dialog shows why.
        () => undefined,
      )
      .finally(() => onBusy(false));
  };
  const missing = REQUIRED_COLUMNS.filter((column) => mapping[column] === null);
  const count = staged ? staged.added + staged.changed : 0;
  return (
    <Stack gap="md">
      <Text fw={600}>Match the columns</Text>
      <ColumnChoices
        fields={FOOD_COLUMNS}
        labels={FOOD_COLUMN_LABELS}
        header={header}
        mapping={mapping}
        onChange={(field, column) => setMapping({ ...mapping, [field]: column })}
      />
      <TextInput
        label="Source"
        description="Where the values are from. Foods with an ID are matched by source and ID."
        maxLength={FOOD_BOUNDS.source}
        value={source}
        onChange={({ currentTarget }) => setSource(currentTarget.value)}
      />
      {missing.length > 0 ? (
        <Muted role="status">
          Choose the columns of {listText(missing.map((column) => FOOD_COLUMN_LABELS[column].toLowerCase()))}.
        </Muted>
      ) : (
        <Findings file={file} staged={file.rows.length > 0 ? staged : NOTHING} />
      )}
      <ProblemAlert
        error={error ?? send.error}
        fallback="No food was changed. Please check your connection and try again."
      />
      <Group>
        <Button variant="subtle" disabled={send.isPending} onClick={onBack}>
          Choose another file
        </Button>
      </Group>
      <DialogActions
        cancelLabel="Cancel"
        onCancel={onClose}
        label={count > 0 ? `Import ${countLabel(count, 'food')}` : 'Import foods'}
        onConfirm={run}
        busy={send.isPending}
        disabled={count === 0}
      />
    </Stack>
  );
}

const NOTHING: StagedFile = { added: 0, changed: 0, unchanged: 0, refused: [] };

const undoneText = (undone: number, kept: number): string =>
  kept === 0
    ? `${countLabel(undone, 'food')} removed or restored.`
    : `${countLabel(undone, 'food')} removed or restored. ${numberText(kept)} changed since then and stayed.`;

/** Changes that the file would make, and the rows that are skipped. */
function Findings({ file, staged }: { file: FileReading; staged: StagedFile | undefined }) {
  const { doubts } = file;
  const problems = [...file.problems, ...(staged?.refused ?? [])].sort((a, b) => a.line - b.line);
  return (
    <>
      <Stack gap={4} role="status">
        <Text>
          {staged
            ? `${countLabel(staged.added, 'food')} will be added, and ${numberText(staged.changed)} changed.`
            : `Comparing ${countLabel(file.rows.length, 'food')}...`}
        </Text>
        {staged && staged.unchanged > 0 && <Muted>{countLabel(staged.unchanged, 'food')} stay unchanged.</Muted>}
        {doubts > 0 && (
          <Muted>
            The calories of {countLabel(doubts, 'food')} do not match the nutrients. That can be right, for example with
            alcohol.
          </Muted>
        )}
      </Stack>
      {file.rows.length > 0 && <FirstRows rows={file.rows} />}
      <LeftOutRows problems={problems.map(({ line, problem }) => ({ row: line - 1, problem }))} />
    </>
  );
}

/** The first foods as they would be listed. */
const FirstRows = ({ rows }: { rows: readonly FoodRow[] }) => (
  <DataTable
    label="First foods"
    columns={[
      { header: 'Name', long: true, cell: ({ name }) => name },
      { header: 'Category', from: 'sm', cell: ({ category }) => category && FOOD_CATEGORY_LABELS[category] },
      { header: 'kcal', figure: true, cell: ({ kcal }) => numberText(kcal) },
      { header: 'Protein', figure: true, cell: ({ protein }) => numberText(protein) },
      { header: 'Carbs', figure: true, cell: ({ carbohydrate }) => numberText(carbohydrate) },
      { header: 'Fat', figure: true, cell: ({ fat }) => numberText(fat) },
    ]}
    rows={rows.slice(0, ROWS_SHOWN)}
    // The rows of a reading never change, and names can repeat.
    keyOf={(_, index) => index}
  />
);
