import type { ListedAccount } from '@stridewell/contract/accounts/accounts';
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
