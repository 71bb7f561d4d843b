import { randomUUID } from 'node:crypto';
import {
  HISTORY_BOUNDS,
  type HistorySet,
  type HistoryWorkout,
} from '@stridewell/contract/workouts/workouts.history.rules';
import { deleteWorkout } from '@stridewell/contract/workouts/workouts.merge.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements, outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { aLog, aLoggedSet, aPerformed } from '../../../test/workout-samples.ts';

const NOW = '2026-03-11T20:00:00.000Z';
const ZONE = 'Europe/Berlin';

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(NOW));
  coach = await aCoach(test, { timeZone: 'Asia/Tokyo' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
});

const set = (changes: Partial<HistorySet> = {}): HistorySet => ({
  kind: 'normal',
  weightKg: 80,
  reps: 5,
  seconds: null,
  metres: null,
  rir: null,
  ...changes,
});
const squat = (weightKg: number): HistoryWorkout['exercises'][number] => ({
  exerciseId: 'back-squat',
  name: 'Back squat',
  group: '',
  note: '',
  sets: [set({ kind: 'warm_up', weightKg: 40 }), set({ weightKg })],
});
const aWorkout = (day: string, changes: Partial<HistoryWorkout> = {}): HistoryWorkout => ({
  startedAt: `${day}T18:30:00`,
  seconds: 3600,
  title: 'Legs',
  note: 'Felt good',
  exercises: [squat(80)],
  ...changes,
});
const send = (workouts: HistoryWorkout[], of: Client = client, timeZone = ZONE) =>
  of.api.workouts.importHistory({ source: 'hevy', timeZone, workouts });
const listed = async () => (await client.api.workouts.listOwnWorkouts({})).workouts;
const pair = () => ({ coachId: coach.id, clientId: client.clientId });

describe('an imported workout', () => {
  it('is a finished log in the time zone where the client trained, marked with its app', async () => {
    expect(await send([aWorkout('2026-01-05')])).toEqual({ added: 1, known: 0 });
    const [summary] = await listed();
    expect(summary).toMatchObject({
      day: '2026-01-05',
      name: 'Legs',
      importedFrom: 'hevy',
      sets: 1,
      volumeKg: 400,
      records: 0,
      pains: 0,
      startedAt: '2026-01-05T17:30:00.000Z',
      finishedAt: '2026-01-05T18:30:00.000Z',
    });
    const { log } = await coach.api.workouts.getClientWorkout({ ...pair(), logId: summary?.id ?? '' });
    expect(log).toMatchObject({
      head: { importedFrom: 'hevy', clientProgramId: null, note: 'Felt good', exercises: [{ name: 'Back squat' }] },
      sets: [{ kind: 'warm_up' }, { weightKg: 80, reps: 5, done: true }],
    });
    expect(await coach.api.workouts.listClientWorkouts(pair())).toMatchObject({
      workouts: [{ importedFrom: 'hevy' }],
      adherence: { done: 0, due: 0 },
    });
  });

  it('is not announced, even when it is edited', async () => {
    await send([aWorkout('2026-03-10')]);
    const [summary] = await listed();
    const { log } = await client.api.workouts.getOwnWorkout({ logId: summary?.id ?? '' });
    const changes = { finish: NOW, note: NOW, exercises: NOW };
    await client.api.workouts.syncWorkout({
      logId: log.id,
      log: { ...log, head: { ...log.head, note: 'Edited', changes } },
    });
    const { entries } = await coach.api.clients.listTimeline({ ...pair(), filter: 'workout' });
    expect(entries).toEqual([]);
    const { rows } = await test.owner.execute(
      sql`select type from events where client_id = ${client.clientId} and type like 'workout.%'`,
    );
    expect(rows).toEqual([]);
    expect([await notificationsOf(test, coach), await notificationsOf(test, client)]).toEqual([[], []]);
    expect(await listed()).toMatchObject([{ importedFrom: 'hevy' }]);
  });

  it('counts toward progress and the records of later workouts', async () => {
    const sync = (day: string, weightKg: number) => {
      const times = { day, startedAt: `${day}T18:00:00.000Z`, finishedAt: `${day}T19:00:00.000Z` };
      const log = aLog(randomUUID(), { ...times, exercises: [aPerformed(0)] }, [aLoggedSet({ weightKg, reps: 5 })]);
      return client.api.workouts.syncWorkout({ logId: log.id, log });
    };
    await sync('2026-02-01', 70);
    await sync('2026-03-01', 100);
    await send([aWorkout('2026-02-10'), aWorkout('2026-02-20', { exercises: [squat(90)] })]);
    expect((await listed()).map(({ day, records }) => [day, records])).toEqual([
      ['2026-03-01', 1],
      ['2026-02-20', 1],
      ['2026-02-10', 1],
      ['2026-02-01', 0],
    ]);
    const { sessions } = await client.api.workouts.getOwnExercise({ exercise: 'back-squat' });
    expect(sessions.map(({ bestWeightKg }) => bestWeightKg)).toEqual([70, 80, 90, 100]);
  });
});

describe('importing again', () => {
  it('adds nothing, even in another time zone or concurrently, and keeps edits and deletions', async () => {
    const history = [aWorkout('2026-01-05'), aWorkout('2026-01-07'), aWorkout('2026-01-09')];
    const both = await Promise.all([send(history), send(history)]);
    expect(both.map(({ added }) => added).sort()).toEqual([0, 3]);
    const [newest] = await listed();
    const { log } = await client.api.workouts.getOwnWorkout({ logId: newest?.id ?? '' });
    await client.api.workouts.syncWorkout({ logId: log.id, log: deleteWorkout(log, NOW) });
    expect(await send(history, client, 'Asia/Tokyo')).toEqual({ added: 0, known: 3 });
    expect(await listed()).toHaveLength(2);
  });

  it('distinguishes workouts by start and title, even within one request', async () => {
    const morning = aWorkout('2026-01-05', { startedAt: '2026-01-05T07:00:00' });
    const run = aWorkout('2026-01-05', { title: 'Run' });
    expect(await send([aWorkout('2026-01-05'), morning, run, run])).toEqual({ added: 3, known: 0 });
  });

  it('writes many workouts with few statements', async () => {
    const history = Array.from({ length: HISTORY_BOUNDS.perRequest }, (_, index) =>
      aWorkout(`2025-01-${String(index + 1).padStart(2, '0')}`),
    );
    expect(await countStatements(() => send(history))).toBeLessThanOrEqual(9);
    expect(await listed()).toHaveLength(HISTORY_BOUNDS.perRequest);
  });
});

describe('an import is refused', () => {
  it.each<[string, Partial<HistoryWorkout>]>([
    ['a day that does not exist', { startedAt: '2026-02-30T18:00:00' }],
    ['a year that cannot be stored', { startedAt: '0001-01-01T18:00:00' }],
    ['no exercises', { exercises: [] }],
    ['an exercise without sets', { exercises: [{ ...squat(80), sets: [] }] }],
    ['a negative load', { exercises: [{ ...squat(80), sets: [set({ weightKg: -1 })] }] }],
    ['401 sets', { exercises: Array.from({ length: 5 }, () => ({ ...squat(80), sets: Array(81).fill(set()) })) }],
    ['a title with a line break', { title: 'Legs\nx' }],
  ])('with %s', async (_what, changes) => {
    await expect(send([aWorkout('2026-01-05', changes)])).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('for workouts in the future', async () => {
    expect(await send([aWorkout('2026-03-20')])).toEqual({ added: 0, known: 0 });
    expect(await send([aWorkout('2026-03-20'), aWorkout('2026-03-01')])).toEqual({ added: 1, known: 0 });
  });

  it('for a client without a seat', async () => {
    const base = await aCoach(test, { plan: 'base' });
    const crowd = await Promise.all(Array.from({ length: 6 }, () => aClient(test, { of: base })));
    const outcomes = await outcomesOf(crowd.map((one) => send([aWorkout('2026-01-05')], one)));
    expect(outcomes.filter((outcome) => outcome === 'COACH_PLAN_FULL')).toHaveLength(1);
  });
});

describe('names of exercises', () => {
  const match = async (...names: string[]) => (await client.api.workouts.matchHistoryExercises({ names })).matches;

  it('are matched with the coach’s library, and certain when the words are the same', async () => {
    const own = randomUUID();
    const { exercises } = await coach.api.exercises.listExercises({ coachId: coach.id });
    const {
      builtIn: _,
      changed: __,
      hidden: ___,
      version: ____,
      id: _____,
      ...facts
    } = exercises[0] ?? expect.fail('none');
    const named = { ...facts, name: 'Zercher hold' };
    await coach.api.exercises.saveExercise({ coachId: coach.id, exerciseId: own, basedOn: 0, exercise: named });
    const found = await match('Bench Press (Barbell)', 'Zercher Hold', 'Lat Pulldown (Cable)', 'Completely unknown');
    expect(found.map(({ isSure, options }) => [isSure, options[0]?.name ?? null])).toEqual([
      [true, 'Bench press'],
      [true, 'Zercher hold'],
      [false, expect.stringContaining('pulldown')],
      [false, null],
    ]);
    expect(found[1]?.options[0]?.exerciseId).toBe(own);
    expect(found[2]?.options.map(({ name }) => name)).toContain('Lat pulldown');
  });
});
