import type { Contact } from '@stridewell/contract/contacts/contacts';
import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../test/open-app.tsx';
import { aClient, aCoach, anOperator, CLIENT_ID, COACH_ID } from '../../test/people.ts';
import { server } from '../../test/server.ts';
import { longDate } from './format.ts';

// The suite runs in Asia/Kathmandu, where this is Tuesday night. The accounts of these tests are in New York.
const MONDAY_AFTERNOON = '2029-01-08T20:00:00.000Z';

it('shows a coach the messages of their clients in the zone of the coach', async () => {
  const last = { sender: 'client', excerpt: 'See you then', createdAt: MONDAY_AFTERNOON };
  const conversation = { id: CLIENT_ID, clientName: 'Jonas Lind', status: 'active', unread: 0, last };
  server.on('GET /rest/v1/conversations', { conversations: [conversation], nextCursor: null });
  await openApp(`/coach/${COACH_ID}/messages`, aCoach());
  expect((await screen.findByRole('link', { name: /Jonas Lind/ })).textContent).toContain('Mon, Jan 8');
});

it('shows a client the next session in the zone of the client', async () => {
  const session = {
    id: CLIENT_ID,
    clientId: CLIENT_ID,
    clientName: 'Jonas Lind',
    sessionDate: MONDAY_AFTERNOON,
    sessionType: 'Strength session',
    location: 'Studio',
    meetingUrl: null,
    status: 'scheduled' as const,
  };
  const dashboard: ClientDashboard = {
    today: '2029-01-02',
    weight: null,
    goalWeightKg: null,
    unread: 0,
    week: [],
    goal: null,
    streak: 0,
    weights: [],
    nextSession: session,
    nearSessions: [session],
    readOnly: false,
    coach: { id: COACH_ID, fullName: 'Maya Okafor', initials: 'MO', photoUrl: null, headline: '' },
    checkIn: { state: 'upcoming', dueDay: '2029-01-05', nextDay: '2029-01-05', missed: 0 },
  };
  server.on('GET /rest/v1/dashboards/client', dashboard);
  await openApp('/client/dashboard', aClient());
  expect(await screen.findByText(/^Next session: Mon, Jan 8, 2029, 3:00 PM$/)).toBeDefined();
});

it('shows operators when a contact wrote in the zone of the operator', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const contact: Contact = {
    id,
    kind: 'contact',
    status: 'new',
    name: 'Vera Lind',
    email: 'vera@lind.example',
    business: '',
    assigneeId: null,
    assigneeName: null,
    spamScore: 0,
    spamReasons: [],
    demoAt: null,
    version: 1,
    receivedAt: MONDAY_AFTERNOON,
  };
  server.on('GET /rest/v1/operator/contacts', { contacts: [contact], nextCursor: null });
  server.on('GET /rest/v1/operator/contact-operators', { operators: [] });
  server.on(`GET /rest/v1/operator/contacts/${id}`, { contact, facts: [], message: 'Hi', thread: [], prospect: null });
  await openApp(`/operator/contacts?contact=${id}`, anOperator());
  expect(await screen.findByText('Monday, January 8 at 3:00 PM')).toBeDefined();
});

it('shows visitors the day of their browser', async () => {
  await openApp('/privacy-policy', null);
  const today = longDate(new Date().toISOString(), 'Asia/Kathmandu');
  expect(await screen.findByText(`Last updated: ${today}`)).toBeDefined();
});

it('is that of the browser again once the person has signed out', async () => {
  const { sessionStore } = await openApp('/settings', aCoach());
  const { browserTimeZone, readerTimeZone } = await import('./time-zone.ts');
  await sessionStore.ready();
  expect(readerTimeZone()).toBe('America/New_York');
  server.on('POST /auth/v1/sign-out', { success: true });
  await act(() => sessionStore.signOut());
  expect(readerTimeZone()).toBe(browserTimeZone());
});
