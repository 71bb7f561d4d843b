import { Text } from '@mantine/core';
import type { Subscription } from '@stridewell/contract/billing/billing';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { billingMessage, dayWords, overCapWords } from './billing.messages.ts';
import { useCancelSubscription } from './billing.queries.ts';

type CancelDialogProps = {
  opened: boolean;
  subscription: Subscription;
  timeZone: string;
  onClose: () => void;
  onChanged: () => void;
};

export function CancelDialog({ opened, subscription, timeZone, onClose, onChanged }: CancelDialogProps) {
  const { label } = PLANS[subscription.plan];
  const until = dayWords(subscription.currentPeriodEnd, timeZone);
  const overCap = subscription.clients - PLANS.base.clientCap;
  const cancel = useCancelSubscription();
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        onClose();
        onChanged();
        toast.success('Subscription canceled', `${label} stays yours until ${until}.`);
      },
    });
  return (
    <ConfirmDialog
      opened={opened}
      title={`Cancel ${label}?`}
      confirmLabel="Cancel subscription"
      cancelLabel={`Keep ${label}`}
      action={cancel}
      fallback={billingMessage(cancel.error, 'Your subscription was not canceled. Please try again.')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        You keep everything until {until}, and nothing more is charged. After that you are on {PLANS.base.label}. You
        can change your mind at any time before.
      </Text>
      {overCap > 0 && <Text>{overCapWords(overCap, PLANS.base.clientCap)}</Text>}
    </ConfirmDialog>
  );
}
