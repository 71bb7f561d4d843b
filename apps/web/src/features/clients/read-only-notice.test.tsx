import { COACH_PLAN_FULL } from '@stridewell/contract/billing/billing.rules';
import { BUILT_IN_FORM } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountClients } from '../../../test/mount-clients.tsx';
import { mountOwnCheckIn, mountOwnDashboard } from '../../../test/mount-own-pages.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClientDetail, aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';

const idOf = (index: number) => `0190a5a0-0000-7000-8000-20000000000${index}`;
const STATUS = { state: 'due', dueDay: '2026-03-02', nextDay: '2026-03-02', missed: 0 } as const;

async function openList(readOnly: number) {
  const clients = Array.from({ length: 4 }, (_, index) =>
    aClientDetail({ clientId: idOf(index), fullName: `Client ${index}`, readOnly: index < readOnly }),
  );
  await mountClients({ clients, nextCursor: null, seats: { used: 4, cap: 4 - readOnly } });
  await screen.findByRole('link', { name: 'Client 3' });
}
const notice = () => screen.queryByRole('region', { name: 'Read-only clients' });

describe('the list of a coach', () => {
  it.each([
    [1, '1 client is read-only: your plan covers 3.'],
    [3, '3 clients are read-only: your plan covers 1.'],
  ])('counts %s, marks them and leads to the plans', async (count, words) => {
    await openList(count);
    expect(notice()?.textContent.startsWith(`${words} Clients who joined last can read everything`)).toBe(true);
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
    expect(screen.getAllByText('Read-only')).toHaveLength(count);
    // Check-ins that the client could not send do not count as missed.
    expect(screen.queryAllByText('2 check-ins missed')).toHaveLength(4 - count);
  });

  it('says nothing when the plan covers everybody', async () => {
    await openList(0);
    expect(notice()).toBeNull();
    expect(screen.queryByText('Read-only')).toBeNull();
  });
});

describe('a client', () => {
  it.each([true, false])('shows the notice instead of the check-in form: %s', async (readOnly) => {
    const form = {
      coachName: 'Maya Okafor',
      today: '2026-03-02',
      status: STATUS,
      last: null,
      form: BUILT_IN_FORM,
      readOnly,
    };
    server.on('GET /rest/v1/check_ins/own', { checkIns: [], forms: [], today: '2026-03-02' });
    server.on('GET /rest/v1/check_ins/form', form);
    await mountOwnCheckIn();
    await screen.findByRole('heading', { level: 1, name: readOnly ? 'Check-ins are on hold' : 'Check-in' });
    expect(screen.queryByText(COACH_PLAN_FULL) !== null).toBe(readOnly);
    expect(screen.queryByRole('button', { name: 'Send check-in' }) === null).toBe(readOnly);
  });

  it.each([true, false])('has a dashboard that says so: %s', async (readOnly) => {
    const dashboard: ClientDashboard = {
      today: '2026-03-02',
      coach: { id: COACH_ID, fullName: 'Maya Okafor', initials: 'CM', photoUrl: null, headline: '' },
      weight: null,
      goalWeightKg: null,
      unread: 0,
      week: [],
      goal: null,
      checkIn: STATUS,
      streak: 3,
      weights: [],
      nextSession: null,
      nearSessions: [],
      readOnly,
    };
    await mountOwnDashboard(dashboard);
    const progress = await screen.findByRole('region', { name: 'Progress' });
    expect(within(progress).getByText('3')).toBeDefined();
    expect(screen.queryByText(COACH_PLAN_FULL) !== null).toBe(readOnly);
    expect(screen.queryByRole('link', { name: 'Start check-in' }) === null).toBe(readOnly);
  });
});

describe("a client's page", () => {
  it.each([true, false])('explains it to the coach: %s', async (readOnly) => {
    server.on(`GET /rest/v1/clients/${CLIENT_ID}`, aClientDetail({ readOnly }));
    server.on('GET /rest/v1/check_ins', { checkIns: [], forms: [] });
    await openApp(`/coach/${COACH_ID}/client/${CLIENT_ID}`, aCoach());
    await screen.findByRole('heading', { name: 'Jonas Lind' });
    expect(screen.queryByText('Read-only') !== null).toBe(readOnly);
    expect(notice()?.textContent.includes('You can both read everything') ?? false).toBe(readOnly);
  });
});
