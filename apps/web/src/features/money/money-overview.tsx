import { Button, Group, Stack } from '@mantine/core';
import type { InvoiceSummary, MoneyOverview as Overview } from '@stridewell/contract/money/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { countLabel, dayText, money } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import { moneyQuery } from './money.queries.ts';
import { amountsText } from './money.wording.ts';
import { PaymentTable } from './payment-table.tsx';

const PaymentForm = late(async () => (await import('./payment-form.tsx')).PaymentForm);

type MoneyOverviewProps = { coachId: string; whenNone: ReactNode };

/** The books of this month, what clients owe, drafts to send and payments that failed. */
export function MoneyOverview({ coachId, whenNone }: MoneyOverviewProps) {
  const [paying, setPaying] = useState<InvoiceSummary | null>(null);
  return (
    <QueryBoundary query={useQuery(moneyQuery(coachId))} failed="Your invoices could not be loaded" skeleton={420}>
      {({ today, currency, month, owed, overdue, open, drafts, failed, totals }) =>
        open.length + drafts.length + failed.length === 0 ? (
          <Stack gap="lg">
            <ThisMonth coachId={coachId} month={month} currency={currency} />
            {whenNone}
          </Stack>
        ) : (
          <Stack gap="lg">
            <ThisMonth coachId={coachId} month={month} currency={currency} />
            <Group gap={40}>
              <StatTile
                label="Owed to you"
                value={amountsText(owed) || money(0, currency)}
                note={`On ${countLabel(totals.open, 'open invoice')}`}
              />
              <StatTile
                label="Overdue"
                value={amountsText(overdue) || money(0, currency)}
                note={owed.length > 0 ? `Of ${amountsText(owed)} owed` : 'No balance due'}
              />
            </Group>
            {failed.length > 0 && (
              <SectionCard title="Failed payments">
                <Muted mb="xs">The payment didn't go through. Your client was notified and can pay again.</Muted>
                <PaymentTable coachId={coachId} payments={failed} today={today} />
              </SectionCard>
            )}
            {drafts.length > 0 && (
              <SectionCard title="Drafts to send">
                <InvoiceTable coachId={coachId} invoices={drafts} today={today} />
              </SectionCard>
            )}
            <SectionCard title="Open invoices">
              {open.length === 0 ? (
                <Muted>Every invoice is paid.</Muted>
              ) : (
                <InvoiceTable
                  owed
                  coachId={coachId}
                  invoices={open}
                  today={today}
                  action={(invoice) => (
                    <Button
                      visibleFrom="sm"
                      size="compact-sm"
                      variant="light"
                      aria-label={`Record payment of ${invoice.label}`}
                      onClick={() => setPaying(invoice)}
                    >
                      Record payment
                    </Button>
                  )}
                />
              )}
              {totals.open > open.length && <Muted mt="sm">{`The oldest ${open.length} are shown.`}</Muted>}
            </SectionCard>
            {paying && (
              <PaymentForm
                coachId={coachId}
                today={today}
                currency={currency}
                invoice={paying}
                onClose={() => setPaying(null)}
              />
            )}
          </Stack>
        )
      }
    </QueryBoundary>
  );
}

type ThisMonthProps = { coachId: string; month: Overview['month']; currency: string };

function ThisMonth({ coachId, month: { from, revenueCents, expensesCents }, currency }: ThisMonthProps) {
  const since = `Since ${dayText(from, { month: 'short', day: 'numeric' })}`;
  return (
    <SectionCard
      title="This month"
      aside={
        <Button component={Link} to={`/coach/${coachId}/expenses`} variant="light" size="compact-md">
          View expenses
        </Button>
      }
    >
      <Group gap={40}>
        <StatTile label="Revenue" value={money(revenueCents, currency)} note={since} />
        <StatTile label="Expenses" value={money(expensesCents, currency)} note={since} />
        <StatTile label="Profit" value={money(revenueCents - expensesCents, currency)} note="Revenue minus expenses" />
      </Group>
    </SectionCard>
  );
}

/** The first screen, before there is any invoice. */
export const NoInvoices = ({ action }: { action: ReactNode }) => (
  <EmptyState title="No open invoices" action={action}>
    Invoices that wait for a payment, drafts and failed payments appear here. Add a package, and give a client a
    subscription or write an invoice.
  </EmptyState>
);
