import { PLANS } from '@stridewell/contract/billing/billing.rules';
import { MRR_MOVEMENTS } from '@stridewell/contract/money/money.mrr.rules';
import type {
  OpenDispute,
  OperatorOverview,
  PlatformFigures,
  ReviewedCoach,
} from '@stridewell/contract/operator/operator';
import type { CoachDecision } from '@stridewell/contract/operator/operator.rules';
import type { CoachStatus } from '@stridewell/contract/people.rules';
import { countLabel, longDate, money, numberText } from '../../lib/format.ts';

/** Statuses of coaches as the console names them, in the order of its filter. */
export const STATUS_LABELS: Record<CoachStatus, string> = {
  pending: 'Waiting',
  approved: 'Approved',
  active: 'Active',
  inactive: 'Inactive',
  rejected: 'Rejected',
  suspended: 'Suspended',
};

type DecisionText = {
  /** The button that opens the dialog, and the one that carries the decision out. */
  label: string;
  /** The entry in the history. */
  done: string;
  /** Preview of the text for the coach. */
  hint: string;
};

export const DECISION_TEXTS: Record<CoachDecision, DecisionText> = {
  approve: {
    label: 'Approve coach',
    done: 'Approved',
    hint: 'The coach gets an email and can start after the next sign-in.',
  },
  reject: { label: 'Reject coach', done: 'Rejected', hint: 'The coach gets an email with your reason.' },
  ask: {
    label: 'Ask a question',
    done: 'Asked',
    hint: 'The coach gets an email with your question and stays in the list.',
  },
  suspend: {
    label: 'Suspend coach',
    done: 'Suspended',
    hint: 'The coach gets an email with your reason and loses access right away. No data is deleted.',
  },
  reinstate: {
    label: 'Reinstate coach',
    done: 'Reinstated',
    hint: 'The coach gets an email and can start after the next sign-in.',
  },
};

/** Facts that an operator should check twice; empty for most coaches. */
export function doubtsOf({ emailVerified, mailDomain, namesakes }: ReviewedCoach): string[] {
  return [
    ...(emailVerified ? [] : ['Email not verified']),
    ...(mailDomain === 'disposable' ? ['Disposable email address'] : []),
    ...(namesakes > 0
      ? [namesakes === 1 ? 'Same name as another coach' : `Same name as ${namesakes} other coaches`]
      : []),
  ];
}

/** The plan with how it stands, like `Coach Plus, active`. */
export function planText({ plan, planIntent, subscriptionStatus }: ReviewedCoach): string {
  const wished = planIntent && planIntent !== plan && planIntent in PLANS ? `, asked for ${planIntent}` : '';
  return plan === 'base' ? `${PLANS.base.label}${wished}` : `${PLANS[plan].label}, ${subscriptionStatus}`;
}

/** Counts of what needs a decision stop here. */
const COUNTED = 1000;

/** Like `1 coach awaiting approval`. */
export const needText = (count: number, [one, many]: readonly [string, string]): string =>
  count === 1 ? `1 ${one}` : `${numberText(count)}${count >= COUNTED ? ' or more' : ''} ${many}`;

/** A figure of 30 days beside the one before, like `in 30 days, 4 in the previous 30`. */
export const trendText = ({ before }: PlatformFigures['newCoaches']): string =>
  `in 30 days, ${numberText(before)} in the previous 30`;

/** How MRR changed in 30 days, like `+$298 new, -$149 churn`. */
export function movementsText({ movements }: PlatformFigures['mrr']): string {
  const moved = MRR_MOVEMENTS.filter((kind) => movements[kind] !== 0);
  if (moved.length === 0) return 'No change in 30 days';
  const sum = (cents: number) => `${cents > 0 ? '+' : '-'}${money(Math.abs(cents))}`;
  return moved.map((kind) => `${sum(movements[kind])} ${kind}`).join(', ');
}

/** How many requests of the last hour failed, like `0.4%` of `1,250 requests to the API in the last hour`. */
export function requestsText({ requests, failures }: NonNullable<OperatorOverview['requests']>) {
  if (requests === 0) return { value: 'None', note: 'no requests to the API in the last hour' };
  const percent = Math.round((failures / requests) * 1000) / 10;
  return {
    value: failures > 0 && percent < 0.1 ? '< 0.1%' : `${percent}%`,
    note: `of ${countLabel(requests, 'request')} to the API in the last hour`,
  };
}

/** A disputed payment, and what to do about it. */
export function disputeText(
  { paidTo, coach, amount, currency, respondBy }: OpenDispute,
  timeZone: string,
): { text: string; detail: string } {
  const until = respondBy ? ` by ${longDate(respondBy, timeZone)}` : '';
  const sum = money(amount, currency);
  if (paidTo === 'coach') {
    return {
      text: `A client payment of ${sum} to ${coach?.fullName ?? 'a coach who left'} is disputed`,
      detail: `The coach responds in their own payment account${until}. Make sure they have seen it`,
    };
  }
  return {
    text: `A payment of ${sum} by ${coach?.fullName ?? 'a payer without an account'} is disputed`,
    detail: `Submit evidence at the payment provider${until}, or accept the dispute there`,
  };
}
