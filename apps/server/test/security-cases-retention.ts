import { randomUUID } from 'node:crypto';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { type Case, get, send } from './security-calls.ts';

const ofCoach = { coachId: '{coachId}' };
const unknown = `/clients/${randomUUID()}`;
const today = dayInZone(new Date(), 'UTC');
const until = (days: number) => ({ ...ofCoach, reason: 'ill', fromDay: today, untilDay: addDays(today, days) });
const leaving = { ...ofCoach, reason: 'price', note: '' };
const acting = { ...ofCoach, action: 'call' };

/** The coach says why clients are silent or left, and what they did about it. */
export const RETENTION_CASES: Record<string, Case> = {
  'retention.getClientRisk': {
    call: get('/clients/{clientId}/risk?coachId={coachId}'),
    missing: [get(`${unknown}/risk?coachId={coachId}`)],
  },
  'retention.saveKnownReason': {
    call: send('PUT', '/clients/{clientId}/known_reasons/{new}', until(3)),
    bad: [
      send('PUT', '/clients/{clientId}/known_reasons/{new}', until(-1)),
      send('PUT', '/clients/{clientId}/known_reasons/{new}', until(92)),
    ],
    missing: [send('PUT', `${unknown}/known_reasons/{new}`, until(3))],
  },
  'retention.endKnownReason': { call: send('DELETE', '/clients/{clientId}/known_reasons/{new}', ofCoach) },
  'retention.saveDeparture': {
    call: send('PUT', '/clients/{formerClientId}/departure', leaving),
    missing: [send('PUT', `${unknown}/departure`, leaving)],
  },
  'retention.archiveClient': {
    // A new client, because an archived one would answer no later call.
    async call(caller, world) {
      const clientId = randomUUID();
      const added = { ...ofCoach, clientId, fullName: 'New', email: `${clientId}@example.com` };
      await send('POST', '/clients', added)(caller, world);
      return send('PUT', `/clients/${clientId}/archive`, leaving)(caller, world);
    },
    missing: [send('PUT', `${unknown}/archive`, leaving)],
    foreign: [send('PUT', '/clients/{clientId}/archive', leaving)],
  },
  'retention.takeRiskAction': {
    call: send('PUT', '/clients/{clientId}/risk_actions/{new}', acting),
    missing: [send('PUT', `${unknown}/risk_actions/{new}`, acting)],
  },
  'retention.undoRiskAction': { call: send('DELETE', '/clients/{clientId}/risk_actions/{new}', ofCoach) },
};
