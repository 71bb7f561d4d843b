import { Anchor, Menu, Stack, Table, TextInput, VisuallyHidden } from '@mantine/core';
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
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useEndSubscription, usePauseSubscription } from './money.queries.ts';
import { priceText, subscriptionText } from './money.wording.ts';
import { HistoryDialog } from './money-history.tsx';
import classes from './money-table.module.css';
import { PriceForm } from './subscription-form.tsx';

type SubscriptionTableProps = { coachId: string; subscriptions: readonly ClientSubscription[]; today: string };

/** Subscriptions of clients with price and status. */
export function SubscriptionTable({ coachId, subscriptions, today }: SubscriptionTableProps) {
  return (
    <Table highlightOnHover className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Client</Table.Th>
          <Table.Th className={classes.extra}>Subscription</Table.Th>
          <Table.Th className={classes.extra}>Status</Table.Th>
          <Table.Th className={classes.figure}>Price</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {subscriptions.map((subscription) => {
          const { id, clientId, clientName, name, status } = subscription;
          const place = subscriptionText(subscription, today);
          return (
            <Table.Tr key={id} {...(status === 'ended' && { c: 'dimmed' })}>
              <Table.Td>
                <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} c="inherit" fw={600}>
                  {clientName}
                </Anchor>
                <Muted className={classes.narrow}>{`${name}. ${place}`}</Muted>
              </Table.Td>
              <Table.Td className={classes.extra}>{name}</Table.Td>
              <Table.Td className={classes.extra}>{place}</Table.Td>
              <Table.Td className={classes.figure}>{priceText(subscription)}</Table.Td>
              <Table.Td className={classes.actions}>
                <SubscriptionMenu coachId={coachId} subscription={subscription} today={today} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

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
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton size={32} label={`Actions for the subscription of ${clientName}`} icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
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
          <Menu.Item leftSection={<IconHistory size={18} stroke={1.75} aria-hidden />} onClick={() => setLooking(true)}>
            History
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
