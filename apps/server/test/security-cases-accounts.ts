import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

const reason = 'You asked us to.';
const path = (id: string, rest = '') => `/operator/accounts/${id}${rest}`;

/**
 * An action on an unknown account, which gets NOT_FOUND. The feature's tests act on existing accounts.
 */
const refusing = (method: 'POST' | 'DELETE', rest: string, body: object): Case => ({
  call: send(method, () => path(randomUUID(), rest), body),
});

export const ACCOUNTS_CASES: Record<string, Case> = {
  'accounts.getAccount': {
    call: get(({ coachId }) => path(coachId)),
    missing: [get(() => path(randomUUID())), get(({ clientId }) => path(clientId))],
  },
  'accounts.listAccountEntries': {
    call: get(({ coachId }) => path(coachId, '/audit_entries')),
    missing: [get(() => path(randomUUID(), '/audit_entries'))],
  },
  'accounts.resendVerification': refusing('POST', '/verification', {}),
  'accounts.resetSecondStep': refusing('POST', '/second_step_reset', { reason }),
  'accounts.endAccountSession': refusing('DELETE', `/sessions/${randomUUID()}`, {}),
  'accounts.endAccountSessions': refusing('POST', '/ended_sessions', { reason }),
  'accounts.changePlan': refusing('POST', '/plan', { reason, plan: 'pro', from: 'base' }),
  'accounts.extendGrace': refusing('POST', '/grace', { reason, days: 7, graceUntil: null }),
  'accounts.refundAccount': refusing('POST', '/refunds', { reason }),
  'accounts.askForErasure': refusing('POST', '/erasure', { reason, email: 'ana@example.com' }),
  'accounts.cancelErasure': refusing('DELETE', '/erasure', {}),
  'accounts.askForExport': refusing('POST', '/exports', { reason }),
  'accounts.startViewing': refusing('POST', '/views', { reason }),
};
