import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { late } from '../../ui/late.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import { invoicesQuery, paymentsFileUrl, paymentsQuery, subscriptionsQuery } from './money.queries.ts';
import { PaymentTable } from './payment-table.tsx';
import { SubscriptionTable } from './subscription-list.tsx';

const SubscriptionForm = late(async () => (await import('./subscription-form.tsx')).SubscriptionForm);

type ListProps = { coachId: string; today: string };

/** All invoices, newest first. */
export function InvoiceList({ coachId, today }: ListProps) {
  const query = useInfiniteQuery(invoicesQuery(coachId));
  return (
    <QueryBoundary query={query} failed="Your invoices could not be loaded" skeleton={420}>
      {({ pages }) => {
        const invoices = pages.flatMap((page) => page.invoices);
        if (invoices.length === 0) {
          return (
            <EmptyState title="Your invoices will appear here">
              Write one, or add a client subscription that sends them automatically.
            </EmptyState>
          );
        }
        return (
          <SectionCard title="Invoices">
            <InvoiceTable coachId={coachId} invoices={invoices} today={today} />
            <LoadMore query={query} label="Show older" failed="Older invoices could not be loaded" />
          </SectionCard>
        );
      }}
    </QueryBoundary>
  );
}

/** All payments, the latest recorded first. */
export function PaymentList({ coachId, today }: ListProps) {
  const query = useInfiniteQuery(paymentsQuery(coachId));
  return (
    <QueryBoundary query={query} failed="Your payments could not be loaded" skeleton={420}>
      {({ pages }) => {
        const payments = pages.flatMap((page) => page.payments);
        if (payments.length === 0) {
          return (
            <EmptyState title="Your payments will appear here">
              Record what clients pay in cash, by bank transfer or at a card terminal.
            </EmptyState>
          );
        }
        return (
          <SectionCard
            title="Payments"
            aside={
              <Button
                component="a"
                href={paymentsFileUrl(coachId)}
                download
                variant="default"
                size="sm"
                leftSection={<IconDownload size={18} stroke={1.75} />}
              >
                Download CSV
              </Button>
            }
          >
            <PaymentTable coachId={coachId} payments={payments} today={today} />
            <LoadMore query={query} label="Show older" failed="Older payments could not be loaded" />
          </SectionCard>
        );
      }}
    </QueryBoundary>
  );
}

/** Subscriptions of all clients. */
export function SubscriptionList({ coachId, currency }: { coachId: string; currency: string }) {
  const [adding, setAdding] = useState(false);
  const query = useQuery(subscriptionsQuery(coachId));
  const add = (
    <Button variant="light" leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      Add subscription
    </Button>
  );
  return (
    <QueryBoundary query={query} failed="The subscriptions could not be loaded" skeleton={420}>
      {({ subscriptions, today }) => (
        <>
          {subscriptions.length === 0 ? (
            <EmptyState title="Client subscriptions will appear here" action={add}>
              A subscription sends an invoice at the start of each period.
            </EmptyState>
          ) : (
            <SectionCard title="Subscriptions" aside={add}>
              <SubscriptionTable coachId={coachId} subscriptions={subscriptions} today={today} />
            </SectionCard>
          )}
          {adding && (
            <SubscriptionForm coachId={coachId} today={today} currency={currency} onClose={() => setAdding(false)} />
          )}
        </>
      )}
    </QueryBoundary>
  );
}
