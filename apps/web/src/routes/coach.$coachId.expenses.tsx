import { Button, Group, Stack } from '@mantine/core';
import type { Expense } from '@stridewell/contract/expenses/expenses';
import { dayInZone } from '@stridewell/contract/time';
import { IconDots, IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { ExpenseList } from '../features/expenses/expense-list.tsx';
import { expensesFileUrl, expensesQuery } from '../features/expenses/expenses.queries.ts';
import { type ExpensesSearch, readExpensesSearch } from '../features/expenses/expenses.search.ts';
import { ExpensesToolbar } from '../features/expenses/expenses-toolbar.tsx';
import { RecurringList } from '../features/expenses/recurring-list.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { unread } from '../lib/unread-search.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { late } from '../ui/late.tsx';
import { LateMenu } from '../ui/late-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const ExpenseForm = late(async () => (await import('../features/expenses/expense-form.tsx')).ExpenseForm);

const ExpenseImport = lazy(() => import('../features/expenses/expense-import.tsx'));

type Needed = PlanFeatureOf<'expenses.listExpenses'>;

export const Route = createFileRoute('/coach/$coachId/expenses')({
  validateSearch: unread<ExpensesSearch>,
  beforeLoad: (visit) => requireCoach(visit),
  component: ExpensesPage,
});

const PAGE = { title: 'The expenses page', what: 'What your business costs, with receipts.' };

function ExpensesPage() {
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'advanced_ai' satisfies Needed} page={PAGE}>
      <Expenses />
    </FeatureGate>
  );
}

function Expenses() {
  const { coachId } = Route.useParams();
  // Parsed again: the router also passes on unknown parameters.
  const search = readExpensesSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const [edited, setEdited] = useState<Expense | 'new' | null>(null);
  const [importing, setImporting] = useState(false);
  const today = dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC');
  const { data } = useInfiniteQuery(expensesQuery(coachId, search));
  const currency = data?.pages[0]?.currency ?? 'USD';
  const show = (wanted: Record<string, unknown>) =>
    void navigate({ search: readExpensesSearch(wanted), replace: true, resetScroll: false });
  const whenNone = (
    <EmptyState
      title="Your expenses will appear here"
      action={
        <Button variant="light" onClick={() => setEdited('new')}>
          Add your first expense
        </Button>
      }
    >
      Add what your business costs, so that profit and margin are right.
    </EmptyState>
  );
  return (
    <Stack gap="lg">
      <PageHeader
        title="Expenses"
        lead="What your business costs, with its receipts."
        actions={
          <Group gap="xs">
            <Button component={Link} to={`/coach/${coachId}/business-metrics/expenses`} variant="default">
              Analytics
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
              New expense
            </Button>
            <LateMenu
              position="bottom-end"
              withinPortal={false}
              target={(button) => <IconButton {...button} label="More about expenses" icon={IconDots} />}
            >
              {(Menu) => (
                <>
                  <Menu.Item
                    leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
                    onClick={() => setImporting(true)}
                  >
                    Import from your bank
                  </Menu.Item>
                  <Menu.Item
                    component="a"
                    href={expensesFileUrl(coachId, search)}
                    download
                    leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
                  >
                    Download as CSV
                  </Menu.Item>
                </>
              )}
            </LateMenu>
          </Group>
        }
      />
      <ExpensesToolbar coachId={coachId} search={search} onSearch={show} />
      {search.view === 'recurring' ? (
        <RecurringList coachId={coachId} />
      ) : (
        <ExpenseList coachId={coachId} search={search} whenNone={whenNone} onEdit={setEdited} />
      )}
      {importing && (
        <Suspense fallback={null}>
          <ExpenseImport coachId={coachId} currency={currency} today={today} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {edited && (
        <ExpenseForm
          coachId={coachId}
          expense={edited === 'new' ? null : edited}
          currency={currency}
          today={today}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  );
}
