import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type PaidPlan, PLANS } from '@stridewell/contract/billing.rules';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LoadingSpinner } from '../../components/loading-spinner.tsx';
import { money } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { billingMessage, overCapWords } from './billing.messages.ts';
import { planChangeQuery, useChangePlan } from './billing.queries.ts';
import { PLAN_WORDS } from './billing.wording.ts';
import classes from './checkout.module.css';

type ChangePlanDialogProps = { opened: boolean; to: PaidPlan; onClose: () => void; onChanged: () => void };

/** Another paid plan, what it would cost and what it would mean. */
export function ChangePlanDialog({ opened, to, onClose, onChanged }: ChangePlanDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Change to ${PLANS[to].label}`}
      classNames={{ title: classes.title }}
    >
      <PlanChange to={to} onClose={onClose} onChanged={onChanged} />
    </Modal>
  );
}

function PlanChange({ to, onClose, onChanged }: { to: PaidPlan; onClose: () => void; onChanged: () => void }) {
  const preview = useQuery(planChangeQuery(to));
  const change = useChangePlan();
  const { label } = PLANS[to];
  if (preview.isPending) return <LoadingSpinner message="Working out the price..." />;
  if (preview.isError) {
    return (
      <Stack align="flex-start">
        <Alert color="red" role="alert" w="100%" icon={<IconAlertCircle size={18} />}>
          {billingMessage(preview.error, 'We could not work out the price. Nothing has changed.')}
        </Alert>
        <Button loading={preview.isFetching} onClick={() => void preview.refetch()}>
          Try again
        </Button>
      </Stack>
    );
  }
  const { monthlyCents, dueNowCents, overCap, clientCap } = preview.data;
  const confirm = () => {
    if (change.isPending) return;
    change.mutate(to, {
      onSuccess: () => {
        onClose();
        onChanged();
        toast.success(`You are on ${label} now`);
      },
    });
  };
  return (
    <Stack gap="md">
      {change.error && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
          {billingMessage(change.error, 'Your plan was not changed. Please try again.')}
        </Alert>
      )}
      <Text>{PLAN_WORDS[to].audience}</Text>
      <ul className={classes.summary} aria-label="What it costs">
        <li>
          <span>New monthly price</span>
          <span>{money(monthlyCents)}</span>
        </li>
        <li className={classes.total}>
          <span>Due now</span>
          <span>{dueNowCents > 0 ? money(dueNowCents) : 'Nothing'}</span>
        </li>
      </ul>
      {overCap > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} stroke={1.75} />}>
          {overCapWords(overCap, clientCap)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button loading={change.isPending} onClick={confirm}>
          Change to {label}
        </Button>
      </Group>
    </Stack>
  );
}
