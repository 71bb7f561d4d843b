import { Badge, Button, Group, Text } from '@mantine/core';
import type { RecurringExpense } from '@stridewell/contract/expenses/expenses';
import { FREQUENCY_LABELS } from '@stridewell/contract/expenses/expenses.rules';
import { dayLabel } from '@stridewell/contract/time';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { money } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { recurringQuery, useDeleteRecurring, usePauseRecurring } from './expenses.queries.ts';

const RecurringForm = late(async () => (await import('./recurring-form.tsx')).RecurringForm);

/** When it comes next, or why it does not. */
function nextText({ nextOn, paused, endsOn }: RecurringExpense, today: string): string {
  if (paused) return 'Paused';
  if (nextOn === null) return 'Ended';
  return endsOn ? `${dayLabel(nextOn, today)}, until ${dayLabel(endsOn, today)}` : dayLabel(nextOn, today);
}

/** Expenses that repeat. */
export function RecurringList({ coachId }: { coachId: string }) {
  const query = useQuery(recurringQuery(coachId));
  const [edited, setEdited] = useState<RecurringExpense | 'new' | null>(null);
  return (
    <QueryBoundary
      query={query}
      failed="The recurring expenses could not be loaded"
      skeleton={<TableSkeleton rows={4} />}
    >
      {({ recurring, today, currency }) => (
        <>
          {recurring.length === 0 ? (
            <EmptyState
              title="Recurring expenses will appear here"
              action={
                <Button variant="light" onClick={() => setEdited('new')}>
                  Add a recurring expense
                </Button>
              }
            >
              Rent or software, for example, is added to your books every week, month or year.
            </EmptyState>
          ) : (
            <>
              <Group justify="flex-end" mb="xs">
                <Button variant="light" size="compact-sm" onClick={() => setEdited('new')}>
                  Add a recurring expense
                </Button>
              </Group>
              <RecurringTable coachId={coachId} recurring={recurring} today={today} onEdit={setEdited} />
            </>
          )}
          {edited && (
            <RecurringForm
              coachId={coachId}
              recurring={edited === 'new' ? null : edited}
              currency={currency}
              today={today}
              onClose={() => setEdited(null)}
            />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

type RecurringTableProps = {
  coachId: string;
  recurring: readonly RecurringExpense[];
  today: string;
  onEdit: (recurring: RecurringExpense) => void;
};

const RecurringTable = ({ coachId, recurring, today, onEdit }: RecurringTableProps) => (
  <DataTable
    highlightOnHover
    label="Recurring expenses"
    columns={[
      {
        header: 'Payee',
        long: true,
        cell: ({ payee, category, paused, note }) => (
          <>
            <Group gap="xs">
              <Text component="span" fw={600}>
                {payee || category}
              </Text>
              {paused && (
                <Badge variant="light" color="gray" size="sm">
                  Paused
                </Badge>
              )}
            </Group>
            {note && <Muted lineClamp={1}>{note}</Muted>}
          </>
        ),
      },
      { header: 'Category', long: true, from: 'sm', cell: ({ category }) => category },
      { header: 'Repeats', from: 'sm', cell: ({ frequency }) => FREQUENCY_LABELS[frequency] },
      { header: 'Next', cell: (one) => nextText(one, today) },
      { header: 'Amount', figure: true, cell: ({ amountCents, currency }) => money(amountCents, currency) },
    ]}
    rows={recurring}
    keyOf={({ id }) => id}
    actions={(one) => <RecurringMenu coachId={coachId} recurring={one} onEdit={onEdit} />}
  />
);

type RecurringMenuProps = {
  coachId: string;
  recurring: RecurringExpense;
  onEdit: (recurring: RecurringExpense) => void;
};

function RecurringMenu({ coachId, recurring, onEdit }: RecurringMenuProps) {
  const { id, payee, category, paused } = recurring;
  const pause = usePauseRecurring(coachId);
  const remove = useDeleteRecurring(coachId);
  const [deleting, setDeleting] = useState(false);
  const name = payee || category;
  const onPause = () =>
    void pause.mutateAsync({ recurringId: id, paused: !paused }).then(
      () => toast.success(paused ? 'Resumed' : 'Paused', name),
      (error: unknown) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')),
    );
  return (
    <>
      <LateMenu
        position="bottom-end"
        withinPortal={false}
        target={(button) => <IconButton {...button} label={`Actions for ${name}`} icon={IconDots} />}
      >
        {(Menu) => (
          <>
            <Menu.Item onClick={() => onEdit(recurring)}>Edit from the next date on</Menu.Item>
            <Menu.Item onClick={onPause}>{paused ? 'Resume' : 'Pause'}</Menu.Item>
            <Menu.Item onClick={() => setDeleting(true)}>Delete</Menu.Item>
          </>
        )}
      </LateMenu>
      {deleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel="Delete recurring expense"
          cancelLabel="Keep it"
          action={remove}
          onConfirm={() =>
            void remove.mutateAsync(id).then(
              () => toast.success('Recurring expense deleted', name),
              () => undefined,
            )
          }
          onClose={() => setDeleting(false)}
        >
          It is no longer added to your books. The expenses that it added so far stay.
        </ConfirmDialog>
      )}
    </>
  );
}
