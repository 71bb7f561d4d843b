import type { HistoryMatch } from '@stridewell/contract/workouts/workouts.history.rules';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { OwnWorkouts } from './own-workouts.tsx';
import type { HistoryRequest } from './workouts.import.ts';
import type { OwnWorkouts as OwnWeek } from './workouts.queries.ts';

const HEADER =
  'Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE';
const rowOf = (day: number, exercise: string) =>
  `2025-03-${String(day).padStart(2, '0')} 18:00:00,Legs,1h,${exercise},1,100,5,0,0,,,`;
const fileOf = (...rows: string[]) => new File([[HEADER, ...rows].join('\n')], 'strong.csv', { type: 'text/csv' });

const MATCHES: HistoryMatch[] = [
  { name: 'Squat (Barbell)', isSure: false, options: [{ exerciseId: 'back-squat', name: 'Back squat' }] },
  { name: 'Bench Press (Barbell)', isSure: true, options: [{ exerciseId: 'bench-press', name: 'Bench press' }] },
];

const WEEK: OwnWeek = {
  today: '2026-11-21',
  programName: null,
  week: [],
  following: null,
  logs: [],
  previous: [],
  substitutes: [],
  guides: [],
  readOnly: false,
};

/** The dialog after a file was chosen, and what is sent. */
async function choose(file: File, { refuseFrom = Number.POSITIVE_INFINITY } = {}) {
  const sent: HistoryRequest[] = [];
  server.on('POST /rest/v1/workouts/own/history/exercises', { matches: MATCHES });
  server.on('POST /rest/v1/workouts/own/history', async (request: Request) => {
    const input: HistoryRequest = await request.json();
    sent.push(input);
    return sent.length >= refuseFrom ? json({}, 500) : json({ added: input.workouts.length - 1, known: 1 });
  });
  server.on('GET /rest/v1/workouts/own/logs', { workouts: [], nextCursor: null });
  server.on('GET /rest/v1/workouts/own', WEEK);
  await mount(<OwnWorkouts userId={CLIENT_ID} coachId={COACH_ID} units="metric" noteOf={() => null} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Import workouts from Hevy or Strong' }));
  fireEvent.change(await screen.findByLabelText('File with workouts'), { target: { files: [file] } });
  return sent;
}
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Import workouts' }));

it('asks for what the file does not say, and sends the workouts in parts', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => rowOf(index + 1, 'Squat (Barbell)'));
  const sent = await choose(fileOf(...rows, rowOf(25, 'Bench Press (Barbell)'), 'soon,Legs,,Squat,1,5,5,0,0,,,'));
  expect(await screen.findByText('25 workouts from Mar 1, 2025 to Mar 25, 2025, 26 sets.')).toBeDefined();
  expect(screen.getByText(/Row 28: Didn’t understand the date “soon”/)).toBeDefined();
  fireEvent.change(screen.getByLabelText(/^Unit of the weights/), { target: { value: 'lb' } });
  expect(screen.queryByLabelText(/^Unit of the distances/)).toBeNull();
  expect(await screen.findByText(/^1 exercise of 2 keeps its name/)).toBeDefined();
  const squat = screen.getByLabelText(/^Squat/);
  fireEvent.change(squat, { target: { value: 'back-squat' } });
  confirm();
  expect(await screen.findByText('23 workouts were added.')).toBeDefined();
  expect(screen.getByText(/^2 workouts were already there/)).toBeDefined();
  expect(sent.map(({ workouts }) => workouts.length)).toEqual([20, 5]);
  expect(sent[0]).toMatchObject({
    source: 'strong',
    timeZone: 'America/New_York',
    workouts: [
      {
        startedAt: '2025-03-25T18:00:00',
        exercises: [
          { exerciseId: 'back-squat', name: 'Back squat', sets: [{ weightKg: 45.36 }] },
          { exerciseId: 'bench-press', name: 'Bench press' },
        ],
      },
      {},
      ...Array(18).fill({}),
    ],
  });
});

it('keeps names that are not chosen, and says what a failure means', async () => {
  const sent = await choose(fileOf(rowOf(1, 'Squat (Barbell)')), { refuseFrom: 1 });
  await screen.findByText(/^1 exercise of 1 keeps its name/);
  confirm();
  expect(await screen.findByText(/those that are there are not added twice/)).toBeDefined();
  await waitFor(() =>
    expect(sent[0]?.workouts[0]?.exercises).toMatchObject([{ exerciseId: null, name: 'Squat (Barbell)' }]),
  );
});

it('says what is wrong with another file', async () => {
  await choose(new File(['name,email'], 'x.csv'));
  expect(await screen.findByText(/^This is not a workout export of Hevy or Strong/)).toBeDefined();
});
