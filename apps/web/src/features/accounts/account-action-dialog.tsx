import { Text, Textarea, TextInput } from '@mantine/core';
import type { Account } from '@stridewell/contract/accounts/accounts';
import { MAX_GRACE_DAYS } from '@stridewell/contract/accounts/accounts.rules';
import { PLAN_ORDER, PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import { email, text } from '@stridewell/contract/fields';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { money } from '../../lib/format.ts';
import { rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import {
  planPriceQuery,
  useAskForErasure,
  useAskForExport,
  useChangePlan,
  useEndAccountSessions,
  useExtendGrace,
  useRefundAccount,
  useResetSecondStep,
} from './accounts.queries.ts';
import { ACTION_TEXTS, type AccountAction } from './accounts.wording.ts';
import { initialPlan, PlanChoice } from './plan-choice.tsx';

type AccountActionDialogProps = {
  account: Account;
  action: AccountAction;
  onClose: () => void;
  /** The session now shows what the coach sees. */
  onView: () => Promise<unknown>;
};

/** Carries out what an operator does for an account, with the reason that the person reads. */
export function AccountActionDialog({ account, action, onClose, onView }: AccountActionDialogProps) {
  const carryOut = useAction(account, onView);
  const { label, hint } = ACTION_TEXTS[action];
  const schema = z.object({
    reason: text(1000).min(1, 'Enter a reason'),
    days: z
      .int('Please enter a number of days')
      .min(1)
      .max(MAX_GRACE_DAYS, `Please enter at most ${MAX_GRACE_DAYS} days`),
    email,
    plan: z.enum(PLAN_ORDER),
  });
  const form = useSchemaForm(schema, {
    initialValues: { reason: '', days: 7, email: action === 'erase' ? '' : account.email, plan: initialPlan(account) },
    submit: (values) => carryOut(action, values),
    onDone: onClose,
  });
  return (
    <FormDialog title={`${label}: ${account.fullName}`} form={form} submitLabel={label} onClose={onClose}>
      <Text c="dimmed">{hint}</Text>
      {action === 'grace' && (
        <NumberInput
          label="Days from now"
          min={1}
          max={MAX_GRACE_DAYS}
          allowDecimal={false}
          {...form.getInputProps('days')}
        />
      )}
      {action === 'plan' && (
        <PlanChoice account={account} plan={form.values.plan} inputProps={form.getInputProps('plan')} />
      )}
      {action === 'erase' && (
        <TextInput label="Email of the account" autoComplete="off" {...form.getInputProps('email')} />
      )}
      <Textarea label="Reason" autosize minRows={3} maxRows={10} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

type Values = { reason: string; days: number; plan: Plan; email: string };

function useAction({ userId, fullName, subscription, plan: from }: Account, onView: () => Promise<unknown>) {
  const queryClient = useQueryClient();
  const resetSecondStep = useResetSecondStep();
  const endSessions = useEndAccountSessions();
  const changePlan = useChangePlan();
  const extendGrace = useExtendGrace();
  const refund = useRefundAccount();
  const askForExport = useAskForExport();
  const askForErasure = useAskForErasure();
  return async (action: AccountAction, { reason, days, plan, email: typed }: Values): Promise<void> => {
    switch (action) {
      case 'view':
        await rpc.accounts.startViewing({ userId, reason });
        await onView();
        return;
      case 'second_step':
        await resetSecondStep.mutateAsync({ userId, reason });
        toast.success(`Two-factor sign-in is off for ${fullName}`);
        return;
      case 'sessions':
        await endSessions.mutateAsync({ userId, reason });
        toast.success(`${fullName} is signed out everywhere`);
        return;
      case 'plan': {
        const shown = subscription && plan !== 'base' ? planPriceQuery(userId, plan).queryKey : undefined;
        const price = shown && queryClient.getQueryData(shown);
        await changePlan
          .mutateAsync({ userId, reason, plan, from: from ?? 'base', ...(price && { price }) })
          .catch(async (problem: unknown) => {
            // The price may be another one by now.
            if (shown) await queryClient.invalidateQueries({ queryKey: shown });
            throw problem;
          });
        toast.success(`${fullName} is now on ${PLANS[plan].label}`);
        return;
      }
      case 'grace':
        await extendGrace.mutateAsync({ userId, reason, days, graceUntil: subscription?.graceUntil ?? null });
        toast.success(`Grace extended for ${fullName}`);
        return;
      case 'refund': {
        const { refundedCents } = await refund.mutateAsync({ userId, reason });
        toast.success(`${money(refundedCents)} refunded to ${fullName}`);
        return;
      }
      case 'export':
        await askForExport.mutateAsync({ userId, reason });
        toast.success(`A copy for ${fullName} is being prepared`);
        return;
      case 'erase':
        await askForErasure.mutateAsync({ userId, reason, email: typed });
        toast.success(`${fullName} will be deleted`);
    }
  };
}
