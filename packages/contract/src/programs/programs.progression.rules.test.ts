import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aProgram, keysFor, programs, setTargets } from '../../test/programs.ts';
import { NO_PROGRESSION, newDay, newPhase, newProgram, newSet, newWeek } from './programs.create.rules.ts';
import { deloadDays, progressPhase } from './programs.progression.rules.ts';
import { isWorkingSet, keysOf } from './programs.rules.ts';
import { type ProgramPhase, type Progression, program, type SetTarget } from './programs.ts';

const newKey = keysFor('fresh');

/** A phase of one exercise; the first week is followed by empty ones. */
function phaseOf(sets: Partial<SetTarget>[], progression: Partial<Progression>, deloads: boolean[]): ProgramPhase {
  const [phase] = aProgram({ Legs: { Squat: sets } }).phases;
  const weeks = deloads.map((deload) => ({ ...newWeek(newKey, 1), deload }));
  return {
    ...newPhase(newKey, [...(phase?.weeks ?? []), ...weeks]),
    progression: { ...NO_PROGRESSION, ...progression },
  };
}
const setsOf = (phase: ProgramPhase) =>
  phase.weeks.map(({ days }) => days.flatMap(({ workout }) => workout.exercises.flatMap(({ sets }) => sets)));
const rir = (value: number) => ({ effort: { scale: 'rir', value } }) as const;
const rpe = (value: number) => ({ effort: { scale: 'rpe', value } }) as const;
const kg = (value: number) => ({ load: { unit: 'kg', value } }) as const;
const percent = (value: number) => ({ load: { unit: 'percent', value } }) as const;

describe('the progression of a phase', () => {
  it.each<[string, Partial<SetTarget>, Partial<Progression>, Partial<SetTarget>]>([
    ['repeats the week', {}, {}, {}],
    ['adds sets', { count: 3 }, { sets: 1 }, { count: 5 }],
    ['adds sets up to the most', { count: 19 }, { sets: 3 }, { count: 20 }],
    ['shifts ranges', { reps: '8-10 each side' }, { reps: 1 }, { reps: '10-12 each side' }],
    ['leaves times', { reps: '30 sec' }, { reps: 5 }, { reps: '30 sec' }],
    ['lowers RIR', rir(3), { rir: 1 }, rir(1)],
    ['lowers RIR to zero', rir(1), { rir: 1 }, rir(0)],
    ['raises RPE', rpe(7.5), { rir: 0.5 }, rpe(8.5)],
    ['raises RPE to ten', rpe(9), { rir: 2 }, rpe(10)],
    ['adds points', percent(70), { percent: 2.5 }, percent(75)],
    ['adds points up to the most', percent(149), { percent: 5 }, percent(150)],
    ['adds percents of kilograms', kg(61), { percent: 2.5 }, kg(64)],
    ['leaves warm-ups', { kind: 'warm_up', ...rir(5) }, { sets: 1, reps: 1, rir: 1 }, { kind: 'warm_up', ...rir(5) }],
  ])('%s', (_, set, progression, expected) => {
    const filled = progressPhase(phaseOf([set], progression, [false, false]), newKey);
    expect(setsOf(filled)[2]).toEqual([newSet(expected)]);
  });

  it('adds sets to one line of an exercise', () => {
    const phase = phaseOf([{ count: 1, kind: 'warm_up' }, { count: 2 }, { count: 3 }, { count: 3 }], { sets: 1 }, [
      false,
    ]);
    expect(setsOf(progressPhase(phase, newKey))[1]?.map(({ count }) => count)).toEqual([1, 2, 4, 3]);
  });

  it('makes the first week lighter in a deload, and continues after it', () => {
    const phase = phaseOf([{ count: 4, ...rir(2), ...kg(100) }], { sets: 1, rir: 1, percent: 5 }, [false, true, false]);
    const figures = setsOf(progressPhase(phase, newKey)).map(([set]) => [
      set?.count,
      set?.effort?.value,
      set?.load?.value,
    ]);
    expect(figures).toEqual([
      [4, 2, 100],
      [5, 1, 105],
      [2, 4, 90],
      [6, 0, 110.5],
    ]);
  });

  it.each<[string, Partial<SetTarget>, Partial<SetTarget>]>([
    ['percents', percent(85), percent(76)],
    ['the lightest load', kg(0.5), kg(0.5)],
    ['body weight', kg(0), kg(0)],
    ['a single set', { count: 1, ...percent(90) }, { count: 1, ...percent(81) }],
    ['RPE', rpe(8), rpe(6)],
  ])('of a deload: %s', (_, set, expected) => {
    const [, deload] = setsOf(progressPhase(phaseOf([{ count: 2, ...set }], {}, [true]), newKey));
    expect(deload).toEqual([newSet({ count: 1, ...expected })]);
  });

  it('halves sets of three in turn', () => {
    const days = { Legs: { Squat: [{}], Row: [{}], Press: [{}], Curl: [{}] } };
    const [phase] = aProgram(days).phases;
    const counts = deloadDays(phase?.weeks[0]?.days ?? []).flatMap(({ workout }) =>
      workout.exercises.flatMap(({ sets }) => sets.map(({ count }) => count)),
    );
    expect(counts).toEqual([2, 1, 2, 1]);
  });

  it('keeps the keys of days and exercises with the same name and place', () => {
    const [phase] = aProgram({ Push: { Bench: [{}], Dip: [{}] }, Pull: { Row: [{}] } }, 2).phases;
    const [first, second] = phase?.weeks ?? [];
    if (!phase || !first || !second) throw new Error('The phase has two weeks');
    const renamed = { ...second, days: [...second.days.slice(0, 1), newDay(newKey, 'Other')] };
    const filled = progressPhase({ ...phase, weeks: [first, renamed] }, newKey).weeks[1];
    expect(filled?.days[0]).toEqual(second.days[0]);
    expect(filled?.days[1]?.name).toBe('Pull');
    expect(keysOf({ phases: [phase] })).not.toContain(filled?.days[1]?.key);
    expect(keysOf({ phases: [phase] })).not.toContain(filled?.days[1]?.workout.exercises[0]?.key);
  });

  const progression = fc.record({
    sets: fc.integer({ min: 0, max: 3 }),
    reps: fc.integer({ min: 0, max: 5 }),
    rir: fc.integer({ min: 0, max: 4 }).map((halves) => halves / 2),
    percent: fc.integer({ min: 0, max: 20 }).map((halves) => halves / 2),
  });

  it('of any valid program is valid, and the same when it is done again', () => {
    fc.assert(
      fc.property(programs, progression, (value, chosen) => {
        const freshKey = keysFor('again');
        const fill = (phase: ProgramPhase) => progressPhase({ ...phase, progression: chosen }, freshKey);
        const filled = { ...value, phases: value.phases.map(fill) };
        expect(program.safeParse(filled).error).toBeUndefined();
        expect(filled.phases.map(fill)).toEqual(filled.phases);
        expect(filled.phases.map(({ weeks }) => weeks[0])).toEqual(value.phases.map(({ weeks }) => weeks[0]));
      }),
      { numRuns: 200 },
    );
  });

  /** Working lines, and whether one can get fewer sets or less load. */
  const working = (lines: readonly SetTarget[]) => lines.filter(isWorkingSet);
  const canDrop = ({ count, load }: SetTarget) => count > 1 || (load !== null && load.value >= 2);

  it('keeps each deload below every other week of its phase', () => {
    fc.assert(
      fc.property(fc.array(setTargets, { minLength: 1, maxLength: 4 }), progression, (sets, chosen) => {
        const filled = progressPhase(phaseOf(sets, chosen, [false, true, false]), keysFor('below'));
        const [first, second, deload, last] = setsOf(filled).map(working);
        for (const other of [first, second, last]) {
          for (const [index, set] of (deload ?? []).entries()) {
            const full = other?.[index];
            if (!full) throw new Error('Each week has the same lines');
            expect(set.count).toBeLessThanOrEqual(full.count);
            expect(set.load?.value ?? 0).toBeLessThanOrEqual(full.load?.value ?? 0);
            const isLower = set.count < full.count || (set.load?.value ?? 0) < (full.load?.value ?? 0);
            if (canDrop(full)) expect(isLower).toBe(true);
          }
        }
      }),
    );
  });

  it('never makes a week easier before a deload', () => {
    fc.assert(
      fc.property(fc.array(setTargets, { minLength: 1, maxLength: 4 }), progression, (sets, chosen) => {
        const filled = progressPhase(phaseOf(sets, chosen, [false, false, false]), keysFor('easier'));
        const totals = setsOf(filled).map((lines) => lines.reduce((sum, { count }) => sum + count, 0));
        expect(totals).toEqual([...totals].sort((a, b) => a - b));
        expect(program.safeParse({ ...newProgram(newKey, 'Test', 1), phases: [filled] }).error).toBeUndefined();
      }),
    );
  });
});
