import { randomUUID } from 'node:crypto';
import { badGets, type Case, get } from './security-calls.ts';

const ALL_ROLES = ['operator', 'billingOperator'] as const;
const path = (id: string, rest = '') => `/operator/accounts/${id}${rest}`;

export const ACCOUNTS_CASES: Record<string, Case> = {
  'accounts.listAccounts': {
    call: get(() => '/operator/accounts?query=a&kind=coach'),
    allowed: ALL_ROLES,
    bad: badGets(
      '/operator/accounts?kind=operator',
      '/operator/accounts?plan=gold',
      '/operator/accounts?status=gone',
      '/operator/accounts?after=x',
      '/operator/accounts?query=%00',
      `/operator/accounts?query=${'a'.repeat(10_000)}`,
    ),
  },
  'accounts.getAccount': {
    call: get(({ coachId }) => path(coachId)),
    allowed: ALL_ROLES,
    bad: badGets(path('x')),
    missing: [get(() => path(randomUUID())), get(({ clientId }) => path(clientId))],
  },
  'accounts.listAccountEntries': {
    call: get(({ coachId }) => path(coachId, '/audit_entries')),
    allowed: ALL_ROLES,
    bad: badGets(path('x', '/audit_entries'), path(randomUUID(), '/audit_entries?before=0')),
    missing: [get(() => path(randomUUID(), '/audit_entries'))],
  },
};
