import { NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import type { Account } from '@stridewell/contract/accounts/accounts';
import { ERASURE_PAUSE_HOURS, MAX_GRACE_DAYS, VIEW_MINUTES } from '@stridewell/contract/accounts/accounts.rules';
import { PLAN_ORDER, PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import { email, text } from '@stridewell/contract/fields';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { money } from '../../lib/format.ts';
import { rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
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
import { initialPlan, PlanChoice } from './plan-choice.tsx';

export type AccountAction = 'view' | 'second_step' | 'sessions' | 'plan' | 'grace' | 'refund' | 'export' | 'erase';

type ActionText = { label: string; hint: string };

export const ACTION_TEXTS: Record<AccountAction, ActionText> = {
  view: {
    label: 'View as coach',
    hint: `You see the product as this coach does for ${VIEW_MINUTES} minutes, read-only. The calendar, pipeline and money show no names, and texts that people wrote are hidden. Clients, check-ins, messages, performance and files stay hidden. The coach sees the visit and your reason under Activity.`,
  },
  second_step: {
    label: 'Reset two-factor sign-in',
    hint: 'Turns off two-factor sign-in and signs the person out everywhere. Confirm their identity first. They get an email with your reason.',
  },
  sessions: {
    label: 'Sign out everywhere',
    hint: 'Signs the person out on all devices. They get an email with your reason.',
  },
  plan: {
    label: 'Change plan',
    hint: 'The coach gets an email with your reason.',
  },
  grace: {
    label: 'Extend grace',
    hint: 'The coach keeps the plan for this many days from now while payments fail. They get an email with your reason.',
  },
  refund: {
    label: 'Refund payments',
    hint: 'Refunds all payments of the subscription and ends it. The coach gets an email with your reason.',
  },
  export: {
    label: 'Prepare data copy',
    hint: 'Prepares a copy of their data for someone who asked for it. Only they can download it. They get an email with your reason now, and another when it is ready.',
  },
  erase: {
    label: 'Delete account',
    hint: `The account is deleted in ${ERASURE_PAUSE_HOURS} hours at the request of the person. You can cancel until then. They get an email with your reason.`,
  },
};

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
