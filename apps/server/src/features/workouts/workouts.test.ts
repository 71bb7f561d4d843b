import { randomUUID } from 'node:crypto';
import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { deleteWorkout, mergeWorkouts } from '@stridewell/contract/workouts/workouts.merge.rules';
import { countPlannedSets } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements, outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, updateRelationship } from '../../../test/people.ts';
import { aLog, aLoggedSet, aPain, aPerformed, someSets } from '../../../test/workout-samples.ts';

const NOW = '2026-03-02T20:00:00.000Z';
const at = (time: string) => `2026-03-02T${time}:00.000Z`;

let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(NOW));
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles', name: 'Nina Park' } });
});

const sync = (log: WorkoutLog, of: Client = client) => of.api.workouts.syncWorkout({ logId: log.id, log });
const read = async (logId: string) => (await client.api.workouts.getOwnWorkout({ logId })).log;
const listed = async () => (await client.api.workouts.listOwnWorkouts({})).workouts;
const timeline = async () => {
  const about = { coachId: coach.id, clientId: client.clientId, filter: 'workout' } as const;
  return (await coach.api.clients.listTimeline(about)).entries;
};
const eventsOf = async (type: string) => {
  const { rows } = await test.owner.execute<{ data: object }>(
    sql`select data from events where client_id = ${client.clientId} and type = ${type} order by id`,
  );
  return rows.map(({ data }) => data);
};
/** A workout with forty sets, a warm-up and a skipped set. */
const wholeWorkout = (id: string = randomUUID()) =>
  aLog(id, { finishedAt: at('19:00') }, [
    ...someSets(40),
    aLoggedSet({ id: 'warm', kind: 'warm_up', weightKg: 20 }),
    aLoggedSet({ id: 'left', done: false }),
  ]);

describe('a whole workout', () => {
  it('is stored by one request of at most ten statements', async () => {
    const log = wholeWorkout();
    let merged: WorkoutLog | undefined;
    const statements = await countStatements(async () => {
      merged = await sync(log);
    });
    // One of them resolves the session.
    expect(statements).toBeLessThanOrEqual(11);
    const expected = mergeWorkouts(log, log);
    expect(merged).toEqual(expected);
    expect(await read(log.id)).toEqual(expected);
    expect(await listed()).toEqual([
      {
        id: log.id,
        day: '2026-03-02',
        name: 'Push A',
        startedAt: at('18:00'),
        finishedAt: at('19:00'),
        sets: 40,
        plannedSets: countPlannedSets(log.head),
        volumeKg: 40 * 60 * 8,
        records: 0,
        pains: 0,
        comments: 0,
        importedFrom: null,
      },
    ]);
  });

  it('changes nothing when sent again, and is recorded once without a notification', async () => {
    const log = wholeWorkout();
    const first = await sync(log);
    const rowsOf = async () =>
      (await test.owner.execute(sql`select l::text from workout_logs l where id = ${log.id}`)).rows;
    const before = await rowsOf();
    test.setNow(new Date('2026-03-03T20:00:00Z'));
    expect(await sync(log)).toEqual(first);
    expect(await sync(first)).toEqual(first);
    expect(await rowsOf()).toEqual(before);
    await sync({ ...log, head: { ...log.head, finishedAt: at('19:10'), changedAt: at('19:10') } });
    expect(await eventsOf('workout.completed')).toEqual([{ day: '2026-03-02' }]);
    expect(await timeline()).toMatchObject([
      {
        kind: 'workout',
        at: at('19:00'),
        logId: log.id,
        name: 'Push A',
        sets: 40,
        plannedSets: countPlannedSets(log.head),
        volumeKg: 19_200,
        records: 0,
        swaps: 0,
      },
    ]);
    expect(await notificationsOf(test, coach)).toEqual([]);
  });

  it('is stored once when sent twice concurrently', async () => {
    const log = wholeWorkout();
    const [one, other] = await Promise.all([sync(log), sync(log)]);
    expect(one).toEqual(other);
    expect(await eventsOf('workout.completed')).toHaveLength(1);
    expect(await listed()).toHaveLength(1);
  });

  it('has at most 400 sets, even from two devices', async () => {
    const id = randomUUID();
    await expect(sync(aLog(id, {}, someSets(401)))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await sync(aLog(id, {}, someSets(400)))).sets).toHaveLength(400);
    const more = sync(aLog(id, {}, [aLoggedSet({ id: 'one-more' })]));
    await expect(more).rejects.toMatchObject({ code: 'WORKOUT_FULL' });
    expect((await read(id)).sets).toHaveLength(400);
  });

  it.each([
    ['a negative load', { weightKg: -5 }],
    ['1,000 reps', { reps: 1000 }],
    ['no number', { weightKg: Number.NaN }],
  ])('with %s is refused', async (_what, changes) => {
    const id = randomUUID();
    await expect(sync(aLog(id, {}, [aLoggedSet(changes)]))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused with an inconsistent id', async () => {
    const sent = client.api.workouts.syncWorkout({ logId: randomUUID(), log: wholeWorkout() });
    await expect(sent).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('two devices', () => {
  const id = randomUUID();
  const phone = aLog(id, {}, [
    aLoggedSet({ id: 'a', reps: 8, changedAt: at('18:10') }),
    aLoggedSet({ id: 'b', changedAt: at('18:12') }),
    aLoggedSet({ id: 'phone', changedAt: at('18:14') }),
  ]);
  const tablet = aLog(id, { note: 'Slow', changedAt: at('18:30') }, [
    aLoggedSet({ id: 'a', reps: 9, changedAt: at('18:11') }),
    aLoggedSet({ id: 'b', reps: 5, changedAt: at('18:11') }),
    aLoggedSet({ id: 'tablet', changedAt: at('18:13') }),
  ]);
  const merged = mergeWorkouts(phone, tablet);

  it.each([
    ['one after the other', [phone, tablet]],
    ['in the other order', [tablet, phone]],
    ['with repetitions', [phone, tablet, phone, tablet]],
  ])('agree when they sync %s', async (_how, sent) => {
    let last: WorkoutLog | undefined;
    for (const log of sent) last = await sync(log);
    expect(last).toEqual(merged);
    expect(await read(id)).toEqual(merged);
  });

  it('agree after concurrent syncs: only the set changed earlier loses', async () => {
    await Promise.all([sync(phone), sync(tablet)]);
    const log = await read(id);
    expect(log.sets.map((set) => [set.id, set.reps])).toEqual([
      ['a', 9],
      ['b', 8],
      ['phone', 8],
      ['tablet', 8],
    ]);
    expect(log.head.note).toBe('Slow');
  });

  it('with one clock a year ahead: its changes count as made now, once', async () => {
    const ahead = '2027-03-02T18:00:00.000Z';
    const log = aLog(id, { day: '2027-03-02', startedAt: ahead, changedAt: ahead }, [aLoggedSet({ changedAt: ahead })]);
    const first = await sync(log);
    expect(first.head).toMatchObject({ day: '2026-03-02', startedAt: NOW, changedAt: NOW });
    expect(first.sets[0]?.changedAt).toBe(NOW);
    test.setNow(new Date('2026-03-02T21:00:00Z'));
    expect(await sync(log)).toEqual(first);
    const later = aLoggedSet({ reps: 12, changedAt: at('20:30') });
    expect((await sync({ ...first, sets: [later] })).sets).toEqual([later]);
  });
});

describe('personal records', () => {
  const workout = (day: string, ...loads: [weightKg: number, reps: number][]) => {
    const head = { day, startedAt: `${day}T18:00:00.000Z`, finishedAt: `${day}T19:00:00.000Z` };
    const sets = loads.map(([weightKg, reps], index) => aLoggedSet({ id: `s-${index}`, weightKg, reps }));
    return aLog(randomUUID(), head, sets);
  };
  const recordsOn = async (day: string) => (await listed()).find((one) => one.day === day)?.records;

  it('beat all earlier workouts, and not later or deleted ones', async () => {
    await sync(workout('2026-02-20', [100, 5]));
    const heavy = workout('2026-02-22', [150, 5]);
    await sync(deleteWorkout(await sync(heavy), NOW));
    await sync(workout('2026-02-28', [200, 5]));
    await sync(workout('2026-02-24', [80, 5], [105, 5], [110, 3]));
    await sync(workout('2026-02-18', [90, 5]));
    const records = ['2026-02-20', '2026-02-24', '2026-02-28', '2026-02-18'].map(recordsOn);
    // The workout of the 18th was sent last, and that of the 20th beats it.
    expect(await Promise.all(records)).toEqual([1, 1, 1, 0]);
  });

  it('are recounted when an earlier workout is edited, moved or deleted', async () => {
    const first = await sync(workout('2026-02-18', [80, 5]));
    await sync(workout('2026-02-20', [90, 5]));
    await sync(workout('2026-02-24', [100, 5]));
    const counts = () => Promise.all(['2026-02-18', '2026-02-20', '2026-02-24'].map(recordsOn));
    expect(await counts()).toEqual([0, 1, 1]);
    const heavier = aLoggedSet({ id: 's-0', weightKg: 95, reps: 5, changedAt: at('19:30') });
    const edited = await sync({ ...first, sets: [heavier] });
    expect(await counts()).toEqual([0, 0, 1]);
    expect(await timeline()).toMatchObject([{ records: 1 }, { records: 0 }, { records: 0 }]);
    const recordsOf = async (day: string) => {
      const logId = (await listed()).find((one) => one.day === day)?.id ?? '';
      return (await client.api.workouts.getOwnWorkout({ logId })).records;
    };
    expect(await recordsOf('2026-02-24')).toEqual([
      { setId: 's-0', weightKg: 100, oneRepMaxKg: expect.closeTo(114.583, 3) },
    ]);
    expect(await recordsOf('2026-02-20')).toEqual([]);
    const moved = { ...edited.head, startedAt: '2026-02-26T18:00:00.000Z', changedAt: at('19:40') };
    const later = await sync({ ...edited, head: moved });
    expect(await counts()).toEqual([0, 0, 1]);
    await sync(deleteWorkout(later, at('19:50')));
    expect((await counts()).slice(1)).toEqual([0, 1]);
  });

  it('count by exercise id, or else by the name', async () => {
    const named = (name: string, weightKg: number, day: string) => {
      const exercises = [aPerformed(0, { exerciseId: null, name })];
      return { ...workout(day, [weightKg, 5]), head: { ...workout(day).head, exercises } };
    };
    await sync(named('Landmine press', 40, '2026-02-20'));
    await sync(named('landmine-press', 45, '2026-02-22'));
    await sync(named('Landmine row', 90, '2026-02-24'));
    expect(await Promise.all(['2026-02-22', '2026-02-24'].map(recordsOn))).toEqual([1, 0]);
    const { sessions } = await client.api.workouts.getOwnExercise({ exercise: 'Landmine Press' });
    expect(sessions).toMatchObject([
      { day: '2026-02-20', bestWeightKg: 40, bestReps: 5, oneRepMaxKg: expect.closeTo(45.833, 3), volumeKg: 200 },
      { day: '2026-02-22', bestWeightKg: 45 },
    ]);
    const about = { coachId: coach.id, clientId: client.clientId, exercise: 'landmine press' };
    expect(await coach.api.workouts.getClientExercise(about)).toEqual({ sessions });
  });
});

describe('a pain flag', () => {
  const [first, second] = [randomUUID(), randomUUID()];

  it('notifies the coach once, without saying what hurts', async () => {
    const id = randomUUID();
    const log = aLog(id, { pains: [aPain(first)] });
    await Promise.all([sync(log), sync(log)]);
    const seen = { type: 'pain_flagged', message: 'Nina Park reported pain during Push A.' };
    expect(await notificationsOf(test, coach)).toMatchObject([seen]);
    const mails = sql`select type from notification_mails where user_id = ${coach.id}`;
    expect((await test.owner.execute(mails)).rows).toEqual([{ type: 'pain_flagged' }]);
    expect(await timeline()).toMatchObject([{ kind: 'pain', name: 'Push A', part: 'shoulder', level: 'moderate' }]);
    expect(await eventsOf('workout.pain_flagged')).toEqual([{ flagId: first }]);
    expect(await listed()).toMatchObject([{ id, pains: 1 }]);
  });

  it('is kept beside another device’s, and can be deleted', async () => {
    const id = randomUUID();
    await sync(aLog(id, { pains: [aPain(first)] }));
    await sync(aLog(id, { changedAt: at('18:30'), pains: [aPain(second, { part: 'knee' })] }));
    expect((await read(id)).head.pains.map((flag) => flag.id).sort()).toEqual([first, second].sort());
    expect(await notificationsOf(test, coach)).toHaveLength(2);
    await sync(aLog(id, { pains: [aPain(first, { deleted: true, changedAt: at('18:40') })] }));
    await sync(aLog(id, { pains: [aPain(first, { level: 'severe', changedAt: at('18:50') })] }));
    await sync(aLog(id, { pains: [aPain(first, { deleted: true, changedAt: at('18:55') })] }));
    expect(await timeline()).toMatchObject([{ part: 'knee' }]);
    expect(await notificationsOf(test, coach)).toHaveLength(2);
    expect(await listed()).toMatchObject([{ pains: 1 }]);
  });
});

describe('deleting', () => {
  it('removes a workout everywhere, including its timeline entries', async () => {
    const log = await sync(aLog(randomUUID(), { finishedAt: at('19:00'), pains: [aPain(randomUUID())] }));
    expect(await timeline()).toHaveLength(2);
    await sync(deleteWorkout(log, at('19:30')));
    expect([await timeline(), await listed()]).toEqual([[], []]);
    await expect(read(log.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.api.workouts.getOwnExercise({ exercise: 'back-squat' })).toEqual({ sessions: [] });
    expect((await client.api.workouts.getOwnWorkouts()).logs).toEqual([]);
    await sync(log);
    expect(await listed()).toEqual([]);
  });
});

describe('permission to log', () => {
  it('is a client’s own: another client can have their own log under the same id', async () => {
    const log = wholeWorkout();
    await sync(log);
    const other = await aClient(test, { of: coach });
    await sync(aLog(log.id, { name: 'Mine' }), other);
    expect((await read(log.id)).head.name).toBe('Push A');
  });

  it('is refused without a covered seat and after the coaching', async () => {
    const log = wholeWorkout();
    await sync(log);
    await updateRelationship(test, client, { status: 'ended' });
    await expect(sync(log)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await listed()).toHaveLength(1);
    const base = await aCoach(test, { plan: 'base' });
    const crowd = await Promise.all(Array.from({ length: 6 }, () => aClient(test, { of: base })));
    const outcomes = await outcomesOf(crowd.map((one) => sync(wholeWorkout(), one)));
    expect(outcomes.filter((outcome) => outcome === 'COACH_PLAN_FULL')).toHaveLength(1);
  });
});
