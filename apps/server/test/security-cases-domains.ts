import { type Case, get, send } from './security-calls.ts';

const ofCoach = { coachId: '{coachId}' };
const sending = (address: string) => send('PUT', '/own_domain/sender', { ...ofCoach, address });
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
  'domains.checkDomain': { call: send('POST', '/own_domain/check', ofCoach) },
  'domains.saveSender': {
    call: sending('hello@example.org'),
    bad: [
      sending('hello'),
      sending('@example.org'),
      sending('hello@127.0.0.1'),
      sending('hello@localhost'),
      sending('postmaster@example.org'),
      sending('hello@example.org\r\nBcc: all@example.org'),
      sending('"a b"@example.org'),
      sending('Hello <hello@example.org>'),
      sending('hello@example.org, other@example.org'),
    ],
  },
  'domains.removeSender': { call: send('DELETE', '/own_domain/sender', ofCoach) },
  'domains.removeDomain': { call: send('DELETE', '/own_domain', ofCoach) },
};
