import { weighInEnds, weightFiguresOf } from '@stridewell/contract/clients/clients.figures.rules';
import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import { weightSlope } from '@stridewell/contract/progress/progress.rules';
import { dayInZone } from '@stridewell/contract/time';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aClientDashboard } from '../../../test/dashboard.ts';
import { mount } from '../../../test/mount.tsx';
import { mountBelowToday, mountWithoutCoach } from '../../../test/mount-client-dashboard.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { TodayCard } from './today-card.tsx';
import { WeekStrip } from './week-strip.tsx';

const TODAY = '2026-03-02';
const sessionAt = (at: Date) => ({
  id: CLIENT_ID,
  clientId: CLIENT_ID,
  clientName: 'Jonas Lind',
  sessionDate: at.toISOString(),
  sessionType: 'Strength session',
  location: 'Studio',
  meetingUrl: null,
  status: 'scheduled' as const,
});

/** Mounts the tasks of a client’s day. */
async function openToday(changes: Partial<ClientDashboard>) {
  const dashboard = aClientDashboard(TODAY, changes);
  await mount(<TodayCard dashboard={dashboard} former={false} aroundCheckIn={(checkIn) => checkIn} />);
  return within(await screen.findByRole('region', { name: 'Today' }));
}

/** Mounts the week of a client. @returns its days */
async function openWeek(changes: Partial<ClientDashboard>) {
  const { week, today, weights, nearSessions } = aClientDashboard(TODAY, changes);
  await mount(
    <WeekStrip week={week} today={today} weights={weights} nearSessions={nearSessions} trainedDays={new Set()} />,
  );
  return within(await screen.findByRole('region', { name: 'This week' })).getAllByRole('listitem');
}

const titles = (today: Pick<typeof screen, 'getAllByRole'>) =>
  today.getAllByRole('heading').map((title) => title.textContent);
const DUE = { state: 'due', dueDay: TODAY, nextDay: '2026-03-09', missed: 0 } as const;

describe('today', () => {
  it('begins with the check-in, then the session, then what is unread', async () => {
    const soon = new Date(Date.now() + 3_600_000);
    const today = await openToday({ checkIn: DUE, unread: 2, nextSession: sessionAt(soon) });
    const [first, second, third] = titles(today);
    expect(first).toBe('Your check-in is due');
    expect(second).toMatch(/^Session (today|tomorrow), \d/);
    expect(third).toBe('2 new messages');
    expect(today.getByText('From Maya Okafor')).toBeDefined();
    expect(today.getByText('Strength session, Studio')).toBeDefined();
    expect(today.getByRole('link', { name: 'Start check-in' }).getAttribute('href')).toBe('/client/check-in');
  });

  it('leads to the meeting of the next session', async () => {
    const soon = { ...sessionAt(new Date(Date.now() + 3_600_000)), location: null, meetingUrl: 'https://zoom.us/j/1' };
    const today = await openToday({ nextSession: soon });
    expect(today.getByText('Strength session')).toBeDefined();
    expect(today.getByRole('link', { name: 'Join the meeting' }).getAttribute('href')).toBe(soon.meetingUrl);
  });

  it('says when nothing is needed, and what comes next', async () => {
    const later = new Date(Date.now() + 5 * 86_400_000);
    const today = await openToday({ nextSession: sessionAt(later) });
    expect(titles(today)).toEqual(['Nothing needed today']);
    expect(today.getByText('Enjoy the day. Your next check-in is due on Thu, Mar 5.')).toBeDefined();
    expect(today.queryByRole('link')).toBeNull();
  });

  it('tells since when a check-in is overdue', async () => {
    const today = await openToday({ checkIn: { ...DUE, state: 'overdue', dueDay: '2026-03-01' } });
    expect(today.getByText(/It was due yesterday\./)).toBeDefined();
  });

  it.each([
    [
      'a check-in of today',
      { checkIn: { ...DUE, state: 'done' as const }, week: [{ day: TODAY, due: true, done: true, workout: null }] },
      'Your check-in is done',
    ],
    ['a break', { checkIn: { ...DUE, state: 'paused' as const, nextDay: null } }, 'Your check-ins are paused'],
    [
      'a workout alone',
      { week: [{ day: TODAY, due: false, done: false, workout: 'planned' as const }] },
      'No check-in today',
    ],
    ['a message alone', { unread: 1 }, 'No check-in today'],
  ])('has words for %s', async (_, changes, title) => {
    expect(titles(await openToday(changes))[0]).toBe(title);
  });
});

describe('the way to the goal', () => {
  const at = (...kg: number[]) => kg.map((weightKg, index) => ({ day: `2026-02-0${index + 1}`, weightKg }));
  it.each([
    ['on the way', 80, 70, at(80, 76), '40% of the way, 6.0 kg to go.'],
    ['the other way', 80, 70, at(80, 82), '2.0 kg above the start, 12.0 kg to go.'],
    ['not started', 80, 70, at(80, 80), 'At the start, 10.0 kg to go.'],
    ['there', 80, 70, at(80, 69), 'You have reached your goal weight.'],
    ['gaining', 60, 65, at(60, 61), '20% of the way, 4.0 kg to go.'],
  ])('shows the progress: %s', async (_, startWeightKg, goalWeightKg, weights, words) => {
    const trended = { slope: weightSlope(weights), today: TODAY };
    const weight = weightFiguresOf(weighInEnds(weights), { startWeightKg, goalWeightKg }, trended);
    await mountBelowToday(aClient(), aClientDashboard(TODAY, { weight, goalWeightKg, weights }));
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe('the week', () => {
  it('shows what was logged on each day, and what is planned', async () => {
    const zone = aClient().user.timeZone;
    const dayOf = (at: Date) => dayInZone(at, zone);
    const [past, soon] = [new Date(Date.now() - 2 * 86_400_000), new Date(Date.now() + 2 * 86_400_000)];
    const none = dayOf(new Date());
    const days = await openWeek({
      week: [past, soon]
        .map((at) => ({ day: dayOf(at), due: true, done: at === past, workout: null }))
        .concat({ day: none, due: false, done: false, workout: null }),
      weights: [{ day: dayOf(past), weightKg: 80 }],
      nearSessions: [
        { ...sessionAt(past), status: 'completed' },
        { ...sessionAt(soon), id: COACH_ID },
      ],
    });
    expect(days.map(({ textContent }) => textContent?.replace(/^\w+: /, '').replace(/[A-Z][a-z]{2}\d+$/, ''))).toEqual([
      'checked in, weight logged, session done',
      'check-in due, session planned',
      'nothing planned',
    ]);
  });

  it('says which workouts are done, missed and planned, and never that nothing is planned on such a day', async () => {
    const marks = ['done', 'missed', 'planned', null] as const;
    const days = await openWeek({
      week: marks.map((workout, index) => ({ day: `2026-03-0${index + 2}`, due: false, done: false, workout })),
    });
    expect(days.map(({ textContent }) => textContent?.replace(/[A-Z][a-z]{2}\d+$/, ''))).toEqual([
      'Monday: workout done',
      'Tuesday: workout missed',
      'Wednesday: workout planned',
      'Thursday: nothing planned',
    ]);
  });
});

describe('an invitation that waits', () => {
  const invitation = {
    coachId: COACH_ID,
    clientId: CLIENT_ID,
    coachName: 'Ana Silva',
    expiresAt: '2026-12-01T12:00:00.000Z',
  };
  const ACCEPT = `POST /rest/v1/my_invitations/${COACH_ID}/${CLIENT_ID}/accept`;

  it('says what becomes of the coach they have, and what went wrong', async () => {
    server.on('GET /rest/v1/my_invitations', { invitations: [invitation] });
    await mountBelowToday(aClient(), aClientDashboard(TODAY));
    const card = within(await screen.findByRole('region', { name: 'Invitation from Ana Silva' }));
    expect(card.getByText(/You train with Maya Okafor\. Accept/)).toBeDefined();
    server.on(ACCEPT, () => json({ message: 'no' }, 500));
    fireEvent.click(card.getByRole('button', { name: 'Accept and switch' }));
    expect((await card.findByRole('alert')).textContent).toContain('Nothing was changed');
  });

  it('says how to see one where the address is not verified', async () => {
    await mountWithoutCoach({ emailVerified: false });
    expect(await screen.findByText(/once it is verified/)).toBeDefined();
    expect(screen.getByLabelText('Invitation link')).toBeDefined();
  });

  it('is accepted from the dashboard of a client without a coach', async () => {
    server.on('GET /rest/v1/my_invitations', { invitations: [invitation] });
    server.on('GET /rest/v1/dashboards/client', null);
    const app = await openApp('/client/dashboard', aClient({ client: null }));
    const card = within(await screen.findByRole('region', { name: 'Invitation from Ana Silva' }));
    server.on(ACCEPT, { coachId: COACH_ID, clientId: CLIENT_ID });
    fireEvent.click(card.getByRole('button', { name: 'Accept invitation' }));
    await waitFor(() => expect(app.path()).toBe('/client-onboarding'));
  });
});

describe('the page of a former client', () => {
  it('gives them nothing to do', async () => {
    server.on('GET /rest/v1/dashboards/client', aClientDashboard(TODAY, { checkIn: DUE, unread: 3 }));
    await openApp('/client/dashboard', aClient({ client: { status: 'ended' } }));
    const today = within(await screen.findByRole('region', { name: 'Today' }));
    expect(titles(today)).toEqual(['Your coaching has ended']);
    expect(today.queryByRole('link')).toBeNull();
    expect(await screen.findByRole('region', { name: 'Train with a coach again' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Message' })).toBeNull();
  });
});
