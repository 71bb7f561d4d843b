import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mountUnsent } from '../../../test/mount-unsent.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { untilSent } from '../../../test/until-sent.ts';

const FORMER = '0190a5a0-0000-7000-8000-00000000000a';
const idOf = (index: number) => `0190a5a0-0000-7000-8000-50000000000${index}`;
const SYNC = (index: number) => `POST /rest/v1/workouts/${idOf(index)}/sync`;
const AT = '2026-11-20T08:00:00.000Z';

/** A workout that is on the device alone. */
function leaveWorkout(index: number, name: string, coachId = COACH_ID) {
  const key = 'bench000';
  const log: WorkoutLog = {
    id: idOf(index),
    head: {
      clientProgramId: null,
      dayKey: null,
      weekNumber: null,
      day: '2026-11-20',
      name,
      groups: [],
      startedAt: AT,
      finishedAt: null,
      note: 'Slow',
      pains: [],
      deleted: false,
      changedAt: AT,
      exercises: [
        {
          key,
          exerciseId: null,
          name: 'Bench press',
          group: '',
          notes: '',
          alternatives: [],
          swappedFrom: null,
          sets: [{ count: 1, reps: '8', kind: 'normal', load: null, effort: null, tempo: null, rest: null }],
        },
      ],
    },
    sets: [
      {
        id: `${key}.0`,
        exerciseKey: key,
        position: 0,
        kind: 'normal',
        weightKg: 60,
        reps: 8,
        seconds: null,
        metres: null,
        rir: null,
        note: '',
        done: true,
        deleted: false,
        changedAt: AT,
      },
    ],
  };
  const entry = JSON.stringify({ log, pending: true });
  window.localStorage.setItem(`stridewell.workout.${CLIENT_ID}.${coachId}.${log.id}`, entry);
}
const card = () => screen.findByRole('region', { name: /^Workout/ });

it('a workout that the server refuses says why, and is sent again on request', async () => {
  leaveWorkout(2, 'Push B');
  server.refuse(SYNC(2), 403, 'COACH_PLAN_FULL', 'Your coach’s plan is full.');
  await mountUnsent('workouts', aClient());
  const shown = await card();
  await untilSent(() => expect(within(shown).getByText('Your coach’s plan is full.')).toBeDefined());
  server.on(SYNC(2), async (request: Request) => json((await request.json()).log));
  fireEvent.click(within(shown).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Workout/ })).toBeNull());
});

it('a workout for a former coach is listed with every set, and can be copied or discarded', async () => {
  leaveWorkout(1, 'Push A', FORMER);
  await openApp('/client/profile', aClient());
  await screen.findByText('1 workout cannot be sent');
  fireEvent.click(screen.getByRole('link', { name: 'Look at it' }));
  const shown = await card();
  expect(shown.textContent).toContain('The coaching for this workout has ended, so it cannot be sent.');
  expect(shown.textContent).toMatch(/Push A, .*Nov 20, 2026\nBench press: 60 kg × 8\nSlow/);
  expect(within(shown).queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(within(shown).getByRole('button', { name: 'Discard' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText(/^Nothing is waiting/)).toBeDefined();
});

it('a workout that waits is counted in the question before signing out', async () => {
  leaveWorkout(3, 'Push C');
  server.on(SYNC(3), {}, 503);
  await openApp('/client/profile', aClient());
  expect(await screen.findByText('Not sent yet: 1 workout. Trying again automatically')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Your menu' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out before everything is sent?' });
  expect(dialog.textContent).toContain('1 workout has not been sent yet.');
});
