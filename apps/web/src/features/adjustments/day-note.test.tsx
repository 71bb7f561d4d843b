import type { PlannedWorkout } from '@stridewell/contract/workouts/workouts';
import { workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mountWorkouts } from '../../../test/mount-workouts.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const PROGRAM = '0190a5a0-0000-7000-8000-000000000071';
const TODAY = '2026-03-03';

const planned = (dayKey: string, day: string, status: PlannedWorkout['status']): PlannedWorkout => ({
  logId: workoutId(PROGRAM, dayKey, day),
  day,
  dayKey,
  weekNumber: 1,
  name: `Workout ${dayKey}`,
  minutes: 40,
  workout: { name: '', duration: null, notes: '', exercises: [], groups: [] },
  status,
  records: 0,
});

const note = (dayKey: string, changes: object = {}) => ({
  clientProgramId: PROGRAM,
  dayKey,
  day: null,
  text: `Note of ${dayKey}`,
  held: false,
  ...changes,
});

function answerWeek(week: PlannedWorkout[], own: object) {
  server.on('GET /rest/v1/workouts/own', {
    today: TODAY,
    programName: 'Strength',
    week,
    logs: [],
    previous: [],
    readOnly: false,
  });
  server.on('GET /rest/v1/workouts/own/logs', { workouts: [], nextCursor: null });
  server.on('GET /rest/v1/adjustments/own', own);
}
async function openWeek(week: PlannedWorkout[], own: object) {
  answerWeek(week, own);
  await mountWorkouts();
  await screen.findByText('Strength');
}

it('a changed day says why, as long as the note is about its date', async () => {
  await openWeek(
    [
      planned('day000', TODAY, 'today'),
      planned('day001', '2026-03-05', 'upcoming'),
      planned('day002', '2026-03-06', 'done'),
    ],
    {
      notes: [note('day000', { day: TODAY }), note('day001', { day: '2026-03-07' }), note('day002')],
      today: [],
    },
  );
  const today = within(await screen.findByRole('region', { name: 'Today’s workout' }));
  expect(await today.findByText('Note of day000')).toBeDefined();
  expect(screen.queryByText('Note of day001')).toBeNull();
  expect(screen.queryByText('Note of day002')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Do it today' })).toBeNull();
});

it('a missed day is done today with one tap, unless that is no longer possible', async () => {
  await openWeek([planned('day000', '2026-03-02', 'missed')], {
    notes: [],
    today: [{ clientProgramId: PROGRAM, dayKey: 'day000' }],
  });
  const sent: object[] = [];
  server.on('POST /rest/v1/adjustments/own/today', async (request: Request) => {
    sent.push(await request.json());
    return json({ day: null });
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Do it today' }));
  expect(await screen.findByText('This workout cannot be moved to today. Please ask your coach.')).toBeDefined();
  server.on('POST /rest/v1/adjustments/own/today', { day: TODAY });
  fireEvent.click(screen.getByRole('button', { name: 'Do it today' }));
  expect(await screen.findByText('Moved to today')).toBeDefined();
  await waitFor(() => expect(sent).toEqual([{ clientProgramId: PROGRAM, dayKey: 'day000' }]));
});

it('a day on hold says so on the page', async () => {
  answerWeek([planned('day000', TODAY, 'today')], { notes: [note('day000', { held: true })], today: [] });
  await openApp('/client/workouts', aClient());
  await screen.findByText('Strength');
  expect((await screen.findByRole('alert')).textContent).toBe('Note of day000');
});
