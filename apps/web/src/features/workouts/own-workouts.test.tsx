import { addDays, dayInZone } from '@stridewell/contract/time';
import type { PlannedWorkout, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aClientDashboard } from '../../../test/dashboard.ts';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { OwnWorkouts } from './own-workouts.tsx';
import type { OwnWorkouts as Answer } from './workouts.queries.ts';

const PROGRAM = '0190a5a0-0000-7000-8000-600000000002';
const target = { count: 2, reps: '8', kind: 'normal', load: null, effort: null, tempo: null, rest: 0 } as const;
const bench = {
  key: 'bench000',
  exerciseId: 'bench-press',
  name: 'Bench press',
  group: '',
  sets: [target],
  notes: '',
  alternatives: [],
};

let number = 0;
beforeEach(() => {
  // Each test has other workouts, because the page keeps them in memory.
  number += 1;
});
function aDay(name: string, day: string, status: PlannedWorkout['status']): PlannedWorkout {
  const dayKey = `${name.toLowerCase().replace(' ', '')}0${number}`;
  return {
    logId: workoutId(PROGRAM, dayKey, day),
    day,
    dayKey,
    weekNumber: 2,
    name,
    minutes: 40,
    status,
    records: 0,
    workout: { name: '', duration: null, notes: '', groups: [], exercises: [bench] },
  };
}
const aWeek = (today: string, week: PlannedWorkout[], changes: Partial<Answer> = {}): Answer => ({
  today,
  programName: 'Strength',
  week,
  following: null,
  logs: [],
  previous: [],
  substitutes: [],
  guides: [],
  readOnly: false,
  ...changes,
});
const mountWorkouts = () =>
  mount(<OwnWorkouts userId={CLIENT_ID} coachId={COACH_ID} units="metric" noteOf={() => null} />);
const textsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the week of a client', () => {
  beforeEach(() => server.on('GET /rest/v1/workouts/own/logs', { workouts: [], nextCursor: null }));

  it('has its own days alone, and names apart what was missed the week before', async () => {
    // A Wednesday.
    const week = [
      aDay('Legs last', '2026-11-20', 'missed'),
      aDay('Day one', '2026-11-23', 'missed'),
      aDay('Day two', '2026-11-27', 'upcoming'),
    ];
    server.on('GET /rest/v1/workouts/own', aWeek('2026-11-25', week));
    await mountWorkouts();
    await screen.findByRole('region', { name: 'This week' });
    expect(textsOf('This week')).toEqual(['Day oneMon, Nov 23, 40 minMissed', 'Day twoFri, Nov 27, 40 min']);
    expect(textsOf('Missed last week')).toEqual(['Legs lastFri, Nov 20, 40 minMissed']);
    expect(screen.getByText('No workout today.')).toBeDefined();
    expect(screen.getByText('Next: Day two, Fri')).toBeDefined();
  });
});

it('lists earlier workouts with planned against done', async () => {
  const done = { day: '2026-11-20', startedAt: '2026-11-20T18:00:00.000Z', finishedAt: '2026-11-20T19:00:00.000Z' };
  const figures = { sets: 9, plannedSets: 12, volumeKg: 1500, records: 0, pains: 0, comments: 0, importedFrom: null };
  const logs = [{ id: '0190a5a0-0000-7000-8000-600000000009', name: 'Push A', ...done, ...figures }];
  server.on('GET /rest/v1/workouts/own', aWeek('2026-11-25', []));
  server.on('GET /rest/v1/workouts/own/logs', { workouts: logs, nextCursor: null });
  await mountWorkouts();
  expect(await screen.findByText(/^Fri, Nov 20, 9 of 12 sets, /)).toBeDefined();
});

it.each([
  ['a program that has not started', null, { day: '2026-11-30', name: 'Upper' }, 'Your program has not started yet'],
  ['a week of rest', 'Strength', { day: '2026-12-07', name: 'Upper' }, 'No workouts this week'],
  ['no program', null, null, 'No program yet'],
])('%s has its own title', async (_, programName, following, title) => {
  server.on('GET /rest/v1/workouts/own', aWeek('2026-11-28', [], { programName, following }));
  server.on('GET /rest/v1/workouts/own/logs', { workouts: [], nextCursor: null });
  await mountWorkouts();
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.queryByText(/^Next: Upper/) !== null).toBe(following !== null);
});

describe('a workout that was just done', () => {
  const today = dayInZone(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);

  /** Does one of two sets of today's workout, and leaves it. */
  async function trainFrom(path: string, sync: (log: WorkoutLog) => Response) {
    const week = [aDay('Push day', today, 'today')];
    const next = { day: addDays(today, 3), name: 'Pull day' };
    const previous = [
      {
        exerciseId: 'bench-press',
        name: 'Bench press',
        day: addDays(today, -7),
        sets: [],
        best: { oneRepMaxKg: 70, weightKg: 60 },
        maxKg: 70,
      },
    ];
    server.on('GET /rest/v1/workouts/own', aWeek(today, week, { following: next, previous }));
    server.on('GET /rest/v1/workouts/own/logs', { workouts: [], nextCursor: null });
    server.on('GET /rest/v1/dashboards/client', aClientDashboard(today));
    const logId = week[0]?.logId ?? '';
    server.on(`POST /rest/v1/workouts/${logId}/sync`, async (request: Request) => sync((await request.json()).log));
    server.on(`GET /rest/v1/workouts/own/logs/${logId}`, () => json({ code: 'NOT_FOUND', message: '' }, 404));
    const app = await openApp(path, aClient());
    fireEvent.click(await screen.findByRole('link', { name: 'Start workout' }));
    const weight = await screen.findByRole('textbox', { name: 'Bench press, set 1: weight in kg' });
    fireEvent.change(weight, { target: { value: '65' } });
    fireEvent.click(screen.getByRole('button', { name: 'Bench press, set 1: mark as done' }));
    fireEvent.click(screen.getByRole('button', { name: 'Finish workout' }));
    const question = within(await screen.findByRole('dialog', { name: 'Finish with 1 open set?' }));
    fireEvent.click(question.getByRole('button', { name: 'Finish workout' }));
    expect((await screen.findByRole('group', { name: 'Sets' })).textContent).toBe('Sets1 of 2');
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(app.path()).toBe(path));
    return within(await screen.findByRole('region', { name: 'Done today' }));
  }

  it('is on the page it was started from, with its result and what comes next', async () => {
    const card = await trainFrom('/client/workouts', (log) => json(log));
    expect(card.getByRole('heading', { name: 'Push day done' })).toBeDefined();
    expect(card.getByText('1 of 2 sets, 1 record')).toBeDefined();
    expect(card.getByText(/^Next: Pull day, /)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Start workout' })).toBeNull();
    expect(screen.queryByText('No workout today.')).toBeNull();
  });

  it('is on the dashboard without a connection, also in its week', async () => {
    const card = await trainFrom('/client/dashboard', () => {
      throw new TypeError('Failed to fetch');
    });
    expect(card.getByText('1 of 2 sets, 1 record')).toBeDefined();
    expect(await card.findByText(/^No connection\. Every set is saved on this device/)).toBeDefined();
    const days = within(await screen.findByRole('region', { name: 'This week' })).getAllByRole('listitem');
    expect(days.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('workout done')]);
  });
});
