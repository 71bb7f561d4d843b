import { List, Stack, Text } from '@mantine/core';
import { LEAD_BOUNDS } from '@stridewell/contract/pipeline/pipeline.rules';
import { useMemo, useState } from 'react';
import { countLabel, numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { readCsv } from '../../lib/read-csv.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { type Cells, CellsForm } from '../../ui/cells-form.tsx';
import { ColumnChoices } from '../../ui/column-choices.tsx';
import { ImportDialog, ImportPreview } from '../../ui/import-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { type ImportSteps, useImport } from '../../ui/use-import.ts';
import { type LeadReading, readLeads, sendLeads } from './pipeline.import.ts';
import { guessLeadMapping, LEAD_COLUMN_LABELS, LEAD_COLUMNS, type LeadMapping } from './pipeline.import-file.ts';

const PROBLEMS_SHOWN = 5;

function tooMany({ length }: string[][]): string | null {
  if (length <= LEAD_BOUNDS.perCoach + 1) return null;
  const [found, limit] = [numberText(length - 1), numberText(LEAD_BOUNDS.perCoach)];
  return `This file has ${found} rows. You can have up to ${limit} leads, so import a smaller file.`;
}

type LeadImportProps = { coachId: string; today: string; onClose: () => void };

/** Adds the leads of a spreadsheet: a file or pasted cells, with a look at what would be added. */
export default function LeadImport({ onClose, ...context }: LeadImportProps) {
  return (
    <ImportDialog<Cells>
      title="Import leads"
      source={(form) => (
        <CellsForm
          {...form}
          fileLabel="File with leads"
          placeholder={'Name\tEmail\tPhone\nAna Ruiz\tana@example.com\t415 555 0100'}
          maxMegabytes={20}
          readTable={readCsv}
          problemOf={tooMany}
        />
      )}
      onClose={onClose}
    >
      {({ rows }, steps) => <Preview rows={rows} steps={steps} {...context} />}
    </ImportDialog>
  );
}

type PreviewProps = Omit<LeadImportProps, 'onClose'> & { rows: string[][]; steps: ImportSteps };

function Preview({ coachId, today, rows, steps }: PreviewProps) {
  const [importId] = useState(newId);
  const [header = []] = rows;
  const [mapping, setMapping] = useState<LeadMapping>(() => guessLeadMapping(header));
  const parse = useMemo(() => (cells: readonly string[][]) => readLeads(cells, mapping, today), [mapping, today]);
  const task = useImport({
    steps,
    source: rows,
    parse,
    dryRun: ({ leads }) => sendLeads({ coachId, importId, leads, dryRun: true }),
    send: ({ leads }, onSent) => sendLeads({ coachId, importId, leads, dryRun: false }, onSent),
    doneText: ({ added }) => `${countLabel(added, 'lead')} imported`,
    async undo() {
      const { deleted } = await rpc.pipeline.undoImport({ coachId, importId });
      return `${countLabel(deleted, 'lead')} deleted`;
    },
    changedKeys: [orpc.pipeline.key(), orpc.dashboard.key()],
  });
  const { table, outcome } = task;
  const added = outcome?.added ?? 0;
  return (
    <ImportPreview
      steps={steps}
      task={task}
      title="Match the columns"
      label={added > 0 ? `Import ${countLabel(added, 'lead')}` : 'Import leads'}
      disabled={added === 0}
      fallback="The import stopped. Import again to add the rest; no lead is added twice."
      progress={{ label: 'Imported leads', total: table?.leads.length ?? 0 }}
    >
      <ColumnChoices
        fields={LEAD_COLUMNS}
        labels={LEAD_COLUMN_LABELS}
        header={header}
        mapping={mapping}
        onChange={(field, column) => setMapping({ ...mapping, [field]: column })}
      />
      {table && <Findings reading={table} outcome={outcome} />}
    </ImportPreview>
  );
}

type FindingsProps = { reading: LeadReading; outcome: { added: number; known: number } | undefined };

/** Leads that the file would add, and the rows that are skipped. */
const Findings = ({ reading: { leads, repeated, problems }, outcome }: FindingsProps) => (
  <Stack gap="xs" role="status">
    <Text>
      {outcome
        ? `${countLabel(outcome.added, 'new lead')} will be added.`
        : `Comparing ${countLabel(leads.length, 'lead')}...`}
    </Text>
    {outcome && outcome.known > 0 && <Muted>{numberText(outcome.known)} already in your pipeline, skipped.</Muted>}
    {repeated > 0 && <Muted>{numberText(repeated)} repeated in the file, skipped.</Muted>}
    {problems.length > 0 && (
      <>
        <Muted>{numberText(problems.length)} with problems, skipped:</Muted>
        <List size="sm">
          {problems.slice(0, PROBLEMS_SHOWN).map(({ line, problem }) => (
            <List.Item key={line}>
              Line {line}: {problem}
            </List.Item>
          ))}
        </List>
      </>
    )}
  </Stack>
);
