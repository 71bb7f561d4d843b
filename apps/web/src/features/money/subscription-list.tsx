import { Anchor } from '@mantine/core';
import type { ClientSubscription } from '@stridewell/contract/money/money';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../../ui/data-table.tsx';
import { priceText, subscriptionText } from './money.wording.ts';
import { SubscriptionMenu } from './subscription-menu.tsx';

type SubscriptionTableProps = { coachId: string; subscriptions: readonly ClientSubscription[]; today: string };

/** Subscriptions of clients with price and status. */
export const SubscriptionTable = ({ coachId, subscriptions, today }: SubscriptionTableProps) => (
  <DataTable
    highlightOnHover
    label="Subscriptions"
    columns={[
      {
        header: 'Client',
        long: true,
        cell: ({ clientId, clientName }) => (
          <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} c="inherit" fw={600}>
            {clientName}
          </Anchor>
        ),
      },
      { header: 'Subscription', long: true, from: 'sm', cell: ({ name }) => name },
      { header: 'Status', from: 'sm', cell: (subscription) => subscriptionText(subscription, today) },
      { header: 'Price', figure: true, cell: priceText },
    ]}
    rows={subscriptions}
    keyOf={({ id }) => id}
    isFaint={({ status }) => status === 'ended'}
    phoneLine={(subscription) => `${subscription.name}. ${subscriptionText(subscription, today)}`}
    actions={(subscription) => <SubscriptionMenu coachId={coachId} subscription={subscription} today={today} />}
  />
);
