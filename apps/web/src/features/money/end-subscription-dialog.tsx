import { Stack, TextInput } from '@mantine/core';
import type { ClientSubscription } from '@stridewell/contract/money/money';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useEndSubscription } from './money.queries.ts';

type EndSubscriptionProps = { coachId: string; subscription: ClientSubscription; today: string; onClose: () => void };

export function EndSubscriptionDialog({ coachId, subscription, today, onClose }: EndSubscriptionProps) {
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
