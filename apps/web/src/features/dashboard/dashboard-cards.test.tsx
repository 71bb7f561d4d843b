import type { CoachSession } from '@stridewell/contract/calendar/calendar';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import type { Agenda } from '@stridewell/contract/dashboard/dashboard';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAgenda, openAs, openWith, showDashboard } from '../../../test/dashboard.ts';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const card = (name: string) => screen.findByRole('region', { name });
const figure = (region: HTMLElement, name: string) => within(region).getByRole('group', { name }).textContent;

describe('empty cards', () => {
  it('say so in the words of the day', async () => {
    await showDashboard({});
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

const aSession = (changes: Partial<CoachSession> = {}): CoachSession => ({
  id: '0190a5a0-0000-7000-8000-000000000051',
  clientId: CLIENT_ID,
  clientName: 'Jonas Lind',
  sessionDate: '2020-03-02T09:00:00.000Z',
  sessionType: 'Strength',
  location: null,
  meetingUrl: null,
  status: 'scheduled',
  ...changes,
});
const idOf = (index: number) => `0190a5a0-0000-7000-8000-2000000000${String(index).padStart(2, '0')}`;

describe("today's work", () => {
  const openAgenda = (changes: Partial<Agenda>) =>
    showDashboard({ agenda: { state: 'ready', data: anAgenda({ taskCount: 1, ...changes }) } });
  const group = async (name: string) => within(within(await card("Today's Agenda")).getByRole('region', { name }));
  const addressOf = (row: ReturnType<typeof within>, name: string) =>
    row.getByRole('link', { name }).getAttribute('href');

  it('leads from each row to where it is done, in the order of what is pressing', async () => {
    await openAgenda({
      reviews: {
        total: 1,
        rows: [{ checkInId: idOf(1), clientId: idOf(2), clientName: 'Ada', submittedAt: '2026-02-28T22:00:00.000Z' }],
      },
      adjustments: {
        total: 8,
        rows: [
          ...[21, 22, 23, 24, 25, 26, 27].map((id) => ({
            clientId: idOf(id),
            clientName: `Gus ${id}`,
            open: 1,
            pain: true,
            reason: 'Severe knee pain was reported, so Back squat is replaced.',
          })),
          {
            clientId: idOf(8),
            clientName: 'Fay',
            open: 2,
            pain: false,
            reason: 'Monday’s Legs was missed; Tuesday is free, so it moves there.',
          },
        ],
      },
      targets: {
        total: 1,
        rows: [{ clientId: idOf(8), clientName: 'Fay', fromKcal: 2200, toKcal: 2050 }],
      },
      followUps: {
        total: 1,
        rows: [{ clientId: idOf(3), clientName: 'Bea', missed: 2, dueDay: '2026-03-01', lastContactDay: '2026-02-21' }],
      },
      unread: [
        { clientId: idOf(4), clientName: 'Cid', unread: 3, since: '2026-03-01T08:00:00.000Z' },
        { clientId: idOf(6), clientName: 'Eve', unread: 1, since: '2026-03-02T08:00:00.000Z' },
      ],
      sessions: [aSession({ clientId: idOf(5), clientName: 'Dan', sessionDate: '2026-03-02T15:00:00.000Z' })],
      payments: [{ plan: 'pro', graceUntil: null }],
      taskCount: 6,
    });
    const agenda = within(await card("Today's Agenda"));
    expect(agenda.getByText('6 tasks')).toBeDefined();
    expect(agenda.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'Sessions today',
      'Pain reported',
      'Payments',
      'Unread messages',
      'Check-ins to review',
      'Suggested changes',
      'Missed check-ins',
    ]);
    const base = `/coach/${COACH_ID}`;
    expect(agenda.getByText(/^Waiting \d days?$/)).toBeDefined();
    expect(addressOf(agenda, 'Review: Ada')).toBe(`${base}/check-ins/${idOf(1)}`);
    expect(addressOf(agenda, 'Ada')).toBe(`${base}/client/${idOf(2)}`);
    expect(agenda.getByText(/^2 changes\. Monday’s Legs was missed/)).toBeDefined();
    // Pain is never behind "Show all".
    expect(agenda.getAllByRole('link', { name: /^Review: Gus/ })).toHaveLength(7);
    expect(agenda.queryByRole('button', { name: /Show all/ })).toBeNull();
    // The same client may have both, and each leads to its tab.
    const ofFay = agenda.getAllByRole('link', { name: 'Review: Fay' }).map((link) => link.getAttribute('href'));
    expect(ofFay).toEqual([`${base}/client/${idOf(8)}?tab=training`, `${base}/client/${idOf(8)}?tab=nutrition`]);
    expect(agenda.getByText('Suggested target: 2,050 kcal instead of 2,200 kcal')).toBeDefined();
    expect(agenda.getByText('2 check-ins missed, last contact 9 days ago')).toBeDefined();
    expect(addressOf(agenda, 'Check-ins: Bea')).toBe(`${base}/client/${idOf(3)}?tab=check-ins`);
    expect(agenda.getByText('3 messages since yesterday')).toBeDefined();
    expect(agenda.getByText('1 message today')).toBeDefined();
    expect(addressOf(agenda, 'Read: Cid')).toBe(`${base}/messages/${idOf(4)}`);
    expect(addressOf(agenda, 'Open: Dan')).toBe(`${base}/calendar?view=day&date=2026-03-02`);
    expect(addressOf(agenda, 'Update card: Coach Pro')).toBe('/billing');
  });

  it('names the last day to pay until it has passed', async () => {
    const now = Date.now();
    const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
    await openAgenda({ payments: [{ plan: 'pro', graceUntil: inDays(3) }] });
    expect(await (await group('Payments')).findByText(/^Payment failed, update by /)).toBeDefined();
    cleanup();
    await openAgenda({ payments: [{ plan: 'pro', graceUntil: inDays(-3) }] });
    expect(await (await group('Payments')).findByText('Payment failed')).toBeDefined();
  });

  it('marks the present between past and coming sessions', async () => {
    await openAgenda({
      sessions: [
        aSession({ id: idOf(1), clientName: 'Early', sessionDate: '2026-03-02T08:00:00.000Z', status: 'completed' }),
        aSession({ id: idOf(2), clientName: 'Late', sessionDate: '2026-03-02T17:00:00.000Z' }),
      ],
    });
    const rows = (await group('Sessions today')).getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    expect(rows.map((text) => /Early|Now, 12:00|Late/.exec(text)?.[0])).toEqual(['Early', 'Now, 12:00', 'Late']);
  });

  it('begins with the next session of another day when today has no more', async () => {
    const sessions = [aSession({ id: idOf(1), sessionDate: '2026-03-03T07:00:00.000Z' })];
    await showDashboard({ upcoming: { state: 'ready', data: { sessions } } });
    const next = await group('Next session');
    expect(next.getByText('Tomorrow, 7:00 AM, Strength')).toBeDefined();
    expect(addressOf(next, 'Open: Jonas Lind')).toBe(`/coach/${COACH_ID}/calendar?view=day&date=2026-03-03`);
    cleanup();
    const today = [aSession({ sessionDate: '2026-03-02T17:00:00.000Z' })];
    await showDashboard({
      agenda: { state: 'ready', data: anAgenda({ taskCount: 1, sessions: today }) },
      upcoming: { state: 'ready', data: { sessions: [...today, ...sessions] } },
    });
    await group('Sessions today');
    expect(screen.queryByRole('region', { name: 'Next session' })).toBeNull();
  });

  it('is short until all rows of a long group are wanted', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({
      clientId: idOf(index),
      clientName: `Client ${index}`,
      unread: 1,
      since: '2026-03-02T08:00:00.000Z',
    }));
    await openAgenda({ unread: rows, taskCount: 7 });
    const unread = await group('Unread messages');
    expect(unread.getAllByRole('listitem')).toHaveLength(5);
    fireEvent.click(unread.getByRole('button', { name: 'Show all 7' }));
    expect(unread.getAllByRole('listitem')).toHaveLength(7);
    expect(unread.queryByRole('button')).toBeNull();
  });

  it('has three missed check-ins, with the way to all of them, and fewer once one is done', async () => {
    const rows = [1, 2, 3].map((index) => ({
      clientId: idOf(index),
      clientName: `Client ${index}`,
      missed: 0,
      dueDay: '2026-03-01',
      lastContactDay: null,
    }));
    await openAgenda({ followUps: { total: 5, rows }, taskCount: 3 });
    const missed = await group('Missed check-ins');
    expect(addressOf(missed, 'Show all 5')).toBe(`/coach/${COACH_ID}/clients?status=attention`);
    const sent: string[] = [];
    server.on(`POST /rest/v1/dashboards/coach/${COACH_ID}/dismissed_follow_ups`, async (request) => {
      sent.push((await request.json()).clientId);
      return new Promise<Response>(() => undefined);
    });
    fireEvent.click(missed.getByRole('button', { name: 'Done with Client 2' }));
    await waitFor(() => expect(missed.queryByText('Client 2')).toBeNull());
    expect(sent).toEqual([idOf(2)]);
    // Four are left, so the count of three stays.
    expect((await card("Today's Agenda")).textContent).toContain('3 tasks');
  });

  it('lets the coach finish a task of a flow in one tap', async () => {
    const rows = [1, 2].map((index) => ({
      taskId: idOf(index),
      clientId: idOf(index + 4),
      clientName: `Client ${index}`,
      text: 'Praise the first workout',
      dueOn: '2026-03-01',
    }));
    await openAgenda({ tasks: { total: 2, rows }, taskCount: 2 });
    const tasks = await group('Tasks');
    expect(addressOf(tasks, 'Client 1')).toBe(`/coach/${COACH_ID}/client/${idOf(5)}`);
    const sent: unknown[] = [];
    server.on(`PUT /rest/v1/sequence_tasks/${idOf(2)}`, async (request) => {
      sent.push(await request.json());
      return new Promise<Response>(() => undefined);
    });
    fireEvent.click(tasks.getByRole('button', { name: 'Done: Praise the first workout, Client 2' }));
    await waitFor(() => expect(tasks.queryByText('Client 2')).toBeNull());
    expect(sent).toEqual([{ coachId: COACH_ID, done: true }]);
    expect((await card("Today's Agenda")).textContent).toContain('1 task');
  });
});

describe('the badge of a session', () => {
  const withSession = (session: CoachSession) =>
    showDashboard({ upcoming: { state: 'ready', data: { sessions: [session] } } });
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

  it('stays in place when its own change is announced, until the dashboard refreshes', async () => {
    answerUpdates();
    await openWith({ upcoming: { state: 'ready', data: { sessions: [aSession()] } } });
    await waitFor(() => expect(FakeSocket.made.length).toBeGreaterThan(0));
    FakeSocket.last.say('connect');
    fireEvent.click(await badge('scheduled'));
    await badge('completed');
    const loads = () => server.count(`GET /rest/v1/dashboards/coach/${COACH_ID}`);
    const before = loads();
    FakeSocket.last.say('event', { event: 'session_status', coachId: COACH_ID });
    // Another change reloads the dashboard. The first event would have done so before it.
    FakeSocket.last.say('event', { event: 'calendar', coachId: COACH_ID });
    await waitFor(() => expect(loads()).toBeGreaterThan(before));
    expect(loads()).toBe(before + 1);
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
      minutes: 60,
      bufferBefore: 0,
      bufferAfter: 0,
      notes: '',
      sessionTypeId: null,
      color: 'pine' as const,
      seriesId: null,
      bookedBy: 'coach' as const,
      cancelReason: null,
      version: 4,
    };
    server.on('GET /rest/v1/calendar', {
      timeZone: 'UTC',
      sessions: [session],
      busy: [],
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
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Canceled' }));
    fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'I am ill' } });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel session' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The session with Jonas Lind was restored.')).toBeDefined();
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
    await showDashboard({ clientMetrics: { state: 'failed' } });
    const metrics = await card('Client Metrics Overview');
    expect(figure(metrics, 'Active clients')).toContain('0');
    expect(figure(metrics, 'On track')).toContain('0%');
    expect(figure(metrics, 'Longest streak')).toContain('Error loading data');
    expect(figure(await card('Pipeline Summary'), 'Leads')).toContain('5');
    expect(await screen.findByText('Error loading metrics')).toBeDefined();
    expect(screen.getAllByText('Failed to load client metrics').length).toBeGreaterThan(0);
  });

  it('is asked for again by its button', async () => {
    await showDashboard({ pipeline: { state: 'failed' } }, {});
    const pipeline = await card('Pipeline Summary');
    expect(pipeline.textContent).toContain('Failed to load pipeline metrics');
    expect(figure(pipeline, 'Leads')).toContain('0');
    fireEvent.click(within(pipeline).getByRole('button', { name: 'Try again' }));
    expect(await within(pipeline).findByText('40%')).toBeDefined();
    expect(within(pipeline).queryByRole('alert')).toBeNull();
  });

  it('says so for suggestions', async () => {
    await showDashboard({ suggestions: { state: 'failed' } });
    expect((await card('AI Assistant Suggestions')).textContent).toContain('Failed to load AI suggestions');
  });
});

describe('clients that the plan does not cover', () => {
  it('are one line with a way to the plans', async () => {
    await showDashboard({ cover: { state: 'ready', data: { cap: 5, readOnly: 3 } } });
    expect((await card('Read-only clients')).textContent).toBe(
      '3 clients are read-only: your plan covers 5. Compare plans',
    );
  });

  it.each([
    ['there are none', { state: 'ready', data: { cap: 5, readOnly: 0 } }],
    ['they could not be counted', { state: 'failed' }],
  ] as const)('are not mentioned when %s', async (_, cover) => {
    await showDashboard({ cover });
    await card("Today's Agenda");
    expect(screen.queryByRole('region', { name: 'Read-only clients' })).toBeNull();
  });
});

describe('a locked card', () => {
  it.each([
    ['plan', 'Upgrade to Coach Plus', '/pricing'],
    ['payment', 'Update card', '/billing'],
  ] as const)('whose reason is the %s leads on', async (reason, label, address) => {
    const locked = { state: 'locked', reason, requiredPlan: 'plus' } as const;
    await showDashboard({ revenue: locked, suggestions: locked });
    for (const name of ['Business Performance', 'AI Assistant Suggestions']) {
      const region = await card(name);
      expect(within(region).getByRole('link', { name: label }).getAttribute('href')).toBe(address);
      expect(region.textContent?.includes('Payment required')).toBe(reason === 'payment');
    }
  });
});

describe('the business card', () => {
  const month = { current_month_revenue: 12_500, monthly_expenses: 2500, net_profit: 10_000, profit_margin: 80 };
  const revenue = { state: 'ready' as const, data: { ...month, active_clients: 2, max_capacity: 35 } };
  const withCurrency = (currency: string) => {
    const session = aCoach();
    return { ...session, coach: session.coach && { ...session.coach, currency } };
  };

  it.each([
    ['JPY', '¥12,500', '¥500', 500],
    ['USD', '$125', '$500.25', 50_025],
    ['KWD', 'KWD\u00a012.500', 'KWD\u00a0500.257', 500_257],
  ])('and its dialog are in %s', async (currency, shown, typed, cents) => {
    const sent: unknown[] = [];
    server.on('POST /rest/v1/ledger_entries', async (request) => {
      sent.push(await request.json());
      return json({ id: COACH_ID });
    });
    await openAs(withCurrency(currency), { revenue });
    const business = await card('Business Performance');
    expect(figure(business, 'Revenue')).toContain(shown);
    fireEvent.click(within(business).getByRole('button', { name: 'Add entry' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add revenue or an expense' }));
    const amount: HTMLInputElement = dialog.getByLabelText('Amount');
    fireEvent.change(amount, { target: { value: '500.257' } });
    expect(amount.value).toBe(typed);
    fireEvent.change(dialog.getByRole('combobox', { name: 'Category' }), { target: { value: 'Coaching' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add entry' }));
    await waitFor(() => expect(sent).toMatchObject([{ amountCents: cents }]));
  });
});
