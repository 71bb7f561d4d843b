import { randomUUID } from 'node:crypto';
import { type Case, get, gets, send } from './security-calls.ts';

const decision = { decision: 'ask', reason: 'Which certificate do you have?', status: 'pending' };

const TOKEN = Buffer.alloc(48, 7).toString('base64url');
const invitation = () => ({ id: randomUUID(), email: `${randomUUID()}@example.com`, role: 'support' });

const TEAM_CASES: Record<string, Case> = {
  'operator.inviteOperator': {
    call: send('POST', '/operator/invitations', invitation),
  },
  'operator.resendOperatorInvitation': {
    call: send('POST', '/operator/invitations/{teamInvitationId}/resend'),
    missing: [send('POST', '/operator/invitations/{new}/resend')],
  },
  'operator.withdrawOperatorInvitation': {
    call: send('DELETE', '/operator/invitations/{otherTeamInvitationId}'),
    missing: [send('DELETE', '/operator/invitations/{new}')],
  },
  'operator.changeOperatorRole': {
    call: send('PATCH', '/operator/operators/{billingOperatorId}', { role: 'billing', from: 'billing' }),
    missing: [send('PATCH', '/operator/operators/{coachId}', { role: 'admin', from: 'support' })],
  },
  'operator.removeOperator': {
    call: send('POST', '/operator/operators/{leavingOperatorId}/remove', { from: 'support' }),
    missing: [send('POST', '/operator/operators/{coachId}/remove', { from: 'support' })],
  },
  'operator.getOperatorInvitation': {
    call: get(`/operator_invitations/${TOKEN}`),
    missing: gets(`/operator_invitations/${'%20'.repeat(30)}`),
  },
};

const SWITCHES_PATH = '/operator/settings/switches';
const noSwitches = { value: { off: [] }, basedOn: 0 };
const openDemos = {
  timeZone: 'UTC',
  hours: [{ weekday: 1, fromMinute: 540, toMinute: 1020 }],
  daysOff: ['2026-12-25'],
  noticeHours: 24,
  horizonDays: 30,
};

const MAIL_PATH = '/operator/mail_templates/invitation';
const texts = { subject: '', introduction: 'Hello {clientName}' };

export const SETTINGS_CASES: Record<string, Case> = {
  'settings.getMail': {
    call: get(MAIL_PATH),
    missing: gets('/operator/mail_templates/constructor', '/operator/mail_templates/nothing'),
  },
  'settings.previewMail': {
    call: send('POST', `${MAIL_PATH}/preview`, { texts }),
  },
  'settings.saveMail': {
    call: send('PUT', MAIL_PATH, { texts, basedOn: 0 }),
  },
  'settings.sendTestMail': {
    call: send('POST', `${MAIL_PATH}/test`),
    missing: [send('POST', '/operator/mail_templates/nothing/test')],
  },
  'settings.saveSettings': {
    call: send('PUT', SWITCHES_PATH, noSwitches),
    others: [send('PUT', '/operator/settings/demos', { value: openDemos, basedOn: 0 })],
  },
};

export const AUDIT_CASES: Record<string, Case> = {
  'audit.verifyChain': {
    call: get('/operator/audit_chains/{coachId}/check'),
    missing: [get('/operator/audit_chains/{new}/check')],
  },
};

export const OPERATOR_CASES: Record<string, Case> = {
  ...TEAM_CASES,
  'operator.listCoachesForReview': {
    call: get('/operator/coaches?status=pending'),
    bad: [get('/operator/coaches?status=pending&after=x')],
  },
  'operator.listCoachDecisions': {
    call: get('/operator/coaches/{pendingCoachId}/decisions'),
    missing: [get('/operator/coaches/{new}/decisions')],
  },
  'operator.decideCoach': {
    call: send('POST', '/operator/coaches/{pendingCoachId}/decisions', decision),
    missing: [send('POST', '/operator/coaches/{new}/decisions', decision)],
  },
};
