import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../test/open-app.tsx';
import { aClient, aCoach, CLIENT_ID, COACH_ID } from '../../test/people.ts';
import { server } from '../../test/server.ts';
import { longDate } from './format.ts';

// The suite runs in Asia/Kathmandu, where this is Tuesday night. The accounts of these tests are in New York.
const MONDAY_AFTERNOON = '2029-01-08T20:00:00.000Z';

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
