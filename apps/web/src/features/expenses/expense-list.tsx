import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Expense } from '@stridewell/contract/expenses/expenses';
import { dayLabel } from '@stridewell/contract/time';
import { IconDots } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { countLabel, listText, money } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { expensesQuery, useDeleteExpense, useRestoreExpense } from './expenses.queries.ts';
import type { ExpensesSearch } from './expenses.search.ts';
import { ReceiptButton } from './receipt-button.tsx';

type ExpenseListProps = {
  coachId: string;
  search: ExpensesSearch;
  whenNone: ReactNode;
  onEdit: (expense: Expense) => void;
};

/** The expenses in a table, in pages, with the sum of all of them. */
export function ExpenseList({ coachId, search, whenNone, onEdit }: ExpenseListProps) {
  const query = useInfiniteQuery(expensesQuery(coachId, search));
  return (
    <QueryBoundary query={query} failed="The expenses could not be loaded" skeleton={<TableSkeleton />}>
      {({ pages }) => {
        const expenses = pages.flatMap((page) => page.expenses);
        const { total = 0, sums = [], today = '' } = pages[0] ?? {};
        const { view: _, sort: _sort, ...filters } = search;
        if (expenses.length === 0) {
          return Object.keys(filters).length > 0 ? (
            <EmptyState role="status" title="No expenses match">
              Change the search or the filters above.
            </EmptyState>
          ) : (
            whenNone
          );
        }
        return (
          <Stack gap="xs">
            <Muted role="status">
              {countLabel(total, 'expense')}, {listText(sums.map(({ cents, currency }) => money(cents, currency)))}
            </Muted>
            <ExpenseTable coachId={coachId} expenses={expenses} today={today} onEdit={onEdit} />
            <LoadMore query={query} label="Show more" failed="More expenses could not be loaded" />
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}

const SOURCES: Partial<Record<Expense['source'], string>> = { recurring: 'Recurring', import: 'Imported' };

type ExpenseTableProps = {
  coachId: string;
  expenses: readonly Expense[];
  today: string;
  onEdit: (expense: Expense) => void;
};

const nameOf = ({ payee, category }: Expense): string => payee || category;

const ExpenseTable = ({ coachId, expenses, today, onEdit }: ExpenseTableProps) => (
  <DataTable
    highlightOnHover
    sticky="paper"
    label="Expenses"
    columns={[
      {
        header: 'Payee',
        long: true,
        cell: (expense) => (
          <>
            <Group gap="xs">
              <Text component="span" fw={600}>
                {nameOf(expense)}
              </Text>
              {SOURCES[expense.source] && (
                <Badge variant="light" color="gray" size="sm">
                  {SOURCES[expense.source]}
                </Badge>
              )}
            </Group>
            {expense.note && <Muted lineClamp={1}>{expense.note}</Muted>}
          </>
        ),
      },
      { header: 'Category', long: true, from: 'sm', cell: ({ category }) => category },
      { header: 'Date', nowrap: true, from: 'sm', cell: ({ occurredOn }) => dayLabel(occurredOn, today) },
      {
        header: 'Receipt',
        from: 'sm',
        cell: ({ receipt }) => receipt && <ReceiptButton coachId={coachId} receipt={receipt} compact />,
      },
      { header: 'Amount', figure: true, cell: ({ amountCents, currency }) => money(amountCents, currency) },
    ]}
    rows={expenses}
    keyOf={({ id }) => id}
    phoneLine={({ category, occurredOn }) => `${category}, ${dayLabel(occurredOn, today)}`}
    actions={(expense) => <ExpenseMenu coachId={coachId} expense={expense} name={nameOf(expense)} onEdit={onEdit} />}
  />
);

type ExpenseMenuProps = { coachId: string; expense: Expense; name: string; onEdit: (expense: Expense) => void };

/** Deleting is undone with the toast, so it does not ask. */
function ExpenseMenu({ coachId, expense, name, onEdit }: ExpenseMenuProps) {
  const remove = useDeleteExpense(coachId);
  const restore = useRestoreExpense(coachId);
  const failed = (title: string) => (error: unknown) => void toast.error(title, messageOf(error, 'Please try again.'));
  const onDelete = () =>
    void remove.mutateAsync(expense.id).then(({ deleted }) => {
      const undo = () =>
        deleted &&
        void restore.mutateAsync({ expenseId: expense.id, ...deleted }).catch(failed('The expense was not restored'));
      toast.success('Expense deleted', name, { label: 'Undo', run: () => void undo() });
    }, failed('The expense was not deleted'));
  return (
    <LateMenu
      position="bottom-end"
      withinPortal={false}
      target={(button) => <IconButton {...button} label={`Actions for ${name}`} icon={IconDots} />}
    >
      {(Menu) => (
        <>
          <Menu.Item onClick={() => onEdit(expense)}>Edit expense</Menu.Item>
          <Menu.Item onClick={onDelete}>Delete expense</Menu.Item>
        </>
      )}
    </LateMenu>
  );
}
