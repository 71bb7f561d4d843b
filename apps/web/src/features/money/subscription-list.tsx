import { Anchor, Stack, TextInput } from '@mantine/core';
import type { ClientSubscription } from '@stridewell/contract/money/money';
import {
  IconDots,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useEndSubscription, usePauseSubscription } from './money.queries.ts';
import { priceText, subscriptionText } from './money.wording.ts';
import { HistoryDialog } from './money-history.tsx';

const PriceForm = late(async () => (await import('./subscription-form.tsx')).PriceForm);

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

type SubscriptionProps = { coachId: string; subscription: ClientSubscription; today: string };

/** Actions on a subscription. An ended one keeps its history. */
export function SubscriptionMenu({ coachId, subscription, today }: SubscriptionProps) {
  const pause = usePauseSubscription(coachId);
  const [changing, setChanging] = useState(false);
  const [ending, setEnding] = useState(false);
  const [looking, setLooking] = useState(false);
  const { id: subscriptionId, clientName, status } = subscription;
  const isPaused = status === 'paused';
  const toggle = () =>
    void pause.mutateAsync({ subscriptionId, paused: !isPaused }).then(
      (changed) =>
        toast.success(isPaused ? 'Subscription resumed' : 'Subscription paused', subscriptionText(changed, today)),
      (error: unknown) => toast.error('Nothing was changed', messageOf(error, 'Check your connection and try again.')),
    );
  const PauseIcon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <LateMenu
        position="bottom-end"
        target={(button) => (
          <IconButton {...button} size={32} label={`Actions for the subscription of ${clientName}`} icon={IconDots} />
        )}
      >
        {(Menu) => (
          <>
            {status !== 'ended' && (
              <>
                <Menu.Item
                  leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
                  onClick={() => setChanging(true)}
                >
                  Change price
                </Menu.Item>
                <Menu.Item leftSection={<PauseIcon size={18} stroke={1.75} aria-hidden />} onClick={toggle}>
                  {isPaused ? 'Resume' : 'Pause'}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconPlayerStop size={18} stroke={1.75} aria-hidden />}
                  onClick={() => setEnding(true)}
                >
                  End
                </Menu.Item>
              </>
            )}
            <Menu.Item
              leftSection={<IconHistory size={18} stroke={1.75} aria-hidden />}
              onClick={() => setLooking(true)}
            >
              History
            </Menu.Item>
          </>
        )}
      </LateMenu>
      {changing && <PriceForm coachId={coachId} subscription={subscription} onClose={() => setChanging(false)} />}
      {looking && (
        <HistoryDialog
          title={`Subscription of ${clientName}`}
          coachId={coachId}
          subjectId={subscriptionId}
          onClose={() => setLooking(false)}
        />
      )}
      {ending && (
        <EndDialog coachId={coachId} subscription={subscription} today={today} onClose={() => setEnding(false)} />
      )}
    </>
  );
}

function EndDialog({ coachId, subscription, today, onClose }: SubscriptionProps & { onClose: () => void }) {
  const end = useEndSubscription(coachId);
  const { id: subscriptionId, clientName } = subscription;
  const [endsOn, setEndsOn] = useState(today);
  return (
    <ConfirmDialog
      title={`End the subscription of ${clientName}?`}
      confirmLabel="End subscription"
      cancelLabel="Keep subscription"
      action={end}
      fallback="The subscription was not ended. Please try again."
      disabled={endsOn === ''}
      onConfirm={() => {
        void end.mutateAsync({ subscriptionId, endsOn }).then(onClose, () => undefined);
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label="Ends on"
          type="date"
          min={today}
          value={endsOn}
          onChange={({ currentTarget: { value } }) => setEndsOn(value)}
        />
        <Muted>No invoice is sent for periods that start on this date or later. Open invoices stay open.</Muted>
      </Stack>
    </ConfirmDialog>
  );
}
