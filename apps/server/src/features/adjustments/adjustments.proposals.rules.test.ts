import { applyToProgram, undoInDates, undoInProgram } from '@stridewell/contract/adjustments/adjustments.changes.rules';
import {
  CHOSEN_KINDS,
  DEFAULT_GUARDRAILS,
  type FollowedProgram,
  plannedDays,
  SMALL_KINDS,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { shortDate } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays } from '@stridewell/contract/time';
import { describe, expect, it } from 'vitest';
import { FULL, factsOf, follow, LOWER, logOf, MONDAY, programOf, UPPER } from '../../../test/adjustments.ts';
import type { ProposalFacts } from './adjustments.load.rules.ts';
import { daysForToday, moveToToday, nextReviewDay, proposeAdjustments } from './adjustments.proposals.rules.ts';

const [TUESDAY, THURSDAY] = [addDays(MONDAY, 1), addDays(MONDAY, 3)];
const noMoves = { ...DEFAULT_GUARDRAILS, kinds: CHOSEN_KINDS.filter((kind) => kind !== 'move') };

describe('a missed day', () => {
  const split = () => follow(programOf(4, [LOWER, UPPER]), MONDAY, [1, 3]);

  it('moves to the next free day of its week', () => {
    const followed = split();
    const [proposal, ...others] = proposeAdjustments(factsOf({ followed, today: TUESDAY }));
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({ kind: 'move', held: [], automatic: false });
    expect(proposal?.change.moves).toMatchObject([{ from: MONDAY, to: TUESDAY }]);
    expect(proposal?.reason).toBe('Monday’s Lower body was missed; Tuesday is free, so it moves there.');
  });

  it('leaves 48 hours between workouts of the same muscles, or moves with the later days', () => {
    const followed = follow(programOf(4, [FULL, FULL, FULL]), MONDAY, [1, 3, 5]);
    const [proposal] = proposeAdjustments(factsOf({ followed, today: TUESDAY }));
    expect(proposal?.change.moves.map(({ to }) => to)).toEqual([TUESDAY, THURSDAY, addDays(MONDAY, 5)]);
    expect(proposal?.reason).toBe('Monday’s Full body was missed, so it and the 2 days after it move one day later.');
  });

  it('respects days that stay free', () => {
    const guardrails = { ...DEFAULT_GUARDRAILS, freeWeekdays: [2, 4] };
    const [proposal] = proposeAdjustments(factsOf({ followed: split(), today: TUESDAY, guardrails }));
    expect(proposal?.change.moves).toMatchObject([{ to: addDays(MONDAY, 4) }]);
  });

  it('gives its main lifts to the next days when it cannot move', () => {
    const followed = follow(programOf(2, [LOWER, UPPER]), MONDAY, [1, 3]);
    const facts = factsOf({ followed, today: TUESDAY, guardrails: noMoves });
    const [proposal] = proposeAdjustments(facts);
    expect(proposal).toMatchObject({ kind: 'join' });
    expect(proposal?.reason).toBe(
      'Monday’s Lower body was missed and no day is free, so Squat and Deadlift join Wednesday’s Upper body.',
    );
    const names = proposal?.change.days[0]?.after.workout.exercises.map(({ name }) => name);
    expect(names).toEqual(['Bench press', 'Row', 'Press', 'Squat', 'Deadlift', 'Curl', 'Pushdown']);
  });

  it('gives other days no lift that strains a painful part', () => {
    const followed = follow(programOf(2, [LOWER, UPPER]), MONDAY, [1, 3]);
    const pains = [{ id: 'flag', part: 'knee' as const, level: 'mild' as const, exercise: null }];
    const workouts = [logOf(followed, 0, { dayKey: null, clientProgramId: null, pains })];
    const proposals = proposeAdjustments(factsOf({ followed, today: TUESDAY, guardrails: noMoves, workouts }));
    const joined = proposals.find(({ kind }) => kind === 'join');
    expect(joined?.reason).toContain('so Deadlift joins');
  });

  it('gives no work to a week that gets lighter', () => {
    const followed = follow(programOf(4, [FULL, FULL, FULL]), MONDAY, [1, 3, 5]);
    const guardrails = { ...DEFAULT_GUARDRAILS, freeWeekdays: [2, 4, 6, 7] };
    const facts = factsOf({ followed, today: addDays(MONDAY, 6), guardrails, isWeaker: true });
    expect(proposeAdjustments(facts).map(({ kind }) => kind)).toEqual(['deload']);
  });

  it('is left out when nothing fits', () => {
    const followed = follow(programOf(1, [FULL]), MONDAY, [1]);
    const guardrails = { ...DEFAULT_GUARDRAILS, freeWeekdays: [2, 3, 4, 5, 6, 7] };
    const [proposal] = proposeAdjustments(factsOf({ followed, today: TUESDAY, guardrails }));
    expect(proposal).toMatchObject({ kind: 'skip', change: { moves: [], days: [], deloads: [] } });
  });

  it.each([
    ['while the coaching was paused', { pauses: [{ from: MONDAY, until: TUESDAY }] }],
    ['before the day is over', { today: MONDAY }],
    ['after its week', { today: addDays(MONDAY, 7), guardrails: { ...DEFAULT_GUARDRAILS, kinds: ['move' as const] } }],
    ['before the program', { today: addDays(MONDAY, -1) }],
    ['after the program', { today: addDays(MONDAY, 28) }],
  ])('is not proposed %s', (_name, changes) => {
    const workouts = (followed: FollowedProgram) => [logOf(followed, 1)];
    const followed = split();
    expect(proposeAdjustments(factsOf({ followed, today: TUESDAY, workouts: workouts(followed), ...changes }))).toEqual(
      [],
    );
  });

  it('can be done today, unless the muscles need rest', () => {
    const followed = split();
    const facts = factsOf({ followed, today: TUESDAY });
    const [dayKey = ''] = daysForToday(facts);
    expect(moveToToday(facts, dayKey)).toMatchObject({
      change: { moves: [{ dayKey, from: MONDAY, to: TUESDAY }] },
      reason: 'Monday’s Lower body was missed and is done on Tuesday instead.',
    });
    const full = follow(programOf(4, [FULL, FULL]), MONDAY, [1, 3]);
    expect(daysForToday(factsOf({ followed: full, today: TUESDAY }))).toEqual([]);
    expect(daysForToday({ ...facts, guardrails: { ...DEFAULT_GUARDRAILS, clientMoves: false } })).toEqual([]);
  });

  it('is automatic within the guardrails, and never after pain', () => {
    const followed = split();
    const guardrails = { ...DEFAULT_GUARDRAILS, automatic: [...SMALL_KINDS] };
    const facts = factsOf({ followed, today: TUESDAY, guardrails });
    expect(proposeAdjustments(facts)).toMatchObject([{ automatic: true }]);
    const pains = [{ id: 'flag', part: 'other' as const, level: 'mild' as const, exercise: null }];
    const hurting = { ...facts, workouts: [logOf(followed, 0, { dayKey: null, clientProgramId: null, pains })] };
    expect(proposeAdjustments(hurting)).toMatchObject([{ kind: 'move', automatic: false }]);
    const loose = { ...hurting, guardrails: { ...guardrails, manualAfterPain: false } };
    expect(proposeAdjustments(loose)).toMatchObject([{ automatic: true }]);
  });

  it('is reviewed when the next training day is over', () => {
    const facts = factsOf({ followed: split(), today: TUESDAY });
    expect(nextReviewDay(facts, false)).toBe(THURSDAY);
    expect(nextReviewDay(facts, true)).toBe(addDays(TUESDAY, 1));
    expect(nextReviewDay({ ...facts, today: addDays(MONDAY, 60) }, true)).toBeNull();
  });
});

describe('workouts that end early', () => {
  const followed = follow(programOf(4, [LOWER, UPPER]), MONDAY, [1, 4]);
  const short = { finished: false, doneSets: 6, minutes: 22 };

  it('shorten the coming days: isolation first, and the main lifts stay', () => {
    const workouts = [logOf(followed, 0, short), logOf(followed, 1, { doneSets: 6, minutes: 20 })];
    const [proposal] = proposeAdjustments(factsOf({ followed, today: addDays(THURSDAY, 1), workouts }));
    expect(proposal).toMatchObject({ kind: 'shorten', cause: 'short:log1' });
    expect(proposal?.reason).toBe(
      'The last workouts ended early, after about 20 minutes, so the coming days are shortened to fit.',
    );
    const names = proposal?.change.days.map(({ after }) => after.workout.exercises.map(({ name }) => name));
    expect(names).toEqual([
      ['Squat', 'Deadlift'],
      ['Bench press', 'Row'],
    ]);
  });

  it('count twice, and only if the latest one was short', () => {
    const once = [logOf(followed, 0, short)];
    expect(proposeAdjustments(factsOf({ followed, today: TUESDAY, workouts: once }))).toEqual([]);
    const better = [logOf(followed, 0, short), logOf(followed, 1, short), logOf(followed, 2)];
    expect(proposeAdjustments(factsOf({ followed, today: addDays(MONDAY, 8), workouts: better }))).toEqual([]);
  });
});

describe('workouts that are often missed', () => {
  const followed = follow(programOf(4, [LOWER, UPPER]), MONDAY, [1, 4]);
  const sunday = addDays(MONDAY, 13);
  const shorter = (changes: Partial<ProposalFacts> = {}) =>
    proposeAdjustments(factsOf({ followed, today: sunday, ...changes })).filter(({ kind }) => kind === 'shorten');

  it('shorten those of the next week, by the decision of the coach alone', () => {
    const guardrails = { ...DEFAULT_GUARDRAILS, automatic: [...SMALL_KINDS] };
    const proposals = shorter({ guardrails, workouts: [logOf(followed, 1)] });
    const { week } = weeksOf(followed.program)[2] ?? {};
    expect(proposals).toMatchObject([{ cause: `misses:${followed.id}.${week?.key}`, automatic: false, held: [] }]);
    expect(proposals[0]?.reason).toBe(
      `3 of 4 workouts in the last 14 days were missed, so the workouts in the week of ${shortDate(addDays(MONDAY, 14))} get shorter.`,
    );
    const names = proposals[0]?.change.days.map(({ after }) => after.workout.exercises.map(({ name }) => name));
    expect(names).toEqual([
      ['Squat', 'Deadlift'],
      ['Bench press', 'Row', 'Press'],
    ]);
  });

  it('keep one exercise of each large pattern in the week', () => {
    const push = { name: 'Push', ids: ['squat', 'bench-press', 'press', 'lunge', 'row'] };
    const legs = { name: 'Legs', ids: ['lunge', 'floor-press', 'deadlift', 'curl', 'crunch'] };
    const [proposal] = shorter({ followed: follow(programOf(4, [push, legs]), MONDAY, [1, 4]) });
    const names = proposal?.change.days.map(({ after }) => after.workout.exercises.map(({ name }) => name));
    expect(names).toEqual([
      ['Squat', 'Bench press', 'Row'],
      ['Lunge', 'Floor press', 'Deadlift'],
    ]);
  });

  it('let a missed day move, and join or skip none', () => {
    const kinds = (freeWeekdays: number[]) => {
      const guardrails = { ...DEFAULT_GUARDRAILS, freeWeekdays };
      return proposeAdjustments(factsOf({ followed, today: sunday, guardrails })).map(({ kind }) => kind);
    };
    expect(kinds([])).toEqual(['move', 'shorten']);
    expect(kinds([5, 6, 7])).toEqual(['shorten']);
  });

  it.each<[string, Partial<ProposalFacts>]>([
    ['half of them were done', { workouts: [logOf(followed, 1), logOf(followed, 2)] }],
    ['the coaching was paused', { pauses: [{ from: MONDAY, until: addDays(MONDAY, 10) }] }],
    ['the coach wants no shorter days', { guardrails: { ...DEFAULT_GUARDRAILS, kinds: ['move'] } }],
    ['the week becomes a deload', { isWeaker: true }],
    ['there is no later week', { today: addDays(MONDAY, 27) }],
    [
      'only the main lifts are left',
      { followed: follow(programOf(4, [{ name: 'Legs', ids: ['squat'] }, UPPER]), MONDAY, [1, 4]) },
    ],
  ])('shorten nothing if %s', (name, changes) => {
    const proposals = shorter(changes);
    if (name !== 'only the main lifts are left') expect(proposals).toEqual([]);
    else expect(proposals[0]?.change.days.map(({ before }) => before.name)).toEqual(['Upper body']);
  });
});

describe('misses while the lifts get weaker', () => {
  const followed = () => follow(programOf(4, [LOWER, UPPER]), MONDAY, [1, 4]);
  const guardrails = { ...DEFAULT_GUARDRAILS, kinds: ['deload' as const] };
  const nextWeek = addDays(MONDAY, 7);

  it('make the next week a deload', () => {
    const facts = factsOf({ followed: followed(), today: addDays(MONDAY, 6), guardrails, isWeaker: true });
    const [proposal] = proposeAdjustments(facts);
    expect(proposal?.reason).toBe(
      `2 workouts were missed in the last 14 days and the lifts got weaker, so the week of ${shortDate(nextWeek)} becomes a deload.`,
    );
    const after = applyToProgram(facts.followed.program, proposal?.change ?? { days: [], deloads: [] });
    const week = weeksOf(after)[1]?.week;
    expect(week).toMatchObject({ deload: true });
    expect(week?.days[0]?.workout.exercises[0]?.sets).toMatchObject([{ count: 2 }]);
    expect(proposeAdjustments({ ...facts, followed: { ...facts.followed, program: after } })).toEqual([]);
  });

  it('are both needed: missed days alone are rest, and clients on track get no deload', () => {
    const one = followed();
    const today = addDays(MONDAY, 6);
    const missed = factsOf({ followed: one, today, guardrails });
    expect(proposeAdjustments(missed)).toEqual([]);
    const trained = factsOf({
      followed: one,
      today,
      guardrails,
      workouts: [logOf(one, 0), logOf(one, 1)],
      isWeaker: true,
    });
    expect(proposeAdjustments(trained)).toEqual([]);
    const weaker = factsOf({ followed: one, today, guardrails, workouts: [logOf(one, 0)], isWeaker: true });
    expect(proposeAdjustments(weaker)).toMatchObject([{ kind: 'deload' }]);
  });

  it('wait for a week that has not started', () => {
    const one = followed();
    const facts = factsOf({
      followed: one,
      today: nextWeek,
      guardrails,
      isWeaker: true,
      workouts: [logOf(one, 2, { finished: false })],
    });
    expect(proposeAdjustments(facts).flatMap(({ change }) => change.deloads)).toEqual([
      weeksOf(one.program)[2]?.week.key,
    ]);
    expect(proposeAdjustments({ ...facts, today: addDays(MONDAY, 22), workouts: [] })).toEqual([]);
  });
});

describe('pain', () => {
  const followed = () => follow(programOf(4, [LOWER, UPPER]), MONDAY, [1, 4]);
  const hurt = (one: FollowedProgram, changes: object = {}, day = 0) =>
    logOf(one, day, { pains: [{ id: 'flag', part: 'knee', level: 'moderate', exercise: null, ...changes }] });

  it('replaces what strains the part for a week, with equipment of the program', () => {
    const one = followed();
    const [proposal] = proposeAdjustments(factsOf({ followed: one, today: TUESDAY, workouts: [hurt(one)] }));
    expect(proposal).toMatchObject({ kind: 'swap', cause: 'pain:flag', held: [], automatic: false });
    expect(proposal?.reason).toBe(
      'Pain was reported on Monday, so Squat and Leg extension are replaced or removed for 7 days.',
    );
    const [day] = proposal?.change.days ?? [];
    const names = day?.after.workout.exercises.map(({ name, sets }) => `${name} ${sets[0]?.load?.value ?? ''}`);
    expect(names).toEqual(['Box squat ', 'Deadlift 60', 'Leg curl 60']);
  });

  it('replaces the exercise that hurt', () => {
    const one = followed();
    const workouts = [hurt(one, { part: 'upper_back', exercise: 'row' })];
    const [proposal] = proposeAdjustments(factsOf({ followed: one, today: TUESDAY, workouts }));
    expect(proposal?.change.days[0]?.after.workout.exercises[1]).toMatchObject({ name: 'Pulldown' });
  });

  it('that is severe holds the days until the coach decides', () => {
    const one = followed();
    const severe = hurt(one, { level: 'severe' });
    const guardrails = { ...DEFAULT_GUARDRAILS, automatic: [...SMALL_KINDS], manualAfterPain: false };
    const [proposal] = proposeAdjustments(factsOf({ followed: one, today: TUESDAY, workouts: [severe], guardrails }));
    const coming = plannedDays(factsOf({ followed: one, today: TUESDAY })).filter(({ status }) => status === 'open');
    expect(proposal?.held).toEqual([coming[0]?.dayKey, coming[1]?.dayKey]);
    expect(proposal).toMatchObject({ automatic: false });
  });

  it('in the chest always needs the coach’s decision', () => {
    const one = followed();
    const workouts = [hurt(one, { part: 'chest', level: 'mild' })];
    expect(proposeAdjustments(factsOf({ followed: one, today: TUESDAY, workouts }))).toMatchObject([
      { held: [expect.any(String)], reason: expect.stringContaining('Serious pain') },
    ]);
  });

  it('that is mild changes the next two sessions, including those done since', () => {
    const one = follow(programOf(4, [LOWER, LOWER, LOWER]), MONDAY, [1, 3, 5]);
    const daysOf = (today: string, workouts: ReturnType<typeof logOf>[]) =>
      proposeAdjustments(factsOf({ followed: one, today, workouts })).flatMap(({ kind, change, reason }) =>
        kind === 'swap' ? [{ keys: change.days.map(({ after }) => after.key), reason }] : [],
      );
    const mild = hurt(one, { level: 'mild' });
    const keys = programDays(one).map(({ dayKey }) => dayKey);
    const [first] = daysOf(TUESDAY, [mild]);
    expect(first?.keys).toEqual(keys.slice(1, 3));
    expect(first?.reason).toContain('in the next 2 workouts.');
    const [second] = daysOf(THURSDAY, [mild, logOf(one, 1)]);
    expect(second?.keys).toEqual(keys.slice(2, 3));
    expect(second?.reason).toContain('in the next workout.');
    expect(daysOf(addDays(MONDAY, 5), [mild, logOf(one, 1), logOf(one, 2)])).toEqual([]);
    expect(daysOf(TUESDAY, [hurt(one)])[0]?.keys).toEqual(keys.slice(1, 4));
  });

  it('that is severe still counts after a milder one of the same part', () => {
    const one = follow(programOf(4, [LOWER, LOWER, LOWER]), MONDAY, [1, 3, 5]);
    const severe = hurt(one, { id: 'severe', level: 'severe' });
    const mild = hurt(one, { id: 'mild', level: 'mild' }, 1);
    const [alone] = proposeAdjustments(factsOf({ followed: one, today: THURSDAY, workouts: [severe, logOf(one, 1)] }));
    const both = proposeAdjustments(factsOf({ followed: one, today: THURSDAY, workouts: [severe, mild] }));
    expect(both).toEqual([alone]);
    expect(both).toMatchObject([{ cause: 'pain:severe', held: [expect.any(String), expect.any(String)] }]);
    // Other painful parts get proposals too, in the sessions after the milder pain.
    const deadlift = { ...mild, pains: mild.pains.map((pain) => ({ ...pain, exercise: 'deadlift' })) };
    const more = proposeAdjustments(factsOf({ followed: one, today: THURSDAY, workouts: [severe, deadlift] }));
    expect(more.map(({ cause, held }) => [cause, held.length])).toEqual([
      ['pain:mild', 0],
      ['pain:severe', 2],
    ]);
    expect(more[0]?.reason).toContain('so Deadlift is replaced or removed in the next 2 workouts.');
  });

  it('that is worse replaces milder pain', () => {
    const one = follow(programOf(4, [LOWER, LOWER, LOWER]), MONDAY, [1, 3, 5]);
    const workouts = [hurt(one, { id: 'mild', level: 'mild' }), hurt(one, { id: 'severe', level: 'severe' }, 1)];
    const causes = proposeAdjustments(factsOf({ followed: one, today: THURSDAY, workouts })).map(({ cause }) => cause);
    expect(causes).toEqual(['pain:severe']);
  });

  it('never leaves a day without exercises', () => {
    const one = follow(programOf(2, [{ name: 'Shoulders', ids: ['press', 'raise'] }]), MONDAY, [1, 4]);
    const today = addDays(MONDAY, 5);
    const workouts = [hurt(one, { part: 'shoulder' })];
    const [proposal] = proposeAdjustments(factsOf({ followed: one, today, workouts }));
    expect(proposal?.change.days).toEqual([]);
    expect(proposal?.held).toHaveLength(1);
  });
});

it('does not undo days that were changed again', () => {
  const followed = follow(programOf(2, [LOWER, UPPER]), MONDAY, [1, 3]);
  const facts = factsOf({ followed, today: TUESDAY, guardrails: noMoves });
  const change = proposeAdjustments(facts)[0]?.change ?? { moves: [], days: [], deloads: [] };
  expect(undoInProgram(followed.program, change)).toBeUndefined();
  const [first = '', second = ''] = programDays(followed).map(({ dayKey }) => dayKey);
  const moves = [{ dayKey: first, from: MONDAY, to: TUESDAY }];
  expect(undoInDates(followed, { moves })).toBeUndefined();
  const moved = { [first]: TUESDAY };
  expect(undoInDates({ ...followed, moved }, { moves })).toEqual({});
  // Another day has taken the former date.
  expect(undoInDates({ ...followed, moved: { ...moved, [second]: MONDAY } }, { moves })).toBeUndefined();
});
