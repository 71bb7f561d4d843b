import { Button, Stack, Text } from '@mantine/core';
import { type PaidPlan, PLANS } from '@stridewell/contract/billing/billing.rules';
import { useQuery } from '@tanstack/react-query';
import { money } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { LoadingSpinner } from '../../ui/loading-spinner.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { billingMessage, overCapWords } from './billing.messages.ts';
import { planChangeQuery, useChangePlan } from './billing.queries.ts';
import { PLAN_WORDS } from './billing.wording.ts';
import { PriceLines } from './price-lines.tsx';

type ChangePlanDialogProps = { opened: boolean; to: PaidPlan; onClose: () => void; onChanged: () => void };

/** Shows what another paid plan costs and changes, and asks for confirmation. */
export const ChangePlanDialog = ({ opened, ...change }: ChangePlanDialogProps) => (
  <Dialog opened={opened} onClose={change.onClose} title={`Change to ${PLANS[change.to].label}`}>
    <PlanChange {...change} />
  </Dialog>
);

function PlanChange({ to, onClose, onChanged }: Omit<ChangePlanDialogProps, 'opened'>) {
  const preview = useQuery(planChangeQuery(to));
  const change = useChangePlan();
  const { label } = PLANS[to];
  if (preview.isPending) return <LoadingSpinner message="Calculating the price..." />;
  if (preview.isError) {
    return (
      <Stack align="flex-start">
        <ProblemAlert
          w="100%"
          text={billingMessage(preview.error, 'We could not calculate the price. Nothing has changed.')}
        />
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
      <ProblemAlert
        error={change.error}
        fallback={billingMessage(change.error, 'Your plan was not changed. Please try again.')}
      />
      <Text>{PLAN_WORDS[to].audience}</Text>
      <PriceLines
        label="What it costs"
        lines={[{ label: 'New monthly price', amount: money(monthlyCents) }]}
        total={{ label: 'Due now', amount: dueNowCents > 0 ? money(dueNowCents) : 'Nothing' }}
      />
      {overCap > 0 && <Notice tone="warning">{overCapWords(overCap, clientCap)}</Notice>}
      <DialogActions
        cancelLabel="Not now"
        onCancel={onClose}
        label={`Change to ${label}`}
        onConfirm={confirm}
        busy={change.isPending}
      />
    </Stack>
  );
}
