import { randomUUID } from 'node:crypto';
import type { SetTarget } from '@stridewell/contract/programs/programs';
import { addDays } from '@stridewell/contract/time';
import type { PerformedExercise, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { deleteWorkout } from '@stridewell/contract/workouts/workouts.merge.rules';
import { workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { countPlannedSets, swapExercise } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements, outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, updateRelationship } from '../../../test/people.ts';
import { aProgram, aProgramExercise, aSet, withDay, withExercises } from '../../../test/program-samples.ts';
import { aLog, aLoggedSet, aPain, aPerformed, someSets } from '../../../test/workout-samples.ts';

/** A Wednesday in Los Angeles. */
const TODAY = '2026-03-11';
/** Monday of the previous week, on which the program starts: two days a week, Monday and Thursday. */
const START = '2026-03-02';

let test: TestApp;
let coach: Coach;
let client: Client;
let programId: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(`${TODAY}T20:00:00Z`));
  coach = await aCoach(test, { timeZone: 'Asia/Tokyo', name: 'Sam Hill' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  programId = await assign();
});

/** A program of four weeks whose first day has two exercises. */
async function assign(startDay = START): Promise<string> {
  const templateId = randomUUID();
  const two = withExercises([aProgramExercise(0), aProgramExercise(90, { exerciseId: null, name: 'Sled push' })]);
  const program = withDay(aProgram({ weeks: 4 }), 0, two);
  const about = { coachId: coach.id, programId: templateId };
  await coach.api.programs.saveProgram({ ...about, basedOn: 0, program, folder: '', tags: [] });
  const id = randomUUID();
  const assignments = [{ id, clientId: client.clientId }];
  await coach.api.programs.assignProgram({ ...about, assignments, startDay, weekdays: [1, 4] });
  return id;
}

const keyOf = (index: number) => `day${String(index).padStart(6, '0')}`;
const sync = (log: WorkoutLog) => client.api.workouts.syncWorkout({ logId: log.id, log });
/** A workout of a program day, finished on `doneOn`. */
function finished(index: number, day: string, doneOn = day, sets = [aLoggedSet()]): WorkoutLog {
  const head = { day: doneOn, startedAt: `${doneOn}T18:00:00.000Z`, finishedAt: `${doneOn}T19:00:00.000Z` };
  return aLog(workoutId(programId, keyOf(index), day), { ...head, weekNumber: 1 }, sets);
}
const own = () => client.api.workouts.getOwnWorkouts();
const pair = () => ({ coachId: coach.id, clientId: client.clientId });
const listed = () => coach.api.workouts.listClientWorkouts(pair());

describe('the training week', () => {
  const facts = async () => (await own()).week.map(({ day, status }) => `${day} ${status}`);

  it('has the days of this week, and missed days of the last seven days', async () => {
    expect(await own()).toMatchObject({ today: TODAY, programName: 'Strength', logs: [], readOnly: false });
    expect(await facts()).toEqual(['2026-03-05 missed', '2026-03-09 missed', '2026-03-12 upcoming']);
    expect((await own()).week[1]).toMatchObject({
      logId: workoutId(programId, keyOf(2), '2026-03-09'),
      dayKey: keyOf(2),
      weekNumber: 2,
      name: 'Day 3',
      minutes: 12,
      workout: { exercises: [{ name: 'Back squat' }] },
    });
  });

  it('follows logged workouts', async () => {
    await sync(finished(1, '2026-03-05'));
    await sync(finished(2, '2026-03-09', '2026-03-10'));
    const { head, ...rest } = finished(3, '2026-03-12', TODAY);
    await sync({ ...rest, head: { ...head, finishedAt: null } });
    expect(await facts()).toEqual(['2026-03-09 done', '2026-03-12 started']);
    expect((await own()).logs.map(({ head: { day, finishedAt } }) => [day, finishedAt !== null])).toEqual([
      [TODAY, false],
      ['2026-03-10', true],
    ]);
  });

  it('has the next training day after the week', async () => {
    expect((await own()).following).toEqual({ day: '2026-03-16', name: 'Day 5' });
    await sync(finished(4, '2026-03-16', TODAY));
    expect((await own()).following).toEqual({ day: '2026-03-19', name: 'Day 6' });
    test.setNow(new Date('2026-03-26T20:00:00Z'));
    expect((await own()).following).toBeNull();
  });

  it('keeps workouts of days that the coach moved', async () => {
    const log = await sync(finished(2, '2026-03-09'));
    const moved = { coachId: coach.id, clientProgramId: programId, startDay: START, weekdays: [2, 3] };
    await coach.api.programs.rescheduleClientProgram(moved);
    const { week } = await own();
    expect(week.map(({ day, status }) => `${day} ${status}`)).toEqual([
      '2026-03-04 missed',
      '2026-03-10 done',
      `${TODAY} today`,
    ]);
    expect(week[1]?.logId).toBe(log.id);
  });

  it('has open workouts of any day, except deleted ones', async () => {
    const open = aLog(randomUUID(), { day: '2026-01-05', startedAt: '2026-01-05T18:00:00.000Z' });
    await sync(open);
    await sync(deleteWorkout(await sync(finished(2, '2026-03-09')), `${TODAY}T19:00:00.000Z`));
    expect((await own()).logs.map(({ id }) => id)).toEqual([open.id]);
    expect(await facts()).toContain('2026-03-09 missed');
  });

  it('has the last finished sets of each exercise', async () => {
    const exercises = [aPerformed(0), aPerformed(90, { exerciseId: null, name: 'sled  push' })];
    const logOn = (day: string, head: object, sets: WorkoutLog['sets']) =>
      sync(aLog(randomUUID(), { day, exercises, startedAt: `${day}T18:00:00.000Z`, ...head }, sets));
    const sled = { exerciseKey: 'ex000090', metres: 20, reps: null };
    const done = (day: string) => ({ finishedAt: `${day}T19:00:00.000Z` });
    await logOn('2026-03-01', done('2026-03-01'), [aLoggedSet({ id: 'a', ...sled }), aLoggedSet({ id: 'b' })]);
    await logOn('2026-03-02', done('2026-03-02'), [
      aLoggedSet({ id: 'c', position: 1, weightKg: 65, reps: 6, rir: 1.5 }),
      aLoggedSet({ id: 'd', kind: 'warm_up', weightKg: 20 }),
      aLoggedSet({ id: 'e', position: 2, done: false }),
    ]);
    await logOn('2026-03-03', {}, [aLoggedSet({ id: 'f', weightKg: 90 })]);
    const { previous } = await own();
    expect(previous.map(({ name, day, sets }) => [name, day, sets.map(({ weightKg }) => weightKg)])).toEqual([
      ['Back squat', '2026-03-02', [20, 65]],
    ]);
    const [squat] = previous;
    // Neither the warm-up nor the open workout counts.
    expect(squat).toMatchObject({ best: { weightKg: 65 } });
    expect(squat?.maxKg).toBeCloseTo(80.3, 1);
    expect(squat?.best.oneRepMaxKg).toBe(squat?.maxKg);
    // The day with the sled was over a week ago. Six days earlier it was not.
    test.setNow(new Date('2026-03-05T20:00:00Z'));
    const both = (await own()).previous.map(({ name, day }) => [name, day]);
    expect(both).toEqual([
      ['Back squat', '2026-03-02'],
      ['sled  push', '2026-03-01'],
    ]);
  });

  it('needs six statements, and syncing one of its workouts needs eleven', async () => {
    const log = finished(2, '2026-03-09', TODAY, someSets(40));
    // One of each resolves the session.
    expect(await countStatements(() => sync(log))).toBeLessThanOrEqual(12);
    expect(await countStatements(own)).toBeLessThanOrEqual(7);
  });

  it('can be read without a seat, and after the coaching', async () => {
    await updateRelationship(test, client, { status: 'ended' });
    expect(await own()).toMatchObject({ readOnly: true, week: [{}, {}, {}] });
  });
});

describe("the client's dashboard", () => {
  const week = async () =>
    (await client.api.dashboard.getClientDashboard())?.week.flatMap(({ day, workout }) =>
      workout ? `${day} ${workout}` : [],
    );

  it('shows which workouts of the week are planned, done and missed', async () => {
    expect(await week()).toEqual(['2026-03-09 missed', '2026-03-12 planned']);
    const log = await sync(finished(2, '2026-03-09', TODAY));
    expect(await week()).toEqual(['2026-03-09 done', '2026-03-12 planned']);
    await sync(deleteWorkout(log, `${TODAY}T19:30:00.000Z`));
    expect(await week()).toEqual(['2026-03-09 missed', '2026-03-12 planned']);
  });
});

describe('a swap', () => {
  const squats = () => own().then(({ substitutes }) => substitutes.find(({ exercise }) => exercise === 'back-squat'));
  const idsOf = async () => (await squats())?.options.map(({ exerciseId }) => exerciseId) ?? [];

  it('is offered for the exercises of the week, from the coach’s library', async () => {
    const options = (await squats())?.options ?? [];
    expect(options).toHaveLength(6);
    expect(options[0]).toMatchObject({ reason: 'same_movement', measure: 'reps' });
    // The sled is not in the library.
    expect((await own()).substitutes.map(({ exercise }) => exercise)).toEqual(['back-squat']);
    const hidden = options[0]?.exerciseId ?? '';
    await coach.api.exercises.setExerciseHidden({ coachId: coach.id, exerciseId: hidden, hidden: true });
    expect(await idsOf()).not.toContain(hidden);
  });

  const ownExercise = async (wanted: string) => {
    const { exercises } = await coach.api.exercises.listExercises({ coachId: coach.id });
    const found = exercises.find(({ id }) => id === wanted);
    if (!found) throw new Error(`no ${wanted}`);
    return found;
  };

  it('includes instructions for the exercises of the week', async () => {
    const guides = async () => (await own()).guides.map(({ exerciseId, videoUrl }) => [exerciseId, videoUrl]);
    expect(await guides()).toEqual([['back-squat', '']]);
    const { id, builtIn: _, changed: _changed, hidden: _hidden, version, ...squat } = await ownExercise('back-squat');
    const exercise = { ...squat, cues: ['Knees out.'], videoUrl: 'https://example.com/squat' };
    await coach.api.exercises.saveExercise({ coachId: coach.id, exerciseId: id, basedOn: version, exercise });
    expect((await own()).guides).toEqual([
      { exerciseId: 'back-squat', cues: ['Knees out.'], videoUrl: 'https://example.com/squat' },
    ]);
  });

  it('suits the client’s record', async () => {
    const about = { coachId: coach.id, clientId: client.clientId };
    const { record, version } = await coach.api.records.getClientRecord(about);
    const limited = { ...record, equipment: ['Dumbbells'], injuries: 'Weak ankle', fitnessLevel: 'Beginner' as const };
    await coach.api.records.saveClientRecord({ ...about, version, record: limited });
    const options = (await squats())?.options ?? [];
    expect(options.length).toBeGreaterThan(0);
    expect(options.flatMap(({ contraindications }) => contraindications)).not.toContain('ankle');
    const allowed = ['dumbbells', ...(await ownExercise('back-squat')).equipment];
    expect(options.flatMap(({ equipment }) => equipment).every((item) => allowed.includes(item))).toBe(true);
  });

  it('includes the history of the substitute, and counts in the timeline', async () => {
    const [option] = (await squats())?.options ?? [];
    if (!option) throw new Error('nothing to swap with');
    const started = finished(1, '2026-03-05', '2026-03-05', []);
    const exercises = swapExercise(started, 'ex000000', option);
    const sets = [aLoggedSet({ exerciseKey: exercises[1]?.key ?? '', weightKg: 32 })];
    await sync({ ...started, head: { ...started.head, exercises }, sets });
    expect((await own()).previous).toMatchObject([{ name: option.name, sets: [{ weightKg: 32 }] }]);
    const { entries } = await coach.api.clients.listTimeline({ ...pair(), filter: 'workout' });
    expect(entries).toMatchObject([{ kind: 'workout', swaps: 1, sets: 1 }]);
    const read = await coach.api.workouts.getClientWorkout({ ...pair(), logId: started.id });
    expect(read.log.head.exercises).toEqual(exercises);
  });
});

describe('adherence', () => {
  const adherence = async () => (await listed()).adherence;

  it('counts a workout on its planned day, and today once it is done', async () => {
    expect(await adherence()).toEqual({ done: 0, due: 3 });
    // Done a day late.
    await sync(finished(1, '2026-03-05', '2026-03-06'));
    // Planned for tomorrow, so not due yet.
    await sync(finished(3, '2026-03-12', TODAY));
    // Unfinished, deleted, or without a program.
    const { head, ...rest } = finished(0, START);
    await sync({ ...rest, head: { ...head, finishedAt: null } });
    await sync(deleteWorkout(await sync(finished(2, '2026-03-09')), `${TODAY}T19:30:00.000Z`));
    await sync(aLog(randomUUID(), { finishedAt: `${START}T19:00:00.000Z` }));
    expect(await adherence()).toEqual({ done: 1, due: 3 });
    test.setNow(new Date('2026-03-12T20:00:00Z'));
    expect(await adherence()).toEqual({ done: 2, due: 4 });
  });

  it('excludes workouts that were missed while the coaching was paused', async () => {
    await sync(finished(1, '2026-03-05'));
    await updateRelationship(test, client, { checkInPauses: [{ from: '2026-03-03', until: '2026-03-10' }] });
    expect(await adherence()).toEqual({ done: 1, due: 2 });
  });

  it('uses the client’s days, over four weeks, until the program ends', async () => {
    // It is already Thursday for the coach.
    test.setNow(new Date('2026-03-12T06:00:00Z'));
    expect(await adherence()).toEqual({ done: 0, due: 3 });
    test.setNow(new Date('2026-03-12T08:00:00Z'));
    expect(await adherence()).toEqual({ done: 0, due: 3 });
    test.setNow(new Date('2026-03-13T08:00:00Z'));
    expect(await adherence()).toEqual({ done: 0, due: 4 });
    await coach.api.programs.endClientProgram({ coachId: coach.id, clientProgramId: programId });
    test.setNow(new Date('2026-03-30T20:00:00Z'));
    // Twenty-eight days back is March 3.
    expect(await adherence()).toEqual({ done: 0, due: 3 });
    test.setNow(new Date(`${addDays(START, 60)}T20:00:00Z`));
    expect(await adherence()).toEqual({ done: 0, due: 0 });
  });
});

describe('the coach', () => {
  it('reads the list in pages, and each workout', async () => {
    const days = Array.from({ length: 31 }, (_, index) => addDays('2026-01-01', index));
    for (const day of days) await sync(aLog(randomUUID(), { day, startedAt: `${day}T18:00:00.000Z` }));
    const first = await listed();
    expect(first.workouts.map(({ day }) => day)).toEqual(days.toReversed().slice(0, 30));
    const next = await coach.api.workouts.listClientWorkouts({ ...pair(), cursor: first.nextCursor ?? '' });
    expect(next).toMatchObject({ workouts: [{ day: '2026-01-01' }], nextCursor: null });
    const [newest] = first.workouts;
    const read = await coach.api.workouts.getClientWorkout({ ...pair(), logId: newest?.id ?? '' });
    expect(read).toMatchObject({ log: { id: newest?.id, sets: [aLoggedSet()] }, comments: [] });
  });

  it('sees planned and done sets in the list and the timeline, counted like on the client’s card', async () => {
    const at = `${START}T19:00:00.000Z`;
    const planned = (index: number, sets: Partial<SetTarget>[], changes: Partial<PerformedExercise> = {}) =>
      aPerformed(index, { ...changes, sets: sets.map((set) => ({ ...aSet, ...set })) });
    const replaced = planned(0, [{ count: 4 }]);
    const plans: [string, PerformedExercise[], number][] = [
      ['one exercise', [planned(0, [{ count: 3 }])], 3],
      ['lines of several exercises', [planned(0, [{ count: 3 }, { count: 2 }]), planned(1, [{ count: 4 }])], 9],
      ['warm-ups', [planned(0, [{ kind: 'warm_up' }, { reps: 'Warm-up' }, { reps: 'WARM UP' }, { count: 3 }])], 3],
      ['a swap', [replaced, planned(1, [{ count: 4 }], { replaces: replaced.key, swappedFrom: 'Back squat' })], 4],
      ['nothing planned', [], 0],
    ];
    for (const [name, exercises, count] of plans) {
      const log = aLog(randomUUID(), { name, exercises, day: START, startedAt: `${START}T18:00:00.000Z` });
      expect(countPlannedSets((await sync({ ...log, head: { ...log.head, finishedAt: at } })).head), name).toBe(count);
    }
    const expected = plans.map(([name, , count]) => `${name}: ${count}`).sort();
    const { entries } = await coach.api.clients.listTimeline({ ...pair(), filter: 'workout' });
    const inTimeline = entries.flatMap((entry) =>
      entry.kind === 'workout' ? `${entry.name}: ${entry.plannedSets}` : [],
    );
    const inList = (await listed()).workouts.map(({ name, plannedSets }) => `${name}: ${plannedSets}`);
    expect(inTimeline.sort()).toEqual(expected);
    expect(inList.sort()).toEqual(expected);
  });

  const comment = (logId: string, changes: object = {}, of = coach) =>
    of.api.workouts.commentOnWorkout({
      coachId: of.id,
      clientId: client.clientId,
      logId,
      comment: { id: randomUUID(), setId: null, text: 'Well done', ...changes },
    });

  it('comments on a workout and on a set, and the client is notified once', async () => {
    const log = await sync(finished(2, '2026-03-09'));
    const id = randomUUID();
    const said = await comment(log.id, { id, setId: 'ex000000.0', text: 'Elbows in' });
    expect(said).toEqual({ id, setId: 'ex000000.0', text: 'Elbows in', at: `${TODAY}T20:00:00.000Z` });
    expect(await comment(log.id, { id, text: 'Again' })).toEqual(said);
    await comment(log.id);
    const { comments } = await client.api.workouts.getOwnWorkout({ logId: log.id });
    expect(comments).toHaveLength(2);
    expect(comments).toContainEqual(said);
    expect((await listed()).workouts).toMatchObject([{ comments: 2 }]);
    const seen = (await notificationsOf(test, client)).filter(({ type }) => type === 'workout_comment');
    expect(seen).toHaveLength(2);
    expect(seen.map(({ title }) => title)).toEqual(Array(2).fill('Sam Hill commented on your workout'));
    expect(seen.map(({ message }) => message).sort()).toEqual(['Push A', 'Push A: Back squat']);
  });

  it('cannot comment on unknown or deleted workouts and sets', async () => {
    const log = await sync(finished(2, '2026-03-09'));
    const other = await sync(finished(1, '2026-03-05'));
    const id = randomUUID();
    await comment(other.id, { id });
    const stranger = await aCoach(test);
    const refused = [
      comment(randomUUID()),
      comment(log.id, { setId: 'no-such-set' }),
      comment(log.id, { id }),
      comment(log.id, {}, stranger),
    ];
    expect(await outcomesOf(refused)).toEqual(refused.map(() => 'NOT_FOUND'));
    await sync(deleteWorkout(log, `${TODAY}T19:30:00.000Z`));
    await expect(comment(log.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(coach.api.workouts.getClientWorkout({ ...pair(), logId: log.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('can still comment for a former client, who is not notified', async () => {
    const log = await sync(finished(2, '2026-03-09'));
    await updateRelationship(test, client, { status: 'archived' });
    const before = await notificationsOf(test, client);
    await comment(log.id);
    expect(await notificationsOf(test, client)).toEqual(before);
    expect((await client.api.workouts.getOwnWorkout({ logId: log.id })).comments).toHaveLength(1);
  });

  it('alone is notified of pain', async () => {
    const other = await aCoach(test);
    const { head, ...rest } = finished(2, '2026-03-09');
    await sync({ ...rest, head: { ...head, pains: [aPain(randomUUID())] } });
    const types = (await notificationsOf(test, coach)).map(({ type }) => type);
    expect(types.filter((type) => type === 'pain_flagged')).toHaveLength(1);
    expect(await notificationsOf(test, other)).toEqual([]);
  });
});
