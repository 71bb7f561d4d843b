import { Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { FoodImportResult } from '@stridewell/contract/foodlogs/foodlogs.imports';
import { IMPORT_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.imports.rules';
import { useMemo, useState } from 'react';
import { DAY_ORDER_LABELS, type DayOrder } from '../../lib/file-days.ts';
import { countLabel, dayText, numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { readCsv } from '../../lib/read-csv.ts';
import { orpc } from '../../lib/rpc.ts';
import { ChooseFile } from '../../ui/choose-file.tsx';
import { ImportDialog, ImportPreview, type SourceForm } from '../../ui/import-dialog.tsx';
import { LeftOutRows } from '../../ui/left-out-rows.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type ImportSteps, useImport } from '../../ui/use-import.ts';
import { useTextFile } from '../../ui/use-text-file.ts';
import { type ImportTarget, sendFoodFile, undoFoodFile } from './foodlogs.import.ts';
import { FOOD_FILE_LABELS, type FoodFile, type FoodTable, foodDaysOf, readFoodFile } from './foodlogs.import-file.ts';

type FoodLogImportProps = {
  target: ImportTarget;
  /** Of the client. */
  today: string;
  onClose: () => void;
};

/** Adds the food diary of another app to a food log, with a look at what would be added. */
export default function FoodLogImport({ target, today, onClose }: FoodLogImportProps) {
  return (
    <ImportDialog<FoodFile> title="Import a food diary" source={(form) => <FileForm {...form} />} onClose={onClose}>
      {(file, steps) => <Preview file={file} target={target} today={today} steps={steps} />}
    </ImportDialog>
  );
}

function FileForm({ onRead }: SourceForm<FoodFile>) {
  const { problem, readFile } = useTextFile({
    maxMegabytes: IMPORT_BOUNDS.bytes / 1_000_000,
    read(text) {
      const table = readCsv(text);
      if ('problem' in table) return `Line ${table.line}: ${table.problem}.`;
      const file = readFoodFile(table.rows);
      if ('problem' in file) return file.problem;
      onRead(file);
      return null;
    },
  });
  return (
    <Stack gap="md">
      <Text>
        Bring the food diary of MyFitnessPal or Cronometer. In MyFitnessPal, choose “Export data” under Reports; in
        Cronometer, “Export data” under Account. Unpack the file, and choose the CSV file with your meals, servings or
        daily nutrition.
      </Text>
      <ProblemAlert text={problem} />
      <Group>
        <ChooseFile
          primary
          label="File with your diary"
          accept=".csv,.txt,text/csv"
          onFile={(file) => void readFile(file)}
        />
      </Group>
    </Stack>
  );
}

type PreviewProps = { file: FoodFile; target: ImportTarget; today: string; steps: ImportSteps };

function Preview({ file, target, today, steps }: PreviewProps) {
  const [importId] = useState(newId);
  const [order, setOrder] = useState<DayOrder | null>(file.order);
  const [isComplete, setComplete] = useState(false);
  const [existing, setExisting] = useState<'keep' | 'add'>('keep');
  const parse = useMemo(
    () => (order ? (read: FoodFile) => ({ ...foodDaysOf(read, { order, isComplete, today }), existing }) : null),
    [order, isComplete, existing, today],
  );
  const send = (table: FoodTable, dryRun: boolean, onSent?: (count: number) => void) =>
    sendFoodFile({ target, importId, days: table.days, existing, dryRun }, onSent);
  const task = useImport({
    steps,
    source: file,
    parse,
    dryRun: (table) => send(table, true),
    send: (table, onSent) => send(table, false, onSent),
    doneText: ({ added }) => `${entriesText(added)} imported`,
    undo: async () => `${await undoFoodFile(target, importId)} removed`,
    changedKeys: [orpc.foodlogs.key(), orpc.targets.key()],
  });
  const { table, outcome } = task;
  const saysComplete = file.columns.completed >= 0;
  return (
    <ImportPreview
      steps={steps}
      task={task}
      title={`From ${FOOD_FILE_LABELS[file.kind]}`}
      label="Import diary"
      disabled={!outcome?.added}
      fallback="The import stopped. Import again to add the rest; nothing is added twice."
      progress={{ label: 'Imported days', total: table?.days.length ?? 0 }}
    >
      {file.order === null && (
        <NativeSelect
          label="Date format"
          data={[
            { value: '', label: 'Please choose' },
            ...(['dmy', 'mdy'] as const).map((value) => ({ value, label: DAY_ORDER_LABELS[value] })),
          ]}
          value={order ?? ''}
          onChange={({ currentTarget: { value } }) => setOrder(value === 'dmy' || value === 'mdy' ? value : null)}
        />
      )}
      <div role="status">
        {table ? <Text>{summaryText(table)}</Text> : <Muted>Choose the date format of this file.</Muted>}
        {outcome && <Outcome outcome={outcome} existing={existing} />}
      </div>
      {outcome && outcome.taken.length > 0 && (
        <NativeSelect
          label={`${countLabel(outcome.taken.length, 'day')} already ${outcome.taken.length === 1 ? 'has' : 'have'} other entries`}
          data={[
            { value: 'keep', label: 'Leave these days as they are' },
            { value: 'add', label: 'Add the file to these days' },
          ]}
          value={existing}
          onChange={({ currentTarget: { value } }) => setExisting(value === 'add' ? 'add' : 'keep')}
        />
      )}
      {saysComplete ? (
        <Muted>Days that the file calls completed count as complete, and others as partly logged.</Muted>
      ) : (
        <Checkbox
          label="Everything eaten on these days is in the file"
          description="Otherwise they count as partly logged, and averages leave them out."
          checked={isComplete}
          onChange={({ currentTarget: { checked } }) => setComplete(checked)}
        />
      )}
      {table && <LeftOutRows problems={table.problems} />}
    </ImportPreview>
  );
}

const entriesText = (count: number): string => (count === 1 ? '1 entry' : `${numberText(count)} entries`);

function summaryText({ days, entries: count }: FoodTable): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'We found no food in this file.';
  const date = (day: string) => dayText(day, { month: 'short', day: 'numeric', year: 'numeric' });
  const span = first === last ? `on ${date(first.day)}` : `from ${date(first.day)} to ${date(last.day)}`;
  return `${entriesText(count)} on ${countLabel(days.length, 'day')}, ${span}.`;
}

function Outcome({ outcome: { added, known, taken, full }, existing }: OutcomeProps) {
  return (
    <>
      <Text>{`${entriesText(added)} will be added.`}</Text>
      {known > 0 && <Muted>{`${entriesText(known)} ${known === 1 ? 'is' : 'are'} in the log already.`}</Muted>}
      {taken.length > 0 && existing === 'keep' && (
        <Muted>{`${countLabel(taken.length, 'day')} with other entries will stay as they are.`}</Muted>
      )}
      {full.length > 0 && <Muted>{`${countLabel(full.length, 'day')} would have too many entries.`}</Muted>}
    </>
  );
}

type OutcomeProps = { outcome: FoodImportResult; existing: 'keep' | 'add' };
