import type { CoachSession } from '@stridewell/contract/calendar';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar.bookings.rules';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const aDashboard = (changes: Partial<CoachDashboard> = {}): CoachDashboard => ({
  today: '2026-03-02',
  timeZone: 'UTC',
  syncedAt: '2026-03-02T12:00:00.000Z',
  agenda: { state: 'ready', data: { sessions: [], followUps: [], taskCount: 0 } },
  upcoming: { state: 'ready', data: { sessions: [] } },
  clientMetrics: {
    state: 'ready',
    data: {
      date: '2026-03-02',
      totalActiveClients: 4,
      clientsOnTrack: 3,
      workoutAdherence: 82,
      mostConsistentClientName: 'Jonas Lind',
      mostConsistentClientStreak: 6,
      clientsChange: 1,
    },
  },
  pipeline: { state: 'ready', data: { date: '2026-03-02', leads: 5, trials: 2, paidClients: 4, conversionRate: 40 } },
  revenue: { state: 'ready', data: null },
  suggestions: { state: 'ready', data: [] },
  cover: { state: 'ready', data: { cap: 5, readOnly: 0 } },
  ...changes,
});

async function openWith(...answers: Partial<CoachDashboard>[]) {
  let asked = 0;
  server.on(`GET /rest/v1/dashboards/coach/${COACH_ID}`, () => {
    const changes = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return json(aDashboard(changes));
  });
  await openApp(`/coach/${COACH_ID}/dashboard`, aCoach());
}
const card = (name: string) => screen.findByRole('region', { name });
const figure = (region: HTMLElement, name: string) => within(region).getByRole('group', { name }).textContent;

describe('empty cards', () => {
  it('say so in the words of the day', async () => {
    await openWith({});
    for (const [name, words] of [
      ["Today's Agenda", 'All caught up! No scheduled items for today'],
      ['Upcoming Sessions', 'No upcoming sessions'],
      ['AI Assistant Suggestions', 'No suggestions available at this time'],
      ['Business Performance', 'No business data available yet'],
    ] as const) {
      expect((await card(name)).textContent).toContain(words);
    }
  });
});

describe('the badge of an upcoming session', () => {
  const aSession = (changes: Partial<CoachSession> = {}): CoachSession => ({
    id: '0190a5a0-0000-7000-8000-000000000051',
    clientId: CLIENT_ID,
    clientName: 'Jonas Lind',
    sessionDate: '2020-03-02T09:00:00.000Z',
    sessionType: 'Strength',
    location: null,
    status: 'scheduled',
    ...changes,
  });
  const withSession = (session: CoachSession) =>
    openWith({ upcoming: { state: 'ready', data: { sessions: [session] } } });
  const badge = (status: string) => screen.findByRole('button', { name: `Jonas Lind: ${status}. Change status` });
  function answerUpdates() {
    const sent: string[] = [];
    server.on(`PATCH /rest/v1/coach_sessions/${aSession().id}`, async (request) => {
      const { status } = await request.json();
      sent.push(status);
      return json(aSession({ status }));
    });
    return sent;
  }

  it('completes it in place and takes that back', async () => {
    const sent = answerUpdates();
    await withSession(aSession());
    fireEvent.click(await badge('scheduled'));
    expect(await badge('completed')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await badge('scheduled')).toBeDefined();
    expect(sent).toEqual(['completed', 'scheduled']);
  });

  it('has a menu that marks a no-show, and takes that back', async () => {
    const sent = answerUpdates();
    await withSession(aSession());
    fireEvent.click(await screen.findByRole('button', { name: 'Jonas Lind: more statuses' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'No-show' }));
    expect(await badge('no-show')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await badge('scheduled')).toBeDefined();
    expect(sent).toEqual(['no_show', 'scheduled']);
  });

  it('has a menu that cancels with a reason, and takes that back', async () => {
    const session = {
      ...aSession(),
      ...{ minutes: 60, bufferBefore: 0, bufferAfter: 0, notes: '', sessionTypeId: null, color: 'pine' as const },
      ...{ seriesId: null, bookedBy: 'coach' as const, cancelReason: null, version: 4 },
    };
    server.on('GET /rest/v1/calendar', {
      timeZone: 'UTC',
      sessions: [session],
      types: [],
      zones: [],
      availability: NO_AVAILABILITY,
    });
    const sent: object[] = [];
    const take = (changes: object) => async (request: Request) => {
      sent.push(await request.json());
      return json(changes);
    };
    const cancelled = { ...session, cancelReason: 'I am ill', version: 5 };
    const place = `/rest/v1/calendar/sessions/${session.id}`;
    server.on(`POST ${place}/cancel`, take({ session: cancelled, changed: 1 }));
    server.on(`POST ${place}/restore`, take({ ...session, version: 6 }));
    await withSession(aSession());
    fireEvent.click(await screen.findByRole('button', { name: 'Jonas Lind: more statuses' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Cancelled' }));
    fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'I am ill' } });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel session' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The session with Jonas Lind takes place.')).toBeDefined();
    expect(sent).toMatchObject([{ apply: 'this', reason: 'I am ill', version: 4 }, { version: 5 }]);
  });

  it('asks before it completes a session that has not taken place', async () => {
    const sent = answerUpdates();
    await withSession(aSession({ sessionDate: '2199-03-02T09:00:00.000Z' }));
    fireEvent.click(await badge('scheduled'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Complete this session early?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Not yet' }));
    expect(sent).toEqual([]);
    fireEvent.click(await badge('scheduled'));
    fireEvent.click(await screen.findByRole('button', { name: 'Complete session' }));
    expect(await badge('completed')).toBeDefined();
    expect(sent).toEqual(['completed']);
  });
});

describe('a card that failed', () => {
  it('shows zeros and says so, while the others have their figures', async () => {
    await openWith({ clientMetrics: { state: 'failed' } });
    const metrics = await card('Client Metrics Overview');
    expect(figure(metrics, 'Active clients')).toContain('0');
    expect(figure(metrics, 'On track')).toContain('0%');
    expect(figure(metrics, 'Most consistent')).toContain('Error loading data');
    expect(figure(await card('Pipeline Summary'), 'Leads')).toContain('5');
    expect(await screen.findByText('Error loading metrics')).toBeDefined();
    expect(screen.getAllByText('Failed to load client metrics').length).toBeGreaterThan(0);
  });

  it('is asked for again by its button', async () => {
    await openWith({ pipeline: { state: 'failed' } }, {});
    const pipeline = await card('Pipeline Summary');
    expect(pipeline.textContent).toContain('Failed to load pipeline metrics');
    expect(figure(pipeline, 'Leads')).toContain('0');
    fireEvent.click(within(pipeline).getByRole('button', { name: 'Try again' }));
    expect(await within(pipeline).findByText('40%')).toBeDefined();
    expect(within(pipeline).queryByRole('alert')).toBeNull();
  });

  it('says so for suggestions', async () => {
    await openWith({ suggestions: { state: 'failed' } });
    expect((await card('AI Assistant Suggestions')).textContent).toContain('Failed to load AI suggestions');
  });
});

describe('clients that the plan does not cover', () => {
  it('are one line with a way to the plans', async () => {
    await openWith({ cover: { state: 'ready', data: { cap: 5, readOnly: 3 } } });
    expect((await card('Read-only clients')).textContent).toBe(
      '3 clients are read-only: your plan covers 5. Compare plans',
    );
  });

  it.each([
    ['there are none', { state: 'ready', data: { cap: 5, readOnly: 0 } }],
    ['they could not be counted', { state: 'failed' }],
  ] as const)('are not mentioned when %s', async (_, cover) => {
    await openWith({ cover });
    await card("Today's Agenda");
    expect(screen.queryByRole('region', { name: 'Read-only clients' })).toBeNull();
  });
});
