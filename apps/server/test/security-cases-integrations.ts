import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Case, send } from './security-calls.ts';
import { FOUND_AT } from './world-rows-automation.ts';

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
const signIn = { coachId: '{coachId}', kind: 'google', connectionId: null };
const ofCoach = { coachId: '{coachId}' };
const keep = { askedAt: FOUND_AT, version: 0, answer: 'keep' };

export const INTEGRATIONS_CASES: Record<string, Case> = {
  // Ids of connections, which are not read again.
  'calendarConnections.addFeed': {
    call: send('POST', '/calendar_connections/feeds', { ...feed, id: '{connectionId}' }),
  },
  'calendarConnections.addCaldav': {
    call: send('POST', '/calendar_connections/caldav', { ...account, id: '{accountId}' }),
  },
  'calendarConnections.beginSignIn': {
    call: send('POST', '/calendar_connections/sign_ins', signIn),
    missing: [
      send('POST', '/calendar_connections/sign_ins', { ...signIn, connectionId: randomUUID() }),
      // A feed is no account of a provider.
      send('POST', '/calendar_connections/sign_ins', { ...signIn, connectionId: '{connectionId}' }),
    ],
  },
  // The coach comes back from the provider without having allowed anything.
  'calendarConnections.finishSignIn': {
    async call(caller, world) {
      const started = await send('POST', '/calendar_connections/sign_ins', signIn)(caller, world);
      const url = z.object({ url: z.url() }).safeParse(started.body).data?.url;
      const state = url ? new URL(url).searchParams.get('state') : 'none';
      const answer = { coachId: world.coachId, kind: 'google', state, code: null };
      return send('POST', '/calendar_connections/sign_ins/finish', answer)(caller, world);
    },
  },
  'calendarConnections.updateConnection': {
    call: send('PATCH', own, change),
    missing: [send('PATCH', nowhere, change)],
  },
  'calendarConnections.readConnection': {
    call: send('POST', `${own}/read`, ofCoach),
    missing: [send('POST', `${nowhere}/read`, ofCoach)],
  },
  'calendarConnections.deleteConnection': {
    call: send('DELETE', nowhere, ofCoach),
    foreign: [send('DELETE', own, ofCoach)],
  },
  'calendarConnections.answerQuestion': {
    call: send('POST', '/calendar_questions/{sessionId}/answer', { ...ofCoach, ...keep }),
  },
};
