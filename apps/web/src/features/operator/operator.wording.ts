import { PLANS } from '@stridewell/contract/billing.rules';
import type { CoachStatus } from '@stridewell/contract/identity.rules';
import type { ReviewedCoach } from '@stridewell/contract/operator';
import type { CoachDecision } from '@stridewell/contract/operator.rules';

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
  /** What the coach will read. */
  hint: string;
};

export const DECISION_TEXTS: Record<CoachDecision, DecisionText> = {
  approve: {
    label: 'Approve coach',
    done: 'Approved',
    hint: 'The coach gets an email and can work after the next sign-in.',
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
    hint: 'The coach gets an email with your reason and cannot work from now on. No data is deleted.',
  },
  reinstate: {
    label: 'Reinstate coach',
    done: 'Reinstated',
    hint: 'The coach gets an email and can work after the next sign-in.',
  },
};

/** What an operator should look at twice; empty for most coaches. */
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
