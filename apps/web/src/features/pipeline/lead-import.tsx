import { Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { LEAD_BOUNDS } from '@stridewell/contract/pipeline/pipeline.rules';
import { readCsv } from '@stridewell/contract/programs/programs.csv.rules';
import { useMemo, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { countLabel, numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { CellsForm } from '../../ui/cells-form.tsx';
import { ColumnChoices } from '../../ui/column-choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useDryRun, useImportLeads, useUndoImport } from './pipeline.import.ts';
import {
  guessLeadMapping,
  LEAD_COLUMN_LABELS,
  LEAD_COLUMNS,
  type LeadMapping,
  leadsFromTable,
} from './pipeline.import-file.ts';

const PROBLEMS_SHOWN = 5;

function tooMany({ length }: string[][]): string | null {
  if (length <= LEAD_BOUNDS.perCoach + 1) return null;
  const [found, limit] = [numberText(length - 1), numberText(LEAD_BOUNDS.perCoach)];
  return `This file has ${found} rows. You can have up to ${limit} leads, so import a smaller file.`;
}

type LeadImportProps = { coachId: string; today: string; onClose: () => void };

/** Adds the leads of a spreadsheet: a file or pasted cells, with a look at what would be added. */
export default function LeadImport({ coachId, today, onClose }: LeadImportProps) {
  const [rows, setRows] = useState<string[][] | null>(null);
  const [busy, setBusy] = useState(false);
  // Leads are on their way, and the result belongs on the screen.
  const close = () => !busy && onClose();
  return (
    <Dialog opened onClose={close} title="Import leads" size="lg">
      {rows ? (
        <Preview
          coachId={coachId}
          today={today}
          rows={rows}
          onClose={onClose}
          onBusy={setBusy}
          onBack={() => setRows(null)}
        />
      ) : (
        <CellsForm
          fileLabel="File with leads"
          placeholder={'Name\tEmail\tPhone\nAna Ruiz\tana@example.com\t415 555 0100'}
          maxMegabytes={20}
          readTable={readCsv}
          problemOf={tooMany}
          onRead={({ rows: read }) => setRows(read)}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

type PreviewProps = LeadImportProps & { rows: string[][]; onBusy: (busy: boolean) => void; onBack: () => void };

/** The columns, and what they would become. Nothing is stored before it is confirmed. */
function Preview({ coachId, today, rows, onBusy, onBack, onClose }: PreviewProps) {
  const [importId] = useState(newId);
  const [header = []] = rows;
  const [mapping, setMapping] = useState<LeadMapping>(() => guessLeadMapping(header));
  const { leads, repeated, problems } = useMemo(() => {
    const table = leadsFromTable(rows, mapping, today);
    return { ...table, leads: table.leads.map((lead) => ({ id: newId(), lead })) };
  }, [rows, mapping, today]);
  const { data: outcome, error } = useDryRun(coachId, { importId, leads });
  const { sent, send } = useImportLeads(coachId);
  const undo = useUndoImport(coachId);
  const undoImport = () =>
    void undo.mutateAsync(importId).then(
      ({ deleted }) => toast.success('Import undone', `${countLabel(deleted, 'lead')} deleted`),
      (failure: unknown) => toast.error('The import was not undone', messageOf(failure, 'Please try again.')),
    );
  const run = () => {
    onBusy(true);
    void send
      .mutateAsync({ importId, leads })
      .then(
        ({ added }) => {
          toast.success(`${countLabel(added, 'lead')} imported`, undefined, { label: 'Undo', run: undoImport });
          onClose();
        },
        // The dialog shows why.
        () => undefined,
      )
      .finally(() => onBusy(false));
  };
  return (
    <Stack gap="md">
      <Text fw={600}>Match the columns</Text>
      <ColumnChoices
        fields={LEAD_COLUMNS}
        labels={LEAD_COLUMN_LABELS}
        header={header}
        mapping={mapping}
        onChange={(field, column) => setMapping({ ...mapping, [field]: column })}
      />
      <Findings
        total={leads.length}
        repeated={repeated}
        problems={problems}
        outcome={leads.length > 0 ? outcome : NOTHING}
      />
      <ProblemAlert
        error={error ?? send.error}
        fallback="The import stopped. Import again to add the rest; no lead is added twice."
      />
      {(send.isPending || send.error) && (
        <Progress value={leads.length > 0 ? (sent / leads.length) * 100 : 0} aria-label="Imported leads" />
      )}
      <Group>
        <Button variant="subtle" disabled={send.isPending} onClick={onBack}>
          Choose another file
        </Button>
      </Group>
      <DialogActions
        cancelLabel="Cancel"
        onCancel={onClose}
        label={outcome && outcome.added > 0 ? `Import ${countLabel(outcome.added, 'lead')}` : 'Import leads'}
        onConfirm={run}
        busy={send.isPending}
        disabled={!outcome || outcome.added === 0}
      />
    </Stack>
  );
}

const NOTHING = { added: 0, known: 0 };

type FindingsProps = {
  total: number;
  repeated: number;
  problems: readonly { line: number; problem: string }[];
  outcome: { added: number; known: number } | undefined;
};

/** Leads that the file would add, and the rows that are skipped. */
const Findings = ({ total, repeated, problems, outcome }: FindingsProps) => (
  <Stack gap="xs" role="status">
    <Text>
      {outcome
        ? `${countLabel(outcome.added, 'new lead')} will be added.`
        : `Comparing ${countLabel(total, 'lead')}...`}
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
