import type { ListedAccount } from '@stridewell/contract/accounts/accounts';
import { ERASURE_PAUSE_HOURS, VIEW_MINUTES } from '@stridewell/contract/accounts/accounts.rules';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import type { CoachStatus } from '@stridewell/contract/people.rules';
import type { ExportStatus } from '@stridewell/contract/privacy/privacy.rules';
import { longDate } from '../../lib/format.ts';

/** Statuses of coaches as the console names them. */
export const STATUS_LABELS: Record<CoachStatus, string> = {
  pending: 'Waiting',
  approved: 'Approved',
  active: 'Active',
  inactive: 'Inactive',
  rejected: 'Rejected',
  suspended: 'Suspended',
};

/** How the copy of a person's data stands, for operators. */
export const EXPORT_LABELS: Record<ExportStatus, string> = {
  waiting: 'Being prepared',
  ready: 'Ready to download',
  failed: 'Failed',
  expired: 'Expired',
};

/** Kind of an account, like `Coach Pro` or `Client`. */
export function kindText({ role, plan }: Pick<ListedAccount, 'role' | 'plan'>): string {
  if (plan) return PLANS[plan].label;
  if (role === 'Operator') return 'Operator';
  return role === 'Client' ? 'Client' : 'No role';
}

/** Unusual facts about an account, the most serious first; empty for most accounts. */
export function exceptionsOf(account: ListedAccount, timeZone: string): string[] {
  const { coachStatus, emailVerified, graceUntil, subscriptionStatus } = account;
  return [
    ...(coachStatus && coachStatus !== 'active' ? [STATUS_LABELS[coachStatus]] : []),
    ...(graceUntil
      ? [`Payment failed, grace until ${longDate(graceUntil, timeZone)}`]
      : subscriptionStatus === 'active'
        ? []
        : [`Subscription ${subscriptionStatus.replaceAll('_', ' ')}`]),
    ...(emailVerified ? [] : ['Email not verified']),
  ];
}

const COACHING_LABELS: Record<string, string> = {
  invited: 'Invited',
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
  ended: 'Ended',
  declined: 'Declined',
};

export const coachingLabel = (status: string): string => COACHING_LABELS[status] ?? status;

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
