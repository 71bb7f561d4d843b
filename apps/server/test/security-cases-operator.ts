import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';

const decision = { decision: 'ask', reason: 'Which certificate do you have?', status: 'pending' };

const TOKEN = Buffer.alloc(48, 7).toString('base64url');
const invitation = () => ({ id: randomUUID(), email: `${randomUUID()}@example.com`, role: 'support' });

const TEAM_CASES: Record<string, Case> = {
  'operator.listOperators': { call: get(() => '/operator/operators') },
  'operator.inviteOperator': {
    call: send('POST', () => '/operator/invitations', invitation),
    bad: badSends(
      'POST',
      '/operator/invitations',
      { ...invitation(), role: 'Operator' },
      { ...invitation(), email: 'no-address' },
      { ...invitation(), email: `${LONG}@example.com` },
    ),
  },
  'operator.resendOperatorInvitation': {
    call: send(
      'POST',
      ({ teamInvitationId }) => `/operator/invitations/${teamInvitationId}/resend`,
      () => ({}),
    ),
    bad: badSends('POST', '/operator/invitations/x/resend'),
    missing: [
      send(
        'POST',
        () => `/operator/invitations/${randomUUID()}/resend`,
        () => ({}),
      ),
    ],
  },
  'operator.withdrawOperatorInvitation': {
    call: send(
      'DELETE',
      ({ otherTeamInvitationId }) => `/operator/invitations/${otherTeamInvitationId}`,
      () => ({}),
    ),
    bad: badSends('DELETE', '/operator/invitations/x'),
    missing: [
      send(
        'DELETE',
        () => `/operator/invitations/${randomUUID()}`,
        () => ({}),
      ),
    ],
  },
  'operator.changeOperatorRole': {
    call: send(
      'PATCH',
      ({ billingOperatorId }) => `/operator/operators/${billingOperatorId}`,
      () => ({ role: 'billing', from: 'billing' }),
    ),
    bad: badSends('PATCH', `/operator/operators/${randomUUID()}`, { role: 'owner', from: 'admin' }),
    missing: [
      send(
        'PATCH',
        ({ coachId }) => `/operator/operators/${coachId}`,
        () => ({ role: 'admin', from: 'support' }),
      ),
    ],
  },
  'operator.removeOperator': {
    call: send(
      'POST',
      ({ leavingOperatorId }) => `/operator/operators/${leavingOperatorId}/remove`,
      () => ({ from: 'support' }),
    ),
    bad: badSends('POST', `/operator/operators/${randomUUID()}/remove`, { from: 'owner' }),
    missing: [
      send(
        'POST',
        ({ coachId }) => `/operator/operators/${coachId}/remove`,
        () => ({ from: 'support' }),
      ),
    ],
  },
  'operator.getOperatorInvitation': {
    call: get(() => `/operator_invitations/${TOKEN}`),
    bad: badGets('/operator_invitations/x', `/operator_invitations/${'%00'.repeat(30)}`),
    missing: badGets(`/operator_invitations/${'%20'.repeat(30)}`),
  },
  'operator.acceptOperatorInvitation': {
    call: send(
      'POST',
      () => `/operator_invitations/${TOKEN}/accept`,
      () => ({ fullName: 'Olga', password: 'long-enough-1' }),
    ),
    bad: badSends('POST', `/operator_invitations/${TOKEN}/accept`, { fullName: '', password: 'long-enough-1' }),
  },
};

const SWITCHES_PATH = '/operator/settings/switches';
const noSwitches = { value: { off: [] }, basedOn: 0 };

const MAIL_PATH = '/operator/mail_templates/invitation';
const texts = { subject: '', introduction: 'Hello {clientName}' };

export const SETTINGS_CASES: Record<string, Case> = {
  'settings.listMails': { call: get(() => '/operator/mail_templates') },
  'settings.getMail': {
    call: get(() => MAIL_PATH),
    bad: badGets('/operator/mail_templates/X', `/operator/mail_templates/${'a'.repeat(70)}`),
    missing: badGets('/operator/mail_templates/constructor', '/operator/mail_templates/nothing'),
  },
  'settings.previewMail': {
    call: send(
      'POST',
      () => `${MAIL_PATH}/preview`,
      () => ({ texts }),
    ),
    bad: badSends('POST', `${MAIL_PATH}/preview`, { texts: { ...texts, introduction: LONG } }),
  },
  'settings.saveMail': {
    call: send(
      'PUT',
      () => MAIL_PATH,
      () => ({ texts, basedOn: 0 }),
    ),
    bad: badSends(
      'PUT',
      MAIL_PATH,
      { texts: { ...texts, subject: 'two\nlines' }, basedOn: 0 },
      { texts: { ...texts, subject: LONG }, basedOn: 0 },
    ),
  },
  'settings.sendTestMail': {
    call: send(
      'POST',
      () => `${MAIL_PATH}/test`,
      () => ({}),
    ),
    missing: [
      send(
        'POST',
        () => '/operator/mail_templates/nothing/test',
        () => ({}),
      ),
    ],
  },
  'settings.getSettings': { call: get(() => '/operator/settings') },
  'settings.saveSettings': {
    call: send(
      'PUT',
      () => SWITCHES_PATH,
      () => noSwitches,
    ),
    bad: [
      ...badSends(
        'PUT',
        SWITCHES_PATH,
        { ...noSwitches, value: { off: ['everything'] } },
        { ...noSwitches, basedOn: -1 },
      ),
      ...badSends('PUT', '/operator/settings/secrets', noSwitches),
      ...badSends('PUT', '/operator/settings/banner', { basedOn: 0, value: { text: LONG } }),
    ],
  },
};

export const AUDIT_CASES: Record<string, Case> = {
  'audit.listOwnEntries': {
    call: get(() => '/audit_entries'),
    bad: badGets('/audit_entries?before=0', '/audit_entries?before=x'),
  },
  'audit.listCoachingEntries': {
    call: get(() => '/audit_entries/coaching'),
    bad: badGets('/audit_entries/coaching?before=-1'),
  },
  'audit.searchEntries': {
    call: get(({ coachId }) => `/operator/audit_entries?about=${coachId}&action=plan.changed&network=203.0.113.7`),
    bad: badGets(
      '/operator/audit_entries?action=gone',
      '/operator/audit_entries?subject=gone',
      '/operator/audit_entries?after=x',
      '/operator/audit_entries?from=yesterday',
      '/operator/audit_entries?clientId=x',
      '/operator/audit_entries?by=%00',
      `/operator/audit_entries?by=${'x'.repeat(10_000)}`,
    ),
  },
  'audit.verifyChain': {
    call: get(({ coachId }) => `/operator/audit_chains/${coachId}/check`),
    bad: badGets('/operator/audit_chains/x/check'),
    missing: [get(() => `/operator/audit_chains/${randomUUID()}/check`)],
  },
  'audit.getLastCheck': { call: get(() => '/operator/audit_chains/last_check') },
};

export const OPERATOR_CASES: Record<string, Case> = {
  ...TEAM_CASES,
  'operator.getOverview': { call: get(() => '/operator/overview') },
  'operator.listCoachesForReview': {
    call: get(() => '/operator/coaches?status=pending'),
    bad: badGets('/operator/coaches', '/operator/coaches?status=gone', '/operator/coaches?status=pending&after=x'),
  },
  'operator.listCoachDecisions': {
    call: get(({ pendingCoachId }) => `/operator/coaches/${pendingCoachId}/decisions`),
    bad: badGets('/operator/coaches/x/decisions'),
    missing: [get(() => `/operator/coaches/${randomUUID()}/decisions`)],
  },
  'operator.decideCoach': {
    call: send(
      'POST',
      ({ pendingCoachId }) => `/operator/coaches/${pendingCoachId}/decisions`,
      () => decision,
    ),
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
