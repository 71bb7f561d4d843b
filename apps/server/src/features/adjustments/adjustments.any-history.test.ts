import {
  type AdjustmentChange,
  applyToDates,
  applyToProgram,
  changedKeys,
  undoInDates,
  undoInProgram,
} from '@stridewell/contract/adjustments/adjustments.changes.rules';
import {
  ADJUSTMENT_RULES,
  type AdjustmentFacts,
  CHOSEN_KINDS,
  plannedDays,
  type RecentWorkout,
  SMALL_KINDS,
} from '@stridewell/contract/adjustments/adjustments.rules';
import type { Contraindication } from '@stridewell/contract/exercises/exercises.rules';
import { type Program, type ProgramDay, program as programSchema } from '@stridewell/contract/programs/programs';
import { emptyDays, isSame, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { TRAINING_RULES, weeklyVolume, workoutMinutes } from '@stridewell/contract/programs/programs.volume.rules';
import { programWarnings } from '@stridewell/contract/programs/programs.warnings.rules';
import { addDays, daysBetween, isoWeekday } from '@stridewell/contract/time';
import { PAIN_LEVELS, PAIN_PARTS } from '@stridewell/contract/workouts/workouts.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf, find, follow, LIBRARY, logOf, programOf } from '../../../test/adjustments.ts';
import type { ProposalFacts } from './adjustments.load.rules.ts';
import { proposeAdjustments } from './adjustments.proposals.rules.ts';

type Outcome = 'done' | 'short' | 'unfinished' | 'missed';

/** Arbitrary programs with a history, a current day and guardrails. */
const histories = fc
  .record({
    weeks: fc.integer({ min: 1, max: 6 }),
    days: fc.array(fc.array(fc.constantFrom(...LIBRARY.map(({ id }) => id)), { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 7,
    }),
    sets: fc.integer({ min: 1, max: 6 }),
    startDay: fc.integer({ min: 0, max: 800 }).map((offset) => addDays('2027-01-01', offset)),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    past: fc.integer({ min: 0, max: 40 }),
    outcomes: fc.array(fc.constantFrom<Outcome>('done', 'short', 'unfinished', 'missed'), {
      minLength: 42,
      maxLength: 42,
    }),
    pains: fc.array(
      fc.record({
        /** The workout in which it was reported. */
        at: fc.nat({ max: 20 }),
        part: fc.constantFrom(...PAIN_PARTS),
        level: fc.constantFrom(...PAIN_LEVELS),
        exercise: fc.constantFrom(null, 'squat', 'row'),
      }),
      { maxLength: 4 },
    ),
    isWeaker: fc.boolean(),
    guardrails: fc.record({
      kinds: fc.subarray([...CHOSEN_KINDS]),
      automatic: fc.subarray([...SMALL_KINDS]),
      freeWeekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
      maxMinutes: fc.option(fc.integer({ min: 20, max: 90 })),
      manualAfterPain: fc.boolean(),
      clientMoves: fc.boolean(),
    }),
  })
  .map(({ weeks, days, sets, startDay, weekdays, past, outcomes, pains: reported, isWeaker, guardrails }) => {
    const program = programOf(
      weeks,
      days.map((ids, index) => ({ name: `Day ${index + 1}`, ids: [...new Set(ids)] })),
      sets,
    );
    const followed = follow(program, startDay, weekdays);
    const today = addDays(startDay, Math.min(past, weeks * 7 - 1));
    const workouts = programDays(followed).flatMap(({ day }, index): RecentWorkout[] => {
      const outcome = outcomes[index];
      if (day > today || outcome === 'missed' || (day === today && outcome !== 'unfinished')) return [];
      const pains = reported.flatMap(({ at, ...pain }, flag) => (at === index ? [{ id: `flag${flag}`, ...pain }] : []));
      const changes = { done: {}, short: { doneSets: 5 }, unfinished: { finished: false, doneSets: 4 } }[
        outcome ?? 'done'
      ];
      return [logOf(followed, index, { ...changes, minutes: 25, pains })];
    });
    return factsOf({ followed, today, workouts, isWeaker, guardrails });
  });

const forAll = (check: (facts: ProposalFacts) => void) => fc.assert(fc.property(histories, check), { numRuns: 200 });

const COMPLAINT_OF: Record<string, Contraindication> = {
  knee: 'knee',
  shoulder: 'shoulder',
  elbow: 'elbow',
  low_back: 'low_back',
};

/** Pain flags of the days for which pain counts. */
const painsOf = ({ workouts, today }: AdjustmentFacts) =>
  workouts
    .filter(({ day }) => daysBetween(day, today) < ADJUSTMENT_RULES.daysAhead)
    .flatMap(({ pains, day }) => pains.map((pain) => ({ ...pain, day, rank: PAIN_LEVELS.indexOf(pain.level) })));
type Pain = ReturnType<typeof painsOf>[number];

/** Whether `one` is worse pain of the same part, whose proposal then covers that part. */
const isWorse = (one: Pain, { part, rank }: Pain): boolean => one.part === part && one.rank > rank;

/** The program after a change, without days that were missed. */
function trained(facts: AdjustmentFacts, change: Pick<AdjustmentChange, 'days' | 'deloads'>): Program {
  const missed = new Set(plannedDays(facts).flatMap(({ status, dayKey }) => (status === 'missed' ? dayKey : [])));
  const { phases, ...head } = applyToProgram(facts.followed.program, change);
  return {
    ...head,
    phases: phases.map((phase) => ({
      ...phase,
      weeks: phase.weeks.map((week) => ({ ...week, days: week.days.filter(({ key }) => !missed.has(key)) })),
    })),
  };
}

describe('for any history, proposals', () => {
  it('are the same for the same facts, one for each cause', () => {
    forAll((facts) => {
      const proposals = proposeAdjustments(facts);
      expect(proposeAdjustments(structuredClone(facts))).toEqual(proposals);
      expect(new Set(proposals.map(({ cause }) => cause)).size).toBe(proposals.length);
      const allowed: readonly string[] = facts.guardrails.kinds;
      for (const { kind, automatic } of proposals) {
        expect(allowed).toContain(kind === 'skip' ? 'move' : kind);
        if (automatic) expect(facts.guardrails.automatic).toContain(kind);
      }
    });
  });

  it('change no past or started day, and never give two days the same date', () => {
    forAll((facts) => {
      const { followed, today, guardrails } = facts;
      const planned = plannedDays(facts);
      for (const { change } of proposeAdjustments(facts)) {
        for (const { before } of change.days) {
          const day = planned.find(({ dayKey }) => dayKey === before.key);
          expect(day).toMatchObject({ status: 'open' });
          expect((day?.day ?? '') >= today).toBe(true);
        }
        const moved = applyToDates(followed, change);
        const dates = programDays({ ...followed, moved });
        expect(new Set(dates.map(({ day }) => day)).size).toBe(dates.length);
        for (const { dayKey, from, to } of change.moves) {
          expect(planned.find((one) => one.dayKey === dayKey)).toMatchObject({ day: from });
          expect(dates.find((one) => one.dayKey === dayKey)).toMatchObject({ day: to });
          expect(to >= today && to <= followed.endDay).toBe(true);
          expect(guardrails.freeWeekdays).not.toContain(isoWeekday(to));
          expect(Math.floor(daysBetween(followed.startDay, to) / 7)).toBe(
            Math.floor(daysBetween(followed.startDay, from) / 7),
          );
        }
      }
    });
  });

  it('leave 48 hours for the same muscles around a moved day', () => {
    forAll((facts) => {
      const musclesOf = ({ workout }: ProgramDay) =>
        workout.exercises.flatMap(({ exerciseId }) => find(exerciseId ?? '')?.primary ?? []);
      for (const { change } of proposeAdjustments(facts)) {
        const moved = applyToDates(facts.followed, change);
        const places = plannedDays({ ...facts, followed: { ...facts.followed, moved } });
        const isDone = ({ status }: (typeof places)[number]) => status !== 'missed';
        for (const place of places.filter(({ dayKey }) => change.moves.some((move) => move.dayKey === dayKey))) {
          const near = places.filter(
            (other) =>
              other !== place &&
              isDone(other) &&
              Math.abs(daysBetween(other.day, place.day)) < ADJUSTMENT_RULES.restDays,
          );
          for (const other of near) {
            const own = new Set(musclesOf(place.content));
            expect(musclesOf(other.content).filter((muscle) => own.has(muscle))).toEqual([]);
          }
        }
      }
    });
  });

  it('are valid programs within the rules of volume, ramp, duration and complaints', () => {
    forAll((facts) => {
      const { program } = facts.followed;
      const hard = ['week_volume', 'session_volume', 'duration'];
      const factsOfWarnings = (of: Program) =>
        programWarnings(of, find)
          .filter(({ kind }) => hard.includes(kind))
          .map(({ kind, weekNumber, dayKey, text }) => `${kind} ${weekNumber} ${dayKey} ${text.split(':')[0]}`);
      for (const { change, kind, cause } of proposeAdjustments(facts)) {
        const after = applyToProgram(program, change);
        expect(programSchema.safeParse(after).success).toBe(true);
        expect(emptyDays(after)).toEqual([]);
        const before = factsOfWarnings(trained(facts, { days: [], deloads: [] }));
        expect(factsOfWarnings(trained(facts, change)).filter((text) => !before.includes(text))).toEqual([]);
        const planned = weeksOf(program).map(({ week }) => weeklyVolume(week, find).muscleSets);
        for (const [index, { week }] of weeksOf(trained(facts, change)).entries()) {
          for (const [muscle, sets] of weeklyVolume(week, find).muscleSets) {
            const base = Math.max(planned[index]?.get(muscle) ?? 0, planned[index - 1]?.get(muscle) ?? 0);
            expect(sets).toBeLessThanOrEqual(base + TRAINING_RULES.mostAddedSets);
          }
        }
        for (const { before: then, after: now } of change.days) {
          const [was, is] = [workoutMinutes(then.workout), workoutMinutes(now.workout)];
          if (is > was) expect(is).toBeLessThanOrEqual(facts.guardrails.maxMinutes ?? is);
          if (kind === 'shorten' || kind === 'deload') expect(is).toBeLessThanOrEqual(was);
          if (kind !== 'swap' && kind !== 'join') continue;
          const pains = painsOf(facts);
          const own = pains.find(({ id }) => cause === `pain:${id}`);
          const names = new Map(then.workout.exercises.map(({ key, name }) => [key, name]));
          for (const exercise of now.workout.exercises) {
            const isNew = names.get(exercise.key) !== exercise.name;
            const others = pains.filter((one) => isNew || (one === own && !pains.some((two) => isWorse(two, one))));
            const complaints = others.flatMap(({ part }) => COMPLAINT_OF[part] ?? []);
            const strains = find(exercise.exerciseId ?? '')?.contraindications ?? [];
            expect(strains.filter((complaint) => complaints.includes(complaint))).toEqual([]);
          }
        }
      }
    });
  });

  it('change at most the next two sessions after mild pain', () => {
    forAll((facts) => {
      const planned = plannedDays(facts);
      for (const pain of painsOf(facts).filter(({ level, part }) => level === 'mild' && part !== 'chest')) {
        const proposal = proposeAdjustments(facts).find(({ cause }) => cause === `pain:${pain.id}`);
        const sessions = planned
          .filter(({ status }) => status !== 'missed' && status !== 'excused')
          .filter(({ day, status, doneOn }) => (status === 'open' ? day >= facts.today : doneOn > pain.day))
          .slice(0, ADJUSTMENT_RULES.mildSessions)
          .map(({ dayKey }) => dayKey);
        const changed = proposal?.change.days.map(({ after }) => after.key) ?? [];
        expect(sessions).toEqual(expect.arrayContaining([...changed, ...(proposal?.held ?? [])]));
      }
    });
  });

  it('never ignore severe pain, whatever follows it', () => {
    forAll((facts) => {
      if (!facts.guardrails.kinds.includes('swap')) return;
      const proposals = proposeAdjustments(facts);
      const severe = painsOf(facts).filter(({ level }) => level === 'severe');
      for (const { part, day: since } of severe) {
        const coming = plannedDays(facts).filter(
          ({ status, day }) =>
            status === 'open' &&
            daysBetween(facts.today, day) < ADJUSTMENT_RULES.daysAhead &&
            daysBetween(since, day) <= ADJUSTMENT_RULES.daysAhead,
        );
        if (facts.today > facts.followed.endDay || coming.length === 0) continue;
        // The latest severe pain of a part replaces earlier ones.
        const causes = severe.flatMap((one) => (one.part === part ? `pain:${one.id}` : []));
        const held = proposals.find(({ cause }) => causes.includes(cause))?.held;
        expect(held).toContain(coming[0]?.dayKey);
      }
    });
  });

  it('remove 40 to 60 percent of the sets in a deload', () => {
    forAll((facts) => {
      const setsOf = (days: readonly ProgramDay[]) =>
        days.flatMap(({ workout }) => workout.exercises.flatMap(({ sets }) => sets.map(({ count }) => count)));
      const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
      for (const { change } of proposeAdjustments(facts).filter(({ kind }) => kind === 'deload')) {
        const before = setsOf(change.days.map((day) => day.before));
        // A single set cannot be reduced, and three sets cannot be halved.
        if (Math.min(...before) < 2 || sum(before) < 4) continue;
        const share = sum(setsOf(change.days.map((day) => day.after))) / sum(before);
        expect(share).toBeGreaterThanOrEqual(0.4);
        expect(share).toBeLessThanOrEqual(0.6);
      }
    });
  });

  it('can be undone exactly, and are not proposed again once applied', () => {
    forAll((facts) => {
      const { followed } = facts;
      for (const { change, cause, kind } of proposeAdjustments(facts)) {
        const program = applyToProgram(followed.program, change);
        const moved = applyToDates(followed, change);
        expect(isSame(undoInProgram(program, change), followed.program)).toBe(true);
        expect(undoInDates({ ...followed, program, moved }, change)).toEqual(followed.moved);
        // A day that is skipped, or whose lifts joined other days, stays missed. Held days change nothing.
        if (changedKeys(change).length === 0 || kind === 'join') continue;
        const again = proposeAdjustments({ ...facts, followed: { ...followed, program, moved } });
        expect(again.find((one) => one.cause === cause && isSame(one.change, change))).toBeUndefined();
      }
    });
  });
});
