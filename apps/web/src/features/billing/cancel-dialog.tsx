import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Subscription } from '@stridewell/contract/billing';
import { PLANS } from '@stridewell/contract/billing.rules';
import { IconAlertCircle } from '@tabler/icons-react';
import { toast } from '../../lib/toasts.ts';
import { billingMessage, dayWords, overCapWords } from './billing.messages.ts';
import { useCancelSubscription } from './billing.queries.ts';
import classes from './checkout.module.css';

type CancelDialogProps = {
  opened: boolean;
  subscription: Subscription;
  timeZone: string;
  onClose: () => void;
  onChanged: () => void;
};

/** Says what ends and what stays before it is done. */
export function CancelDialog({ opened, subscription, timeZone, onClose, onChanged }: CancelDialogProps) {
  const { label } = PLANS[subscription.plan];
  const until = dayWords(subscription.currentPeriodEnd, timeZone);
  const overCap = subscription.clients - PLANS.base.clientCap;
  const cancel = useCancelSubscription();
  const close = () => {
    cancel.reset();
    onClose();
  };
  const confirm = () => {
    if (cancel.isPending) return;
    cancel.mutate(undefined, {
      onSuccess: () => {
        close();
        onChanged();
        toast.success('Subscription canceled', `${label} stays yours until ${until}.`);
      },
    });
  };
  return (
    <Modal opened={opened} onClose={close} title={`Cancel ${label}?`} classNames={{ title: classes.title }}>
      <Stack gap="md">
        {cancel.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {billingMessage(cancel.error, 'Your subscription was not canceled. Please try again.')}
          </Alert>
        )}
        <Text>
          You keep everything until {until}, and nothing more is charged. After that you are on {PLANS.base.label}. You
          can change your mind at any time before.
        </Text>
        {overCap > 0 && <Text>{overCapWords(overCap, PLANS.base.clientCap)}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Keep {label}
          </Button>
          <Button color="red" loading={cancel.isPending} onClick={confirm}>
            Cancel subscription
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
