import { randomUUID } from 'node:crypto';
import { type Case, send } from './security-calls.ts';

const change = { coachId: '{coachId}', name: 'Work', bufferBefore: 5, bufferAfter: 10, blocking: [] };
const feed = { coachId: '{coachId}', name: 'Family', url: 'https://calendar.invalid/family.ics' };
const account = {
  coachId: '{coachId}',
  name: 'Work',
  server: 'https://dav.invalid',
  user: 'maya',
  password: 'app-password-1',
};
const own = '/calendar_connections/{connectionId}';
const nowhere = `/calendar_connections/${randomUUID()}`;
const ofCoach = { coachId: '{coachId}' };

export const INTEGRATIONS_CASES: Record<string, Case> = {
  // Ids of connections, which are not read again.
  'calendarConnections.addFeed': {
    call: send('POST', '/calendar_connections/feeds', { ...feed, id: '{connectionId}' }),
  },
  'calendarConnections.addCaldav': {
    call: send('POST', '/calendar_connections/caldav', { ...account, id: '{accountId}' }),
  },
  'calendarConnections.updateConnection': {
    call: send('PATCH', own, change),
    missing: [send('PATCH', nowhere, change)],
  },
  'calendarConnections.readConnection': {
    call: send('POST', `${own}/read`, ofCoach),
    missing: [send('POST', `${nowhere}/read`, ofCoach)],
  },
};
