import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeHead, deleteWorkout, mergeWorkouts, withdrawPain } from './workouts.merge.rules.ts';
import { isPlannedAs, plannedOf, plannedSetId, workoutId } from './workouts.rules.ts';
import { type LoggedSet, loggedSet, type PainFlag, type WorkoutHead, type WorkoutLog, workoutLog } from './workouts.ts';

const PROGRAM = '0198f2c4-0000-7000-8000-000000000001';
const LOG = workoutId(PROGRAM, 'day000', '2026-03-02');

/** Few values and few times, so that changes of the same part often meet. */
const time = fc.integer({ min: 0, max: 2 }).map((minute) => new Date(Date.UTC(2026, 2, 2, 18, minute)).toISOString());
const set: fc.Arbitrary<LoggedSet> = fc.record({
  id: fc.integer({ min: 0, max: 3 }).map((index) => plannedSetId('bench1', index)),
  exerciseKey: fc.constant('bench1'),
  position: fc.constant(0),
  kind: fc.constantFrom('normal', 'warm_up'),
  weightKg: fc.option(fc.constantFrom(40, 42.5)),
  reps: fc.option(fc.constantFrom(5, 8)),
  seconds: fc.constant(null),
  metres: fc.constant(null),
  rir: fc.constant(null),
  note: fc.constant(''),
  done: fc.boolean(),
  deleted: fc.boolean(),
  changedAt: time,
});
const pain: fc.Arbitrary<PainFlag> = fc.record({
  id: fc.constantFrom('0198f2c4-0000-4000-8000-00000000000a', '0198f2c4-0000-4000-8000-00000000000b'),
  part: fc.constantFrom('knee', 'shoulder'),
  level: fc.constantFrom('mild', 'severe'),
  exerciseKey: fc.constant(null),
  note: fc.constant(''),
  at: fc.constant('2026-03-02T18:00:00.000Z'),
  deleted: fc.boolean(),
  changedAt: time,
});
const byId = { selector: (part: { id: string }) => part.id };
const head: fc.Arbitrary<WorkoutHead> = fc.record({
  clientProgramId: fc.constant(PROGRAM),
  dayKey: fc.constant('day000'),
  weekNumber: fc.constant(1),
  day: fc.constant('2026-03-02'),
  name: fc.constantFrom('Push A', 'Push B'),
  exercises: fc.constant([]),
  groups: fc.constant([]),
  startedAt: time,
  finishedAt: fc.option(time),
  note: fc.constantFrom('', 'Good'),
  pains: fc.uniqueArray(pain, byId),
  deleted: fc.boolean(),
  changedAt: time,
  // Logs from before the times of parts were kept have none.
  changes: fc.option(fc.record({ finish: time, note: time, exercises: time }), { nil: undefined }),
});
const log: fc.Arbitrary<WorkoutLog> = fc.record({
  id: fc.constant(LOG),
  head,
  sets: fc.uniqueArray(set, byId),
});

describe('merging', () => {
  it('does not depend on the order or on repetition', () => {
    fc.assert(
      fc.property(log, log, log, (a, b, c) => {
        expect(mergeWorkouts(a, b)).toEqual(mergeWorkouts(b, a));
        expect(mergeWorkouts(mergeWorkouts(a, b), c)).toEqual(mergeWorkouts(a, mergeWorkouts(b, c)));
        const merged = mergeWorkouts(a, b);
        expect(mergeWorkouts(merged, a)).toEqual(merged);
        expect(mergeWorkouts(merged, merged)).toEqual(merged);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the latest change of every set and pain flag, and loses none', () => {
    fc.assert(
      fc.property(log, log, (a, b) => {
        const merged = mergeWorkouts(a, b);
        const pairs = [
          [merged.sets, [...a.sets, ...b.sets]],
          [merged.head.pains, [...a.head.pains, ...b.head.pains]],
        ] as const;
        for (const [kept, sent] of pairs) {
          for (const part of sent) {
            const found = kept.find(({ id }) => id === part.id);
            expect(Date.parse(found?.changedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(part.changedAt));
          }
          expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(sent.map(({ id }) => id)));
        }
      }),
    );
  });

  it('keeps a finish of one device and a note of another, whichever came first', () => {
    const at = (minute: number) => Date.UTC(2026, 2, 2, 19, minute);
    const first = fc.sample(log, { numRuns: 1, seed: 2 })[0];
    if (!first) throw new Error('no sample');
    const started = { ...first, head: { ...first.head, finishedAt: null, note: '', changes: undefined } };
    const withHead = (change: Parameters<typeof changeHead>[1], minute: number) => ({
      ...started,
      head: changeHead(started.head, change, at(minute)),
    });
    const finished = withHead({ finishedAt: '2026-03-02T19:01:00.000Z' }, 1);
    for (const noted of [withHead({ note: 'Slow' }, 0), withHead({ note: 'Slow' }, 2)]) {
      expect(mergeWorkouts(finished, noted).head).toMatchObject({ finishedAt: finished.head.finishedAt, note: 'Slow' });
    }
  });

  it('is decided alike where the database has ordered the properties', () => {
    const reversed = <Value extends object>(value: Value): Value =>
      Object.fromEntries(Object.entries(value).reverse()) as Value;
    fc.assert(
      fc.property(log, log, (a, b) => {
        expect(mergeWorkouts({ ...a, head: reversed(a.head), sets: a.sets.map(reversed) }, b)).toEqual(
          mergeWorkouts(a, b),
        );
      }),
    );
  });

  it('lets a deletion win over everything before it, whatever the clock', () => {
    fc.assert(
      fc.property(log, time, (a, at) => {
        const merged = mergeWorkouts(a, deleteWorkout(a, at));
        expect(merged.head.deleted).toBe(true);
        expect([...merged.sets, ...merged.head.pains].every(({ deleted }) => deleted)).toBe(true);
      }),
    );
  });
});

it('a withdrawn pain flag says nothing, and stays so on every device', () => {
  fc.assert(
    fc.property(pain, log, time, (flag, a, at) => {
      const withdrawn = withdrawPain(flag, Date.parse(at));
      expect(withdrawn).toMatchObject({ id: flag.id, part: 'other', level: 'mild', note: '', deleted: true });
      const of = (one: PainFlag): WorkoutLog => ({ ...a, head: { ...a.head, pains: [one] } });
      expect(mergeWorkouts(of(flag), of(withdrawn)).head.pains).toEqual([withdrawn]);
    }),
  );
});

describe('the id of a planned workout', () => {
  it('names the program, the day and the date', () => {
    expect(plannedOf(LOG)).toEqual({ clientProgramId: PROGRAM, dayKey: 'day000', day: '2026-03-02' });
    expect(plannedOf(PROGRAM)).toBeUndefined();
  });

  it('is that of its head', () => {
    const planned = { clientProgramId: PROGRAM, dayKey: 'day000' };
    const none = { clientProgramId: null, dayKey: null };
    expect([isPlannedAs(LOG, planned), isPlannedAs(PROGRAM, none)]).toEqual([true, true]);
    expect([isPlannedAs(LOG, { ...planned, dayKey: 'day001' }), isPlannedAs(LOG, none)]).toEqual([false, false]);
    expect(isPlannedAs(PROGRAM, planned)).toBe(false);
  });
});

describe('the schema', () => {
  const valid = fc.sample(log, { numRuns: 1, seed: 1 })[0];
  const one = fc.sample(set, { numRuns: 1, seed: 1 })[0];

  it('takes every workout that devices make', () => {
    fc.assert(fc.property(log, (sent) => workoutLog.safeParse(sent).success));
  });

  it.each([
    ['a negative load', { weightKg: -1 }],
    ['a load of more than a ton and a half', { weightKg: 1500.5 }],
    ['no number', { weightKg: Number.NaN }],
    ['infinitely many seconds', { seconds: Number.POSITIVE_INFINITY }],
    ['1,000 reps', { reps: 1000 }],
    ['half a rep', { reps: 0.5 }],
    ['eleven in reserve', { rir: 11 }],
    ['half a character', { note: 'a \ud83d' }],
    ['an unknown kind', { kind: 'heavy' }],
    ['a day as the time of its change', { changedAt: '2026-03-02' }],
  ])('refuses %s', (_what, changes) => {
    expect(loggedSet.safeParse(one).success).toBe(true);
    expect(loggedSet.safeParse({ ...one, ...changes }).success).toBe(false);
  });

  it('takes 400 sets and refuses 401, and the same set twice', () => {
    const sets = Array.from({ length: 401 }, (_, index) => ({ ...one, id: `bench1-${index}` }));
    const parse = (list: readonly object[]) => workoutLog.safeParse({ ...valid, sets: list }).success;
    expect([parse(sets.slice(1)), parse(sets), parse([{ ...one }, { ...one }])]).toEqual([true, false, false]);
  });
});
