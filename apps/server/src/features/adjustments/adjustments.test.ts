import { randomUUID } from 'node:crypto';
import { DEFAULT_GUARDRAILS, type Guardrails } from '@stridewell/contract/adjustments/adjustments.rules';
import { programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays } from '@stridewell/contract/time';
import { workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf, updateRelationship } from '../../../test/people.ts';
import { aDay, aProgram, aProgramExercise, aWeek } from '../../../test/program-samples.ts';
import { aLog, aLoggedSet, aPain } from '../../../test/workout-samples.ts';
import { jobsDone } from '../../../test/world.ts';
import { reviewDueClients } from './adjustments.due.service.ts';

/** A Monday, on which the program starts: legs on Mondays, the upper body on Thursdays. */
const START = '2026-03-02';
const TUESDAY = addDays(START, 1);

let test: TestApp;
let coach: Coach;
let client: Client;
let programId: string;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  at(START);
  coach = await aCoach(test, { timeZone: 'Asia/Tokyo', name: 'Sam Hill' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  programId = await assign(client);
});

/** Noon of a day in Los Angeles. */
const at = (day: string) => test.setNow(new Date(`${day}T20:00:00Z`));

const LEGS = [
  { exerciseId: 'back-squat', name: 'Back squat' },
  { exerciseId: 'lying-leg-curl', name: 'Lying leg curl' },
];
const PRESS = [{ exerciseId: 'bench-press', name: 'Bench press' }];

/** A program of four weeks with two days each. */
const weeks = Array.from({ length: 4 }, (_, week) =>
  aWeek(week, [
    aDay(
      2 * week,
      LEGS.map((exercise, index) => aProgramExercise(10 * week + index, exercise)),
    ),
    aDay(
      2 * week + 1,
      PRESS.map((exercise, index) => aProgramExercise(10 * week + 5 + index, exercise)),
    ),
  ]),
);
const program = aProgram({ phases: aProgram().phases.map((phase) => ({ ...phase, weeks })) });

async function assign(of: Client, { startDay = START, weekdays = [1, 4] } = {}): Promise<string> {
  const [templateId, id] = [randomUUID(), randomUUID()];
  const about = { coachId: coach.id, programId: templateId };
  await coach.api.programs.saveProgram({ ...about, basedOn: 0, program, folder: '', tags: [] });
  const assignments = [{ id, clientId: of.clientId }];
  await coach.api.programs.assignProgram({ ...about, assignments, startDay, weekdays });
  return id;
}

const pair = () => ({ coachId: coach.id, clientId: client.clientId });
/** Runs the job that finds missed days. */
const review = () => reviewDueClients(test.services);
const listed = async () => (await coach.api.adjustments.getClientAdjustments(pair())).adjustments;
const firstOpen = async () => {
  const found = (await listed()).find(({ status }) => status === 'open');
  if (!found) throw new Error('nothing is proposed');
  return found;
};
const approve = ({ id: adjustmentId, revision }: { id: string; revision: number }) =>
  coach.api.adjustments.approveAdjustment({ coachId: coach.id, adjustmentId, revision });
const undo = (adjustmentId: string) => coach.api.adjustments.undoAdjustment({ coachId: coach.id, adjustmentId });
const dismiss = (adjustmentId: string) => coach.api.adjustments.dismissAdjustment({ coachId: coach.id, adjustmentId });
const draft = (adjustmentId: string) => coach.api.adjustments.draftAdjustment({ coachId: coach.id, adjustmentId });
const setGuardrails = (changes: Partial<Guardrails>) =>
  coach.api.adjustments.saveGuardrails({ coachId: coach.id, guardrails: { ...DEFAULT_GUARDRAILS, ...changes } });
async function followed() {
  const { current } = await coach.api.programs.getClientPrograms(pair());
  if (!current) throw new Error('no program');
  return current;
}
const datesOf = async () => programDays(await followed()).map(({ day }) => day.slice(5));
const own = () => client.api.adjustments.getOwnAdjustments();
const keyOf = (index: number) => `day${String(index).padStart(6, '0')}`;

/** Logs a workout of a program day, with pain or unfinished. */
function log(index: number, day: string, { pains = [], finished = true }: { pains?: object; finished?: boolean } = {}) {
  const times = { startedAt: `${day}T18:00:00.000Z`, finishedAt: finished ? `${day}T19:00:00.000Z` : null };
  const flags = Array.isArray(pains) ? pains : [];
  return aLog(workoutId(programId, keyOf(index), day), { day, weekNumber: 1, ...times, pains: flags }, [aLoggedSet()]);
}
const sync = (one: ReturnType<typeof log>) => client.api.workouts.syncWorkout({ logId: one.id, log: one });

it('prepares a shorter plan on Monday after two weeks of misses, approved and undone as a whole', async () => {
  coach = await aCoach(test, { timeZone: 'Asia/Tokyo', plan: 'pro' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  programId = await assign(client);
  at(addDays(START, 13));
  await review();
  // Still Sunday for the client, and Monday for the coach.
  const { decisions } = await coach.api.decisions.getQueue({ coachId: coach.id });
  const [decision] = decisions.filter(({ facts }) => facts[0]?.includes('get shorter'));
  expect(decision).toMatchObject({
    kind: 'adjustment',
    clientId: client.clientId,
    facts: ['4 of 4 workouts in the last 14 days were missed, so the workouts in the week of Mar 16 get shorter.'],
  });
  const proposal = (await listed()).find(({ kind }) => kind === 'shorten');
  if (!proposal || decision?.proposal.type !== 'adjustment') throw new Error('nothing shorter is proposed');
  expect(decision.proposal).toMatchObject({ adjustmentId: proposal.id, revision: proposal.revision });
  expect(decision.proposal.lines.join()).toContain('Lying leg curl');
  expect(proposal).toMatchObject({ status: 'open', canEdit: true });
  await approve(proposal);
  const exercises = async () =>
    (await followed()).program.phases[0]?.weeks.map(({ days }) => days.map(({ workout }) => workout.exercises.length));
  expect(await exercises()).toEqual([
    [2, 1],
    [2, 1],
    [1, 1],
    [2, 1],
  ]);
  await review();
  expect((await listed()).filter(({ kind, status }) => kind === 'shorten' && status === 'open')).toEqual([]);
  await undo(proposal.id);
  expect(await followed()).toMatchObject({ program });
});

it('proposes to move a missed day once the day is over for the client', async () => {
  test.setNow(new Date(`${TUESDAY}T07:59:00Z`));
  await review();
  expect(await listed()).toEqual([]);
  test.setNow(new Date(`${TUESDAY}T08:00:00Z`));
  await review();
  expect(await listed()).toMatchObject([
    {
      kind: 'move',
      status: 'open',
      revision: 1,
      by: null,
      canUndo: false,
      canEdit: false,
      reason: 'Monday’s Day 1 was missed; Tuesday is free, so it moves there.',
      lines: ['Day 1: Tuesday instead of Monday'],
    },
  ]);
  expect(await notificationsOf(test, coach)).toMatchObject([
    { type: 'adjustment_proposed', title: `Suggested change for ${client.name}` },
  ]);
});

it('follows the client’s day when the clocks change', async () => {
  // In Los Angeles, Sunday, March 8, has 23 hours.
  await assign(client, { startDay: '2026-03-08', weekdays: [1, 7] });
  at('2026-03-07');
  await review();
  test.setNow(new Date('2026-03-09T06:59:00Z'));
  await review();
  expect(await listed()).toEqual([]);
  test.setNow(new Date('2026-03-09T07:00:00Z'));
  await review();
  expect(await firstOpen()).toMatchObject({ reason: expect.stringMatching(/^Sunday’s Day 1 was missed/) });
});

it('proposes nothing without a seat, and reviews again once there is one', async () => {
  await test.owner.execute(`update users set plan = 'base' where id = '${coach.id}'`);
  const earlier = '2020-01-01T00:00:00Z';
  const others = Array.from({ length: 5 }, () => aClient(test, { of: coach, acceptedAt: new Date(earlier) }));
  await Promise.all(others);
  at(TUESDAY);
  await review();
  expect(await listed()).toEqual([]);
  const move = client.api.adjustments.moveOwnWorkout({ clientProgramId: programId, dayKey: keyOf(0) });
  await expect(move).rejects.toMatchObject({ code: 'COACH_PLAN_FULL' });
  await test.owner.execute(`update users set plan = 'pro' where id = '${coach.id}'`);
  at(addDays(TUESDAY, 1));
  await review();
  expect(await listed()).toHaveLength(1);
});

describe('a missed day', () => {
  beforeEach(async () => {
    // The assignment's own review reads the time when it runs.
    await jobsDone(test);
    at(TUESDAY);
  });

  it('is proposed once by concurrent workers', async () => {
    await Promise.all([review(), review()]);
    await review();
    expect(await listed()).toHaveLength(1);
    expect(await notificationsOf(test, coach)).toHaveLength(1);
  });

  it('moves when the coach approves, and the client sees why', async () => {
    await review();
    const proposal = await firstOpen();
    const results = await outcomesOf([approve(proposal), approve(proposal)]);
    expect(results).toEqual(['OK', 'OK']);
    expect(await listed()).toMatchObject([{ status: 'applied', by: 'coach', canUndo: true }]);
    expect((await datesOf()).slice(0, 3)).toEqual(['03-03', '03-05', '03-09']);
    expect((await followed()).version).toBe(1);
    const { week } = await client.api.workouts.getOwnWorkouts();
    expect(week[0]).toMatchObject({ day: TUESDAY, status: 'today' });
    expect(await own()).toEqual({
      notes: [
        {
          clientProgramId: programId,
          dayKey: keyOf(0),
          day: TUESDAY,
          held: false,
          text: 'Moved from Monday by Sam Hill. Monday’s Day 1 was missed; Tuesday is free, so it moves there.',
        },
      ],
      today: [],
    });
    const { history } = await coach.api.programs.getClientPrograms(pair());
    expect(history[0]?.changes).toEqual([proposal.reason, 'Day 1: Tuesday instead of Monday']);
    const { entries } = await coach.api.clients.listTimeline({ ...pair(), filter: 'program' });
    expect(entries).toMatchObject([
      { kind: 'adjustment', event: 'applied', change: 'move', automatic: false, reason: proposal.reason },
      { kind: 'program', event: 'assigned' },
    ]);
    expect((await notificationsOf(test, client))[0]).toMatchObject({
      type: 'program_changed',
      title: 'Sam Hill changed your week',
    });
  });

  it('returns when the coach undoes the move, which can be repeated', async () => {
    await review();
    const { id } = await approve(await firstOpen());
    await Promise.all([undo(id), undo(id)]);
    expect(await followed()).toMatchObject({ moved: {}, version: 1 });
    await review();
    expect(await listed()).toEqual([]);
    await expect(dismiss(id)).rejects.toMatchObject({ code: 'ADJUSTMENT_CHANGED' });
  });

  it('moves to another date that the coach chooses, if that is possible', async () => {
    await review();
    const { id: adjustmentId, revision, move } = await firstOpen();
    const [friday, thursday] = [addDays(START, 4), addDays(START, 3)];
    // Thursday has a workout, and the next legs are on the day after Sunday.
    expect(move).toEqual({ to: TUESDAY, dates: [1, 2, 4, 5].map((count) => addDays(START, count)) });
    const choose = (to: string) =>
      coach.api.adjustments.approveAdjustment({ coachId: coach.id, adjustmentId, revision, to });
    for (const to of [thursday, START, addDays(START, 7)]) expect(await choose(to)).toMatchObject({ status: 'open' });
    expect(await choose(friday)).toMatchObject({
      status: 'applied',
      lines: ['Day 1: Friday instead of Monday'],
      reason: 'Monday’s Day 1 was missed; Friday is free, so it moves there.',
    });
    expect((await followed()).moved).toEqual({ [keyOf(0)]: friday });
  });

  it('counts on its new date', async () => {
    await review();
    await approve(await firstOpen());
    const adherence = async () => (await coach.api.workouts.listClientWorkouts(pair())).adherence;
    expect(await adherence()).toEqual({ done: 0, due: 0 });
    await sync(log(0, TUESDAY));
    expect(await adherence()).toEqual({ done: 1, due: 1 });
    at(addDays(START, 2));
    expect((await client.api.workouts.getOwnWorkouts()).week[0]).toMatchObject({ day: TUESDAY, status: 'done' });
  });

  it('stays moved once it has started', async () => {
    await review();
    const { id } = await approve(await firstOpen());
    await sync(log(0, TUESDAY, { finished: false }));
    await expect(undo(id)).rejects.toMatchObject({ code: 'ADJUSTMENT_CHANGED' });
    expect(await listed()).toMatchObject([{ canUndo: false }]);
  });

  it('is not proposed again once it was dismissed', async () => {
    await review();
    const { id } = await firstOpen();
    expect(await dismiss(id)).toMatchObject({ status: 'dismissed' });
    expect(await dismiss(id)).toMatchObject({ status: 'dismissed' });
    await review();
    expect(await listed()).toEqual([]);
  });

  it('is not moved by the approval of another version', async () => {
    await review();
    const proposal = await firstOpen();
    at(addDays(START, 2));
    expect(await approve(proposal)).toMatchObject({ status: 'open', revision: 2 });
    expect((await followed()).moved).toEqual({});
    const { reason } = await firstOpen();
    expect(reason).toContain('Wednesday is free');
  });

  it('is withdrawn when the day was done after all, or the program ended', async () => {
    await review();
    const { id } = await firstOpen();
    await sync(log(0, START));
    expect(await approve({ id, revision: 1 })).toMatchObject({ status: 'withdrawn' });
    expect((await followed()).moved).toEqual({});
  });

  it('is applied automatically within the guardrails, and for one client alone', async () => {
    const guardrails: Guardrails = { ...DEFAULT_GUARDRAILS, automatic: ['move'] };
    await coach.api.adjustments.saveClientGuardrails({ ...pair(), guardrails });
    await review();
    expect(await listed()).toMatchObject([{ status: 'applied', by: 'rules' }]);
    expect((await own()).notes[0]?.text).toContain('by the rules of Sam Hill');
    expect((await notificationsOf(test, coach))[0]?.title).toBe(`Changed by your rules: ${client.name}`);
    const { entries } = await coach.api.clients.listTimeline({ ...pair(), filter: 'program' });
    expect(entries[0]).toMatchObject({ automatic: true });
    const back = await coach.api.adjustments.saveClientGuardrails({ ...pair(), guardrails: null });
    expect(back).toEqual({ guardrails: DEFAULT_GUARDRAILS, isException: false });
  });

  it('is not proposed when the coach has switched that off', async () => {
    await setGuardrails({ kinds: ['swap'] });
    await review();
    expect(await listed()).toEqual([]);
    const { guardrails } = await coach.api.adjustments.getGuardrails({ coachId: coach.id });
    expect(guardrails.kinds).toEqual(['swap']);
  });

  it.each(['paused', 'ended', 'archived'])('is not proposed for a client who is %s', async (status) => {
    await updateRelationship(test, client, { status });
    await review();
    expect(await listed()).toEqual([]);
  });

  it('can be done today by the client, who does so once', async () => {
    expect((await own()).today).toEqual([{ clientProgramId: programId, dayKey: keyOf(0) }]);
    const move = () => client.api.adjustments.moveOwnWorkout({ clientProgramId: programId, dayKey: keyOf(0) });
    await review();
    expect(await Promise.all([move(), move()])).toEqual([{ day: TUESDAY }, { day: TUESDAY }]);
    expect(await listed()).toMatchObject([{ status: 'applied', by: 'client', kind: 'move' }]);
    expect((await own()).notes[0]?.text).toContain('by you');
    expect(await notificationsOf(test, client)).toHaveLength(1);
    const other = await aClient(test, { of: coach });
    const theirs = other.api.adjustments.moveOwnWorkout({ clientProgramId: programId, dayKey: keyOf(0) });
    await expect(theirs).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be done today when the coach does not allow it', async () => {
    await setGuardrails({ clientMoves: false });
    expect((await own()).today).toEqual([]);
    const move = client.api.adjustments.moveOwnWorkout({ clientProgramId: programId, dayKey: keyOf(0) });
    expect(await move).toEqual({ day: null });
  });
});

describe('pain', () => {
  const knee = (changes: object = {}) => [aPain(randomUUID(), { part: 'knee', exerciseKey: 'ex000000', ...changes })];
  const hurt = async (changes: object = {}) => {
    await sync(log(0, START, { pains: knee(changes) }));
    at(TUESDAY);
    await review();
  };

  it('leads to other exercises, applied and undone as a whole', async () => {
    await hurt();
    const proposal = await firstOpen();
    expect(proposal).toMatchObject({ kind: 'swap', canEdit: true, held: [] });
    expect(proposal.reason).not.toContain('knee');
    await approve(proposal);
    const changed = await followed();
    expect(changed.version).toBe(2);
    expect(changed.program).not.toEqual(program);
    await undo(proposal.id);
    expect(await followed()).toMatchObject({ program, version: 3 });
  });

  it('that is severe keeps the day on hold until the coach decides', async () => {
    await setGuardrails({ automatic: ['move', 'shorten'], manualAfterPain: false });
    await hurt({ level: 'severe' });
    const proposal = await firstOpen();
    expect(proposal).toMatchObject({ status: 'open', held: ['Day 2', 'Day 3'] });
    expect((await own()).notes.map(({ dayKey, held }) => `${dayKey} ${held}`).sort()).toEqual([
      `${keyOf(1)} true`,
      `${keyOf(2)} true`,
    ]);
    await approve(proposal);
    expect((await own()).notes).toMatchObject([{ dayKey: keyOf(2), held: false }]);
  });

  it('is edited as a draft of the program, unless there is one', async () => {
    await hurt();
    const { id } = await firstOpen();
    expect(await draft(id)).toMatchObject({ status: 'drafted' });
    expect(await draft(id)).toMatchObject({ status: 'drafted' });
    const read = await coach.api.programs.getClientPrograms(pair());
    expect(read.draft).toMatchObject({ source: 'coach', programVersion: 1 });
    expect(read.draft?.program).not.toEqual(program);
    await review();
    expect(await listed()).toEqual([]);
  });

  it('never overwrites other changes, drafted or applied', async () => {
    await hurt();
    const about = { coachId: coach.id, clientProgramId: programId, basedOn: 0, programVersion: 1 };
    await coach.api.programs.saveClientDraft({ ...about, program: { ...program, name: 'Other' } });
    const proposal = await firstOpen();
    await expect(draft(proposal.id)).rejects.toMatchObject({ code: 'DRAFT_EXISTS' });
    await expect(approve(proposal)).rejects.toMatchObject({ code: 'DRAFT_EXISTS' });
  });

  it('is never applied over a later program', async () => {
    await hurt();
    const proposal = await firstOpen();
    const about = { coachId: coach.id, clientProgramId: programId };
    const other = aProgram({ phases: aProgram({ weeks: 4 }).phases });
    const { version } = await coach.api.programs.saveClientDraft({
      ...about,
      basedOn: 0,
      programVersion: 1,
      program: other,
    });
    const published = await coach.api.programs.publishClientDraft({ ...about, draftVersion: version });
    const answer = await approve(proposal);
    expect(answer.status).not.toBe('applied');
    expect((await followed()).program).toEqual(published.program);
  });
});

it('is on the agenda of the coach', async () => {
  await review();
  at(TUESDAY);
  await review();
  const { agenda } = await coach.api.dashboard.getCoachDashboard({ coachId: coach.id });
  expect(agenda).toMatchObject({
    state: 'ready',
    data: { adjustments: { total: 1, rows: [{ clientId: client.clientId, open: 1 }] } },
  });
});
