import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ImportedRow } from '@stridewell/contract/expenses/expenses';
import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { dayLabel } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DAY_ORDER_LABELS, type DayOrder, dayOrderOf } from '../../lib/file-days.ts';
import { countLabel, money, numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { readCsv } from '../../lib/read-csv.ts';
import { rpc } from '../../lib/rpc.ts';
import { type Cells, CellsForm } from '../../ui/cells-form.tsx';
import { ColumnChoices } from '../../ui/column-choices.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ImportDialog, ImportPreview } from '../../ui/import-dialog.tsx';
import { LeftOutRows } from '../../ui/left-out-rows.tsx';
import { Muted } from '../../ui/muted.tsx';
import { type ImportSteps, useImport } from '../../ui/use-import.ts';
import { readBankTable, sendExpenses } from './expenses.import.ts';
import {
  BANK_COLUMN_LABELS,
  BANK_COLUMNS,
  type BankChoices,
  type BankMapping,
  guessBankMapping,
  readBankAmount,
  withoutPreamble,
} from './expenses.import-file.ts';
import { EXPENSE_KEYS, payeesQuery } from './expenses.queries.ts';

const ROWS_SHOWN = 5;

function tooMany({ length }: string[][]): string | null {
  if (length <= EXPENSE_BOUNDS.perImport + 1) return null;
  const [found, limit] = [numberText(length - 1), numberText(EXPENSE_BOUNDS.perImport)];
  return `This file has ${found} rows. Import up to ${limit} at a time.`;
}

type ExpenseImportProps = { coachId: string; currency: string; today: string; onClose: () => void };

/** Adds the expenses of a bank's file, with a look at what would be added. */
export default function ExpenseImport({ onClose, ...context }: ExpenseImportProps) {
  return (
    <ImportDialog<Cells>
      title="Import expenses"
      source={(form) => (
        <CellsForm
          {...form}
          fileLabel="File from your bank"
          placeholder={'Date\tPayee\tAmount\n2026-03-01\tStudio One\t-620.00'}
          maxMegabytes={40}
          readTable={readCsv}
          problemOf={tooMany}
        />
      )}
      onClose={onClose}
    >
      {({ rows }, steps) => <Preview cells={rows} steps={steps} {...context} />}
    </ImportDialog>
  );
}

/** Cards list what was spent without a sign. */
function isWithoutSigns(rows: readonly string[][], { amount }: BankMapping, currency: string): boolean {
  if (amount === null) return false;
  return rows.slice(1).every((row) => (readBankAmount(row[amount] ?? '', currency) ?? 0) >= 0);
}

const columnOf = (rows: readonly string[][], column: number | null): string[] =>
  column === null ? [] : rows.slice(1).map((row) => row[column] ?? '');

type Rules = Pick<BankChoices, 'positiveIsExpense' | 'withIncome'> & { order: DayOrder | null };

type PreviewProps = Omit<ExpenseImportProps, 'onClose'> & { cells: string[][]; steps: ImportSteps };

function Preview({ coachId, currency, today, cells, steps }: PreviewProps) {
  const [importId] = useState(newId);
  const rows = useMemo(() => withoutPreamble(cells), [cells]);
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
  const parse = useMemo(() => {
    const isMapped =
      mapping.day !== null && [mapping.amount, mapping.debit, mapping.credit].some((one) => one !== null);
    if (!(known && order && isMapped)) return null;
    const categories = new Map(known.payees.map(({ payee, category }) => [payee.toLowerCase(), category]));
    const choices = { mapping, order, positiveIsExpense, withIncome, currency, today, categories };
    return (read: readonly string[][], signal: AbortSignal) => readBankTable(read, choices, signal);
  }, [mapping, order, positiveIsExpense, withIncome, currency, today, known]);
  const task = useImport({
    steps,
    source: rows,
    parse,
    dryRun: (table) => sendExpenses({ coachId, importId, rows: table.rows, dryRun: true }),
    send: (table, onSent) => sendExpenses({ coachId, importId, rows: table.rows, dryRun: false }, onSent),
    doneText: ({ added }) => `${countLabel(added, 'row')} imported`,
    async undo() {
      const { deleted } = await rpc.expenses.undoImport({ coachId, importId });
      return `${numberText(deleted)} deleted`;
    },
    changedKeys: EXPENSE_KEYS,
  });
  const { table, outcome } = task;
  const added = outcome?.added ?? 0;
  return (
    <ImportPreview
      steps={steps}
      task={task}
      title="Match the columns"
      label={added > 0 ? `Import ${countLabel(added, 'row')}` : 'Import rows'}
      disabled={added === 0}
      fallback="The import stopped. Import again to add the rest; no row is added twice."
      progress={{ label: 'Imported rows', total: table?.rows.length ?? 0 }}
    >
      <ColumnChoices
        fields={BANK_COLUMNS}
        labels={BANK_COLUMN_LABELS}
        header={header}
        mapping={mapping}
        onChange={(field, column) => setMapping({ ...mapping, [field]: column })}
      />
      <RuleChoices rules={rules} onChange={setRules} askOrder={found === null} hasSigns={mapping.amount !== null} />
      {parse === null ? (
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
    </ImportPreview>
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
        data={[{ value: '', label: 'Please choose' }, ...toChoices(DAY_ORDER_LABELS)]}
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
