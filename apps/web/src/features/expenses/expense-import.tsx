import { Button, Group, NativeSelect, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ImportedRow } from '@stridewell/contract/expenses/expenses';
import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { readCsv } from '@stridewell/contract/programs/programs.csv.rules';
import { dayLabel } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { countLabel, money, numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { CellsForm } from '../../ui/cells-form.tsx';
import { ColumnChoices } from '../../ui/column-choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { LeftOutRows } from '../../ui/left-out-rows.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useBankTable, useDryRun, useImportExpenses, useUndoImport } from './expenses.import.ts';
import {
  BANK_COLUMN_LABELS,
  BANK_COLUMNS,
  type BankChoices,
  type BankMapping,
  type DayOrder,
  dayOrderOf,
  guessBankMapping,
  readBankAmount,
  withoutPreamble,
} from './expenses.import-file.ts';
import { payeesQuery } from './expenses.queries.ts';

const ROWS_SHOWN = 5;

function tooMany({ length }: string[][]): string | null {
  if (length <= EXPENSE_BOUNDS.perImport + 1) return null;
  const [found, limit] = [numberText(length - 1), numberText(EXPENSE_BOUNDS.perImport)];
  return `This file has ${found} rows. Import up to ${limit} at a time.`;
}

type ExpenseImportProps = { coachId: string; currency: string; today: string; onClose: () => void };

/** Adds the expenses of a bank's file, with a look at what would be added. */
export default function ExpenseImport({ coachId, currency, today, onClose }: ExpenseImportProps) {
  const [rows, setRows] = useState<string[][] | null>(null);
  const [busy, setBusy] = useState(false);
  // Rows are on their way, and the result belongs on the screen.
  const close = () => !busy && onClose();
  return (
    <Dialog opened onClose={close} title="Import expenses" size="lg">
      {rows ? (
        <Preview
          coachId={coachId}
          currency={currency}
          today={today}
          rows={rows}
          onClose={onClose}
          onBusy={setBusy}
          onBack={() => setRows(null)}
        />
      ) : (
        <CellsForm
          fileLabel="File from your bank"
          placeholder={'Date\tPayee\tAmount\n2026-03-01\tStudio One\t-620.00'}
          maxMegabytes={40}
          readTable={readCsv}
          problemOf={tooMany}
          onRead={({ rows: read }) => setRows(withoutPreamble(read))}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

/** Cards list what was spent without a sign. */
function isWithoutSigns(rows: readonly string[][], { amount }: BankMapping, currency: string): boolean {
  if (amount === null) return false;
  return rows.slice(1).every((row) => (readBankAmount(row[amount] ?? '', currency) ?? 0) >= 0);
}

const columnOf = (rows: readonly string[][], column: number | null): string[] =>
  column === null ? [] : rows.slice(1).map((row) => row[column] ?? '');

const ORDERS: Record<DayOrder, string> = {
  dmy: 'Day, month, year',
  mdy: 'Month, day, year',
  ymd: 'Year, month, day',
};

type Rules = Pick<BankChoices, 'positiveIsExpense' | 'withIncome'> & { order: DayOrder | null };

type PreviewProps = ExpenseImportProps & {
  rows: string[][];
  onBusy: (busy: boolean) => void;
  onBack: () => void;
};

/** The columns, and what they would become. Nothing is stored before it is confirmed. */
function Preview({ coachId, currency, today, rows, onBusy, onBack, onClose }: PreviewProps) {
  const [importId] = useState(newId);
  const [header = []] = rows;
  const [mapping, setMapping] = useState<BankMapping>(() => guessBankMapping(header));
  const found = useMemo(() => dayOrderOf(columnOf(rows, mapping.day)), [rows, mapping.day]);
  const [rules, setRules] = useState<Rules>(() => ({
    order: null,
    withIncome: false,
    positiveIsExpense: isWithoutSigns(rows, mapping, currency),
  }));
  const { data: known } = useQuery(payeesQuery(coachId));
  const order = found ?? rules.order;
  const { positiveIsExpense, withIncome } = rules;
  const choices = useMemo<BankChoices | null>(() => {
    const isMapped =
      mapping.day !== null && [mapping.amount, mapping.debit, mapping.credit].some((one) => one !== null);
    if (!(known && order && isMapped)) return null;
    const categories = new Map(known.payees.map(({ payee, category }) => [payee.toLowerCase(), category]));
    return { mapping, order, positiveIsExpense, withIncome, currency, today, categories };
  }, [mapping, order, positiveIsExpense, withIncome, currency, today, known]);
  const table = useBankTable(rows, choices);
  const { data: outcome, error } = useDryRun(coachId, importId, table);
  const { sent, send } = useImportExpenses(coachId);
  const undo = useUndoImport(coachId);
  const undoImport = () =>
    void undo.mutateAsync(importId).then(
      ({ deleted }) => toast.success('Import undone', `${numberText(deleted)} deleted`),
      (failure: unknown) => toast.error('The import was not undone', messageOf(failure, 'Please try again.')),
    );
  const run = () => {
    if (!table) return;
    onBusy(true);
    void send
      .mutateAsync({ importId, rows: table.rows })
      .then(
        ({ added }) => {
          toast.success(`${countLabel(added, 'row')} imported`, undefined, { label: 'Undo', run: undoImport });
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
        fields={BANK_COLUMNS}
        labels={BANK_COLUMN_LABELS}
        header={header}
        mapping={mapping}
        onChange={(field, column) => setMapping({ ...mapping, [field]: column })}
      />
      <RuleChoices rules={rules} onChange={setRules} askOrder={found === null} hasSigns={mapping.amount !== null} />
      {choices === null ? (
        <Muted role="status">
          {found === null && rules.order === null
            ? 'Choose the date format of this file.'
            : 'Choose the date and amount columns.'}
        </Muted>
      ) : (
        <Stack gap="xs" role="status">
          <Text>
            {outcome
              ? `${countLabel(outcome.added, 'row')} will be added.`
              : `Comparing ${countLabel(rows.length - 1, 'row')}...`}
          </Text>
          {outcome && outcome.known > 0 && <Muted>{numberText(outcome.known)} are in your books already.</Muted>}
          {table && table.income > 0 && <Muted>{countLabel(table.income, 'row')} of income skipped.</Muted>}
        </Stack>
      )}
      {table && table.rows.length > 0 && <FirstRows rows={table.rows} today={today} />}
      {table && <LeftOutRows problems={table.problems} />}
      <ProblemAlert
        error={error ?? send.error}
        fallback="The import stopped. Import again to add the rest; no row is added twice."
      />
      {(send.isPending || send.error) && table && (
        <Progress value={(sent / Math.max(1, table.rows.length)) * 100} aria-label="Imported rows" />
      )}
      <Group>
        <Button variant="subtle" disabled={send.isPending} onClick={onBack}>
          Choose another file
        </Button>
      </Group>
      <DialogActions
        cancelLabel="Cancel"
        onCancel={onClose}
        label={outcome && outcome.added > 0 ? `Import ${countLabel(outcome.added, 'row')}` : 'Import rows'}
        onConfirm={run}
        busy={send.isPending}
        disabled={!outcome || outcome.added === 0}
      />
    </Stack>
  );
}

type RuleChoicesProps = {
  rules: Rules;
  onChange: (rules: Rules) => void;
  /** The days of the file fit two orders. */
  askOrder: boolean;
  /** One column holds money in and money out. */
  hasSigns: boolean;
};

const RuleChoices = ({ rules, onChange, askOrder, hasSigns }: RuleChoicesProps) => (
  <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
    {askOrder && (
      <NativeSelect
        size="xs"
        label="Date format"
        data={[{ value: '', label: 'Please choose' }, ...toChoices(ORDERS)]}
        value={rules.order ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...rules, order: value === 'dmy' || value === 'mdy' || value === 'ymd' ? value : null })
        }
      />
    )}
    {hasSigns && (
      <NativeSelect
        size="xs"
        label="Expenses are"
        data={[
          { value: 'negative', label: 'Negative amounts' },
          { value: 'positive', label: 'Positive amounts' },
        ]}
        value={rules.positiveIsExpense ? 'positive' : 'negative'}
        onChange={({ currentTarget }) => onChange({ ...rules, positiveIsExpense: currentTarget.value === 'positive' })}
      />
    )}
    <NativeSelect
      size="xs"
      label="Income"
      data={[
        { value: 'leave', label: 'Leave out' },
        { value: 'take', label: 'Import as revenue' },
      ]}
      value={rules.withIncome ? 'take' : 'leave'}
      onChange={({ currentTarget }) => onChange({ ...rules, withIncome: currentTarget.value === 'take' })}
    />
  </SimpleGrid>
);

const toChoices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The first rows as they would stand in the books. */
const FirstRows = ({ rows, today }: { rows: readonly ImportedRow[]; today: string }) => (
  <DataTable
    label="First rows"
    columns={[
      { header: 'Day', nowrap: true, cell: ({ occurredOn }) => dayLabel(occurredOn, today) },
      { header: 'Payee', long: true, cell: ({ payee }) => payee },
      { header: 'Category', long: true, from: 'sm', cell: ({ category }) => category },
      {
        header: 'Amount',
        figure: true,
        cell: ({ kind, amountCents, currency }) => `${kind === 'revenue' ? '+' : ''}${money(amountCents, currency)}`,
      },
    ]}
    rows={rows.slice(0, ROWS_SHOWN)}
    keyOf={({ id }) => id}
  />
);
