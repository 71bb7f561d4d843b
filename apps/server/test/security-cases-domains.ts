import { type Case, get, send } from './security-calls.ts';

const ofCoach = { coachId: '{coachId}' };
const claiming = (domain: string) => send('PUT', '/own_domain', { ...ofCoach, domain });

export const DOMAINS_CASES: Record<string, Case> = {
  'domains.getDomain': { call: get('/own_domain?coachId={coachId}') },
  'domains.claimDomain': {
    call: claiming('portal.example.org'),
    bad: [
      claiming('localhost'),
      claiming('127.0.0.1'),
      claiming('co.uk'),
      claiming('user@example.org'),
      claiming('portal.example.org/path'),
    ],
  },
  // After the claim above.
  'domains.checkDomain': { call: send('POST', '/own_domain/check', ofCoach) },
  'domains.removeDomain': { call: send('DELETE', '/own_domain', ofCoach) },
};
