import type { LoggedSet, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ClientWorkouts } from './client-workouts.tsx';

const LOG_ID = '0190a5a0-0000-7000-8000-600000000003';
const AT = '2026-11-21T18:00:00.000Z';
const BASE = `/rest/v1/clients/${CLIENT_ID}/workouts`;
const aSet = (position: number, changes: Partial<LoggedSet> = {}): LoggedSet => ({
  id: `bench000.${position}`,
  exerciseKey: 'bench000',
  position,
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
  ...changes,
});
const log: WorkoutLog = {
  id: LOG_ID,
  head: {
    clientProgramId: null,
    dayKey: null,
    weekNumber: null,
    day: '2026-11-21',
    name: 'Push A',
    groups: [],
    exercises: [
      {
        key: 'bench000',
        exerciseId: 'bench-press',
        name: 'Bench press',
        group: '',
        notes: '',
        alternatives: [],
        sets: [
          {
            count: 3,
            reps: '8-10',
            kind: 'normal',
            load: { unit: 'percent', value: 80 },
            tempo: null,
            rest: 90,
            effort: { scale: 'rir', value: 2 },
          },
        ],
        swappedFrom: null,
      },
    ],
    startedAt: AT,
    finishedAt: AT,
    note: '',
    deleted: false,
    changedAt: AT,
    pains: [
      {
        id: 'a0000000-0000-4000-8000-000000000001',
        part: 'shoulder',
        level: 'moderate',
        note: 'Pinches',
        exerciseKey: 'bench000',
        at: AT,
        deleted: false,
        changedAt: AT,
      },
    ],
  },
  sets: [aSet(0, { rir: 1 }), aSet(1, { weightKg: 57.5, reps: 7 }), aSet(7, { id: 'own-1', reps: 12 })],
};
const comments: { id: string; setId: string | null; text: string; at: string }[] = [];

async function openLog({ readOnly = false } = {}) {
  server.on(`GET ${BASE}`, {
    workouts: [
      {
        id: LOG_ID,
        day: '2026-11-21',
        name: 'Push A',
        startedAt: AT,
        finishedAt: AT,
        sets: 3,
        plannedSets: 5,
        volumeKg: 1500,
        records: 0,
        pains: 1,
        comments: 0,
        importedFrom: null,
      },
    ],
    nextCursor: null,
    adherence: { done: 0, due: 0 },
  });
  server.on(`GET ${BASE}/${LOG_ID}`, () => json({ log, comments, records: [] }));
  show(<ClientWorkouts coachId={COACH_ID} clientId={CLIENT_ID} firstName="Jonas" units="metric" readOnly={readOnly} />);
  fireEvent.click(await screen.findByRole('button', { name: /^Push A/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Push A' }));
  await dialog.findByRole('table');
  return dialog;
}
beforeEach(() => {
  comments.length = 0;
});

it('shows each set as planned and as done', async () => {
  const dialog = await openLog();
  const rows = dialog.getAllByRole('row').map((row) => [...row.querySelectorAll('th, td')].slice(0, 3));
  expect(rows.map((cells) => cells.map(({ textContent }) => textContent))).toEqual([
    ['Set', 'Planned', 'Done'],
    ['1', '8–10 at 80% of 1RM, RIR 2', '60 kg × 8, RIR 1'],
    ['2', '8–10 at 80% of 1RM, RIR 2', '57.5 kg × 7'],
    ['3', '8–10 at 80% of 1RM, RIR 2', 'Not done'],
    ['4', 'Added', '60 kg × 12'],
  ]);
});

it('lists each workout with planned against done', async () => {
  await openLog();
  expect(screen.getByText(/^Sat, Nov 21, 3 of 5 sets, 1,500 kg$/)).toBeDefined();
});

it('says during which exercise it hurt', async () => {
  const dialog = await openLog();
  expect(dialog.getByRole('alert').textContent).toBe(
    'Shoulder, during Bench press. Moderate: I changed something. “Pinches”',
  );
});

it('takes a comment on a set where it stands, and shows it there', async () => {
  const dialog = await openLog();
  expect(dialog.queryByRole('button', { name: 'Comment on Bench press, set 3' })).toBeNull();
  server.on(`POST ${BASE}/${LOG_ID}/comments`, async (request: Request) => {
    const { comment } = await request.json();
    comments.push({ ...comment, at: AT });
    return json({ ...comment, at: AT });
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Comment on Bench press, set 2' }));
  const field = dialog.getByRole('textbox', { name: 'Comment on Bench press, set 2' });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'Pause at the chest' } });
  fireEvent.click(dialog.getAllByRole('button', { name: 'Send comment' })[0] ?? expect.fail('no button'));
  await waitFor(() => expect(comments).toMatchObject([{ setId: 'bench000.1', text: 'Pause at the chest' }]));
  const said = await dialog.findByText('Pause at the chest');
  expect(said.closest('tr')?.previousElementSibling?.textContent).toContain('57.5 kg');
  await waitFor(() => expect(dialog.queryByRole('textbox', { name: 'Comment on Bench press, set 2' })).toBeNull());
});

it('only shows what a coach who cannot write may read', async () => {
  comments.push({ id: LOG_ID, setId: null, text: 'Well done', at: AT });
  const dialog = await openLog({ readOnly: true });
  expect(dialog.getByText('Well done')).toBeDefined();
  expect(dialog.queryByRole('button', { name: /^Comment on/ })).toBeNull();
  expect(dialog.queryByRole('textbox')).toBeNull();
});
