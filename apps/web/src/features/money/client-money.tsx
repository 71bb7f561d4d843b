import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { InvoiceSummary } from '@stridewell/contract/money/money';
import { relativeDayLabel } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { money } from '../../lib/format.ts';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { clientMoneyQuery } from './money.queries.ts';
import { amountsText, invoiceText, priceText, subscriptionText } from './money.wording.ts';
import { SubscriptionMenu } from './subscription-menu.tsx';

const PaymentForm = late(async () => (await import('./payment-form.tsx')).PaymentForm);
const SubscriptionForm = late(async () => (await import('./subscription-form.tsx')).SubscriptionForm);

/** The invoice that a payment is for, where there is no choice. */
const onlyOf = ([invoice, ...others]: readonly InvoiceSummary[]) => (invoice && others.length === 0 ? { invoice } : {});

type ClientMoneyProps = { coachId: string; clientId: string; current: boolean };

/** Subscription, open amount and last payment of a client. `current`: the coaching has not ended. */
export function ClientMoney({ coachId, clientId, current }: ClientMoneyProps) {
  const [adding, setAdding] = useState<'payment' | 'subscription' | null>(null);
  const close = () => setAdding(null);
  return (
    <SectionCard title="Money">
      <QueryBoundary
        query={useQuery(clientMoneyQuery(coachId, clientId))}
        failed="The payments could not be loaded"
        skeleton={96}
      >
        {({ subscriptions, owed, open, lastPayment, today, currency }) => (
          <Stack gap="sm">
            {subscriptions
              .filter(({ status }) => status !== 'ended')
              .map((subscription) => (
                <Group key={subscription.id} justify="space-between" wrap="nowrap">
                  <div>
                    <Text>{`${subscription.name}, ${priceText(subscription)}`}</Text>
                    <Muted>{subscriptionText(subscription, today)}</Muted>
                  </div>
                  <SubscriptionMenu coachId={coachId} subscription={subscription} today={today} />
                </Group>
              ))}
            <Text>{owed.length > 0 ? `Balance due ${amountsText(owed)}` : 'No balance due'}</Text>
            {open.map((invoice) => (
              <Muted key={invoice.id}>
                <Anchor inherit component={Link} to={`/coach/${coachId}/money/${invoice.id}`}>
                  {invoice.label}
                </Anchor>
                {`, ${invoiceText(invoice, today)}`}
              </Muted>
            ))}
            <Muted>
              {lastPayment
                ? `Last payment ${money(lastPayment.amountCents, lastPayment.currency)}, ${relativeDayLabel(lastPayment.paidOn, today)}`
                : 'No payment yet'}
            </Muted>
            <Group gap="xs">
              <Button size="compact-sm" variant="light" onClick={() => setAdding('payment')}>
                Record payment
              </Button>
              {current && (
                <Button size="compact-sm" variant="default" onClick={() => setAdding('subscription')}>
                  Add subscription
                </Button>
              )}
            </Group>
            {adding === 'payment' && (
              <PaymentForm
                coachId={coachId}
                clientId={clientId}
                today={today}
                currency={currency}
                {...onlyOf(open)}
                onClose={close}
              />
            )}
            {adding === 'subscription' && (
              <SubscriptionForm
                coachId={coachId}
                clientId={clientId}
                today={today}
                currency={currency}
                onClose={close}
              />
            )}
          </Stack>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}
