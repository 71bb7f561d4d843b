import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, CLIENTS, get, LONG, SIGNED_IN, send } from './security-calls.ts';

const ALL_ROLES = ['operator', 'billingOperator'] as const;
const REVIEWERS = ['operator'] as const;
const decision = { decision: 'ask', reason: 'Which certificate do you have?', status: 'pending' };

export const AUDIT_CASES: Record<string, Case> = {
  'audit.listOwnEntries': {
    call: get(() => '/audit_entries'),
    allowed: SIGNED_IN,
    bad: badGets('/audit_entries?before=0', '/audit_entries?before=x'),
  },
  'audit.listCoachingEntries': {
    call: get(() => '/audit_entries/coaching'),
    allowed: [...CLIENTS, 'formerClient'],
    bad: badGets('/audit_entries/coaching?before=-1'),
  },
};

export const OPERATOR_CASES: Record<string, Case> = {
  'operator.getOverview': { call: get(() => '/operator/overview'), allowed: ALL_ROLES },
  'operator.listCoachesForReview': {
    call: get(() => '/operator/coaches?status=pending'),
    allowed: REVIEWERS,
    bad: badGets('/operator/coaches', '/operator/coaches?status=gone', '/operator/coaches?status=pending&after=x'),
  },
  'operator.listCoachDecisions': {
    call: get(({ pendingCoachId }) => `/operator/coaches/${pendingCoachId}/decisions`),
    allowed: REVIEWERS,
    bad: badGets('/operator/coaches/x/decisions'),
    missing: [get(() => `/operator/coaches/${randomUUID()}/decisions`)],
  },
  'operator.decideCoach': {
    call: send(
      'POST',
      ({ pendingCoachId }) => `/operator/coaches/${pendingCoachId}/decisions`,
      () => decision,
    ),
    allowed: REVIEWERS,
    bad: badSends(
      'POST',
      `/operator/coaches/${randomUUID()}/decisions`,
      { ...decision, decision: 'delete' },
      { ...decision, status: 'gone' },
      { ...decision, reason: LONG },
    ),
    missing: [
      send(
        'POST',
        () => `/operator/coaches/${randomUUID()}/decisions`,
        () => decision,
      ),
    ],
  },
};
