import type { PlannedWorkout, Substitute, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { mountWithOutboxes } from '../../../test/mount-with-outboxes.tsx';
import { aClient, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { newId } from '../../lib/ids.ts';
import { OwnWorkout } from './own-workout.tsx';
import { useLiveWorkouts } from './workouts.live.ts';
import type { OwnWorkouts } from './workouts.queries.ts';

const PROGRAM = '0190a5a0-0000-7000-8000-600000000001';
const TODAY = '2026-11-21';
const idOf = (test: number) => workoutId(PROGRAM, `day00000${test}`, TODAY);

const LONG_NAME = `Standing single-arm ${'half-kneeling '.repeat(4)}press`;
const target = { count: 2, reps: '8-10', kind: 'normal', load: null, effort: null, tempo: null, rest: 90 } as const;
const rated = { ...target, effort: { scale: 'rpe', value: 8 } } as const;
const exercise = (key: string, name: string) => ({
  key,
  exerciseId: key,
  name,
  group: '',
  sets: [target],
  notes: '',
  alternatives: [],
});

function aWeek(test: number, changes: Partial<OwnWorkouts> = {}): OwnWorkouts {
  const planned: PlannedWorkout = {
    logId: idOf(test),
    day: TODAY,
    dayKey: `day00000${test}`,
    weekNumber: 1,
    name: 'Push A',
    minutes: 40,
    workout: {
      name: '',
      duration: null,
      notes: '',
      groups: [],
      exercises: [exercise('bench000', 'Bench press'), { ...exercise('press000', LONG_NAME), sets: [rated] }],
    },
    status: 'today',
    records: 0,
  };
  const option: Substitute = {
    exerciseId: 'push-up',
    name: 'Push-up',
    measure: 'reps',
    equipment: [],
    reason: 'same_movement',
    muscle: 'chest',
    contraindications: ['wrist'],
  };
  return {
    today: TODAY,
    programName: 'Strength',
    week: [planned],
    logs: [],
    previous: [],
    readOnly: false,
    following: { day: '2026-11-25', name: 'Pull A' },
    substitutes: [{ exercise: 'bench000', options: [option] }],
    guides: [
      { exerciseId: 'bench000', cues: ['Feet flat.', 'Shoulders back.'], videoUrl: 'https://example.com/bench' },
    ],
    ...changes,
  };
}

/** The workout of a client. What it hears of comments is opened with every page. */
function Player({ userId, logId }: { userId: string; logId: string }) {
  useLiveWorkouts(userId);
  return (
    <OwnWorkout
      userId={userId}
      coachId={COACH_ID}
      logId={logId}
      units="metric"
      back={{ to: '/client/workouts', label: 'Workouts' }}
      noteOf={() => null}
      onLeave={() => undefined}
    />
  );
}

/** The player, and a server that keeps what it is sent. */
async function openPlayer(test: number, changes: Partial<OwnWorkouts> = {}) {
  const sent: WorkoutLog[] = [];
  server.on('GET /rest/v1/workouts/own', aWeek(test, changes));
  server.on(`GET /rest/v1/workouts/own/logs/${idOf(test)}`, () =>
    json({ log: sent.at(-1), comments: [], records: [{ setId: 'bench000.0', weightKg: 60, oneRepMaxKg: 75.2 }] }),
  );
  server.on(`POST /rest/v1/workouts/${idOf(test)}/sync`, async (request: Request) => {
    const { log } = await request.json();
    sent.push(log);
    return json(log);
  });
  const session = aClient({ user: { id: newId() } });
  await mountWithOutboxes(session, <Player userId={session.user.id} logId={idOf(test)} />);
  await screen.findByRole('heading', { level: 1, name: 'Push A' });
  return sent;
}
/** Ends the workout although sets are open. */
async function finish() {
  fireEvent.click(screen.getByRole('button', { name: 'Finish workout' }));
  const question = within(await screen.findByRole('dialog', { name: /^Finish with/ }));
  fireEvent.click(question.getByRole('button', { name: 'Finish workout' }));
}
const act = async (exerciseName: string, action: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${exerciseName}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
};

describe('a workout', () => {
  it('takes another exercise in place of a planned one, and the planned one back', async () => {
    const sent = await openPlayer(1);
    await act('Bench press', 'Swap exercise');
    const dialog = within(await screen.findByRole('dialog', { name: 'Swap Bench press' }));
    fireEvent.click(dialog.getByRole('button', { name: /^Push-up.*Same movement, without equipment/ }));
    expect(await screen.findByText('Instead of Bench press')).toBeDefined();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Push-up' })),
    );
    await waitFor(() => expect(sent.at(-1)?.head.exercises).toHaveLength(3));
    await act('Push-up', 'Undo swap');
    expect(await screen.findByRole('heading', { name: 'Bench press' })).toBeDefined();
    await waitFor(() => expect(sent.at(-1)?.head.exercises).toHaveLength(2));
  });

  it('offers nothing that would hurt, and withdraws a pain flag', async () => {
    const sent = await openPlayer(2);
    await act('Bench press', 'Report pain');
    const dialog = within(await screen.findByRole('dialog', { name: 'Report pain' }));
    fireEvent.click(dialog.getByRole('radio', { name: 'Wrist or hand' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Tell my coach' }));
    expect(await screen.findByText('Pain, for your coach: wrist or hand, mild')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Bench press' }));
    await screen.findByRole('menuitem', { name: 'Plates' });
    expect(screen.queryByRole('menuitem', { name: 'Swap exercise' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(sent.at(-1)?.head.pains).toMatchObject([{ part: 'other', deleted: true }]));
    expect(screen.queryByText(/^Pain, for your coach/)).toBeNull();
  });

  it('ends with a summary that names records and hears of comments', async () => {
    const sent = await openPlayer(3);
    fireEvent.change(screen.getByRole('textbox', { name: 'Bench press, set 1: weight in kg' }), {
      target: { value: '60' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Bench press, set 1: mark as done' }));
    await finish();
    expect(await screen.findByText('Record: 60 kg, estimated 1RM 75.2 kg')).toBeDefined();
    const log = sent.at(-1);
    const comment = { id: PROGRAM, setId: null, text: 'Well done', at: '2026-11-21T12:00:00.000Z' };
    server.on(`GET /rest/v1/workouts/own/logs/${idOf(3)}`, { log, comments: [comment], records: [] });
    await waitFor(() => expect(FakeSocket.made.length).toBeGreaterThan(0));
    FakeSocket.last.say('connect');
    FakeSocket.last.say('event', { event: 'workout_comment', coachId: PROGRAM, logId: idOf(3) });
    expect(await screen.findByText('Well done')).toBeDefined();
  });

  it('asks before it ends with open sets, and says how many', async () => {
    const sent = await openPlayer(6);
    expect(screen.getByText('0 of 4 sets')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Bench press, set 1: mark as done' }));
    expect(await screen.findByText('1 of 4 sets')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Finish workout' }));
    const question = within(await screen.findByRole('dialog', { name: 'Finish with 3 open sets?' }));
    fireEvent.click(question.getByRole('button', { name: 'Keep logging' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Bench press, set 2: mark as done' })).toBeDefined();
    await waitFor(() => expect(sent.at(-1)?.sets).toHaveLength(1));
    expect(sent.at(-1)?.head.finishedAt).toBeNull();
  });

  it('leaves the screen to its sets until it is finished', async () => {
    await openPlayer(7);
    const isRunning = () => document.querySelector('[data-running]') !== null;
    expect(isRunning()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Bench press, set 1: mark as done' }));
    await finish();
    expect(await screen.findByRole('button', { name: 'Edit sets' })).toBeDefined();
    expect(isRunning()).toBe(false);
  });

  it('takes the reps in reserve of a set with a tap, shows those planned, and forgets them with another tap', async () => {
    const sent = await openPlayer(9);
    expect(screen.getByRole('button', { name: 'Bench press, set 1: reps in reserve' })).toBeDefined();
    const effort = () => screen.getByRole('button', { name: new RegExp(`^${LONG_NAME}, set 1: reps in reserve`) });
    expect(effort().getAttribute('aria-label')).toContain('planned 2');
    const choose = (name: string) => {
      fireEvent.click(effort());
      const choices = within(screen.getByRole('group', { name: 'How many more reps could you have done?' }));
      fireEvent.click(choices.getByRole('button', { name }));
    };
    choose('5+');
    expect(effort().getAttribute('aria-label')).toContain('reserve, 5');
    expect(screen.queryByRole('group', { name: /How many more reps/ })).toBeNull();
    expect(document.activeElement).toBe(effort());
    await waitFor(() => expect(sent.at(-1)?.sets).toMatchObject([{ rir: 5, done: false }]));
    choose('5+');
    await waitFor(() => expect(sent.at(-1)?.sets).toMatchObject([{ rir: null }]));
  });

  it('shows planned percentages as a load where the maximum is known', async () => {
    const load = { unit: 'percent', value: 80 } as const;
    const squat = { ...exercise('squat000', 'Squat'), sets: [{ ...target, load }] };
    const row = { ...exercise('row00000', 'Row'), sets: [{ ...target, load }] };
    const week = aWeek(0).week.map((one) => ({ ...one, workout: { ...one.workout, exercises: [squat, row] } }));
    const before = { exerciseId: 'squat000', name: 'Squat', day: '2026-11-14', sets: [], maxKg: 116.7 };
    await openPlayer(0, { week, previous: [{ ...before, best: { oneRepMaxKg: 116.7, weightKg: 100 } }] });
    expect(screen.getByText('2 × 8–10 at 92.5 kg (80% of 1RM), rest 1:30')).toBeDefined();
    expect(screen.getByText('2 × 8–10 at 80% of 1RM, rest 1:30')).toBeDefined();
    const weight = screen.getByRole('textbox', { name: 'Squat, set 1: weight in kg' });
    expect(weight.getAttribute('placeholder')).toBe('92.5');
  });

  it('that cannot be logged shows what is planned, and nothing to change', async () => {
    await openPlayer(4, { readOnly: true });
    expect(screen.getByRole('heading', { name: LONG_NAME })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^(?:Actions|Finish|Add set)/ })).toBeNull();
    for (const button of screen.getAllByRole('button', { name: /mark as done$/ })) {
      expect(button.hasAttribute('disabled')).toBe(true);
    }
  });

  it('that the server refuses stays on the device, and says why', async () => {
    await openPlayer(5);
    server.refuse(`POST /rest/v1/workouts/${idOf(5)}/sync`, 409, 'WORKOUT_FULL', 'This workout is full.');
    fireEvent.click(screen.getByRole('button', { name: 'Bench press, set 1: mark as done' }));
    expect(await screen.findByText('This workout is full. It stays on this device.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Bench press, set 1: done' })).toBeDefined();
  });
});

it('says how an exercise is done, where the coach has said so', async () => {
  await openPlayer(8);
  await act('Bench press', 'How to do it');
  const guide = within(await screen.findByRole('dialog', { name: 'Bench press' }));
  expect(guide.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Feet flat.',
    'Shoulders back.',
  ]);
  expect(guide.getByRole('link', { name: 'Watch the video' }).getAttribute('href')).toBe('https://example.com/bench');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${LONG_NAME}` }));
  await screen.findByRole('menuitem', { name: 'Report pain' });
  expect(screen.queryByRole('menuitem', { name: 'How to do it' })).toBeNull();
});
