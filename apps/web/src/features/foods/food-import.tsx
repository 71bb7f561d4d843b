import { Stack, Text, TextInput } from '@mantine/core';
import type { FoodRow } from '@stridewell/contract/foods/foods';
import { FOOD_BOUNDS, FOOD_CATEGORY_LABELS } from '@stridewell/contract/foods/foods.rules';
import { useState } from 'react';
import { countLabel, listText, numberText } from '../../lib/format.ts';
import { readCsv } from '../../lib/read-csv.ts';
import { rpc } from '../../lib/rpc.ts';
import { type Cells, CellsForm } from '../../ui/cells-form.tsx';
import { ColumnChoices } from '../../ui/column-choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ImportDialog, ImportPreview } from '../../ui/import-dialog.tsx';
import { LeftOutRows } from '../../ui/left-out-rows.tsx';
import { Muted } from '../../ui/muted.tsx';
import { type ImportSteps, useImport } from '../../ui/use-import.ts';
import { type FileReading, type StagedFile, stageFile, useFileParser } from './foods.import.ts';
import {
  FOOD_COLUMN_LABELS,
  FOOD_COLUMNS,
  type FoodMapping,
  guessFoodMapping,
  isUsdaFile,
  REQUIRED_COLUMNS,
  sourceOf,
} from './foods.import-file.ts';
import { FOOD_KEYS } from './foods.queries.ts';
import { undoneText } from './foods.wording.ts';
import { PastImports } from './past-imports.tsx';

const ROWS_SHOWN = 5;

function tooMany({ length }: string[][]): string | null {
  if (length <= FOOD_BOUNDS.perFile + 1) return null;
  return `This file has ${numberText(length - 1)} rows. Import up to ${numberText(FOOD_BOUNDS.perFile)} at a time.`;
}

/** The zipped CSV files of USDA FoodData Central. */
const DATA_CENTRAL = {
  name: 'the ZIP file of a USDA FoodData Central download',
  ending: '.zip',
  textOf: async (bytes: Uint8Array, name: string) =>
    (await import('./foods.data-central.ts')).textOfDownload(bytes, name),
};

/** Adds the foods of a table, with a look at what would be added and changed. */
export default function FoodImport({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog<Cells>
      title="Import foods"
      source={(form) => (
        <CellsForm
          {...form}
          fileLabel="File with foods"
          placeholder={'Name\tEnergy (kcal)\tProtein\tCarbohydrate\tFat\nRolled oats\t379\t13.2\t67.7\t6.5'}
          maxMegabytes={20}
          other={DATA_CENTRAL}
          readTable={readCsv}
          problemOf={tooMany}
        >
          <PastImports />
        </CellsForm>
      )}
      onClose={onClose}
    >
      {(cells, steps) => <Preview cells={cells} steps={steps} />}
    </ImportDialog>
  );
}

function Preview({ cells: { name, rows }, steps }: { cells: Cells; steps: ImportSteps }) {
  const [header = []] = rows;
  const isUsda = isUsdaFile(header);
  const [mapping, setMapping] = useState<FoodMapping>(() => guessFoodMapping(header));
  const [source, setSource] = useState(() => sourceOf(header) ?? name.slice(0, FOOD_BOUNDS.source));
  const { parse, isTyping } = useFileParser({ mapping, source, isUsda });
  const task = useImport({
    steps,
    source: rows,
    parse,
    dryRun: stageFile,
    send: ({ importId }) => rpc.foods.importFoods({ importId }),
    doneText: ({ added, changed }) => `${countLabel(added + changed, 'food')} imported`,
    async undo({ importId }) {
      return undoneText(await rpc.foods.undoFoodImport({ importId }));
    },
    changedKeys: FOOD_KEYS,
  });
  const { table, outcome } = task;
  const missing = REQUIRED_COLUMNS.filter((column) => mapping[column] === null);
  const count = outcome ? outcome.added + outcome.changed : 0;
  return (
    <ImportPreview
      steps={steps}
      task={task}
      title="Match the columns"
      label={count > 0 ? `Import ${countLabel(count, 'food')}` : 'Import foods'}
      disabled={count === 0 || isTyping}
      fallback="No food was changed. Please check your connection and try again."
    >
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
        table && <Findings file={table} staged={outcome} />
      )}
    </ImportPreview>
  );
}

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
      <LeftOutRows problems={problems.map(({ line, ...row }) => ({ row: line - 1, ...row }))} />
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
