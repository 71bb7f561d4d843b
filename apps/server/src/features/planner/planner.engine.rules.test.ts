import type { Exercise } from '@stridewell/contract/exercises/exercises';
import {
  CONTRAINDICATIONS,
  EXERCISE_EQUIPMENT,
  EXERCISE_LEVELS,
  type ExerciseEquipment,
} from '@stridewell/contract/exercises/exercises.rules';
import { PROGRAM_GOALS } from '@stridewell/contract/planner/planner.rules';
import { type Program, type ProgramDay, program as programSchema } from '@stridewell/contract/programs/programs';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import {
  pushAndPull,
  TRAINING_RULES,
  weeklyVolume,
  workoutSeconds,
} from '@stridewell/contract/programs/programs.volume.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGenerationProfile } from '../../../test/generation-profile.ts';
import { builtInLibrary as library } from '../exercises/exercises.merge.rules.ts';
import { generateByRules, phaseLengths } from './planner.engine.rules.ts';
import { CYCLE_WEEKS, type GenerationProfile, LARGE_MUSCLES, WEEKLY_SETS } from './planner.goals.content.ts';

const byId = new Map(library.map((exercise) => [exercise.id, exercise]));
const find = (id: string) => byId.get(id);

const generate = (changes: Partial<GenerationProfile> = {}, seed = 1) =>
  generateByRules(aGenerationProfile(changes), library, seed);

const allDays = (program: Program): ProgramDay[] => weeksOf(program).flatMap(({ week }) => week.days);
const idsOf = ({ workout }: ProgramDay): string[] => workout.exercises.flatMap(({ exerciseId }) => exerciseId ?? []);
const firstWeek = (program: Program) => {
  const [first] = weeksOf(program);
  if (!first) throw new Error('the program has no week');
  return first.week;
};
const exercisesOf = (program: Program) =>
  firstWeek(program).days.map((day) => idsOf(day).flatMap((id) => byId.get(id) ?? []));

/** Typical equipment of clients: none, a little at home, or a gym. */
const HOME: readonly ExerciseEquipment[] = ['dumbbells', 'bench', 'band', 'kettlebell', 'mat', 'pull_up_bar'];
const equipment = fc.oneof(
  fc.constant<readonly ExerciseEquipment[]>([]),
  fc.subarray([...HOME]),
  fc.constant<readonly ExerciseEquipment[]>(EXERCISE_EQUIPMENT),
  fc.subarray([...EXERCISE_EQUIPMENT]),
);
const profiles = (goal: GenerationProfile['goal']): fc.Arbitrary<GenerationProfile> =>
  fc.record({
    goal: fc.constant(goal),
    level: fc.constantFrom(...EXERCISE_LEVELS),
    daysPerWeek: fc.integer({ min: 1, max: 7 }),
    minutes: fc.integer({ min: 20, max: 120 }),
    weeks: fc.integer({ min: 1, max: 16 }),
    equipment,
    contraindications: fc.subarray([...CONTRAINDICATIONS], { maxLength: 4 }),
    excluded: fc.subarray(['back-squat', 'push-up', 'bench-press', 'doorway-row', 'plank']),
    preferred: fc.subarray(['goblet-squat', 'pull-up', 'dumbbell-row', 'hip-thrust']),
    maxima: fc.constantFrom<GenerationProfile['maxima']>({}, { 'back-squat': 140, 'bench-press': 100, deadlift: 180 }),
    recentSets: fc.constantFrom<GenerationProfile['recentSets']>({}, { quads: 6, chest: 4, lats: 0 }),
  });

/** The largest ratio between pushing and pulling sets. Excludes deloads, which round half sets up. */
const imbalance = (program: Program): number =>
  Math.max(
    ...weeksOf(program).map(({ week }) => {
      const { push, pull } = week.deload ? { push: 0, pull: 0 } : pushAndPull(week, find);
      return push === 0 || pull === 0 ? 1 : Math.max(push, pull) / Math.min(push, pull);
    }),
  );

describe.each(PROGRAM_GOALS)('200 synthetic clients with the goal %s', (goal) => {
  const generated = fc
    .sample(profiles(goal), { numRuns: 200, seed: 13 })
    .map((client, seed) => ({ client, seed, result: generateByRules(client, library, seed) }));
  /** Clients whose program violates a condition. */
  const failing = (holds: (one: (typeof generated)[number]) => boolean) =>
    generated.filter((one) => !holds(one)).map(({ client }) => client);

  it('get programs without a hard violation', () => {
    const broken = generated.flatMap(({ client, result }) =>
      result.violations.filter(({ hard }) => hard).map((violation) => ({ violation, client })),
    );
    expect(broken).toEqual([]);
  });

  it('get programs that the contract accepts unchanged', () => {
    for (const { result } of generated) expect(programSchema.parse(result.program)).toEqual(result.program);
  });

  it('get exercises on every day, none of them twice', () => {
    const trains = (day: ProgramDay) => idsOf(day).length > 0 && new Set(idsOf(day)).size === idsOf(day).length;
    expect(failing(({ result }) => allDays(result.program).every(trains))).toEqual([]);
  });

  it('get about as much pushing as pulling', () => {
    expect(failing(({ result }) => imbalance(result.program) <= TRAINING_RULES.mostPushPull)).toEqual([]);
  });

  it('get a reason for every exercise', () => {
    const isExplained = (program: Program, reasons: Readonly<Record<string, string>>) =>
      allDays(program)
        .flatMap(idsOf)
        .every((id) => /^[A-Z].*\.$/.test(reasons[id] ?? ''));
    expect(failing(({ result }) => isExplained(result.program, result.reasons.exercises))).toEqual([]);
  });

  it('get the same program again with the same seed', () => {
    for (const { client, seed, result } of generated.slice(0, 40)) {
      expect(generateByRules(client, library, seed)).toEqual(result);
    }
  });

  it('get a deload at least every eight weeks', () => {
    expect(failing(({ result }) => !result.violations.some(({ code }) => code === 'no_deload'))).toEqual([]);
  });
});

describe('hard clients', () => {
  it.each<[string, Partial<GenerationProfile>]>([
    ['body weight with a painful knee and shoulder', { equipment: [], contraindications: ['knee', 'shoulder'] }],
    ['twenty minutes', { minutes: 20, daysPerWeek: 2 }],
    ['seven days', { daysPerWeek: 7 }],
    ['a beginner with a kettlebell', { level: 'Beginner', equipment: ['kettlebell'], daysPerWeek: 4 }],
    ['a pregnancy', { goal: 'strength', contraindications: ['pregnancy'] }],
    ['a heart complaint', { goal: 'power', contraindications: ['heart'], level: 'Advanced' }],
    ['every complaint', { contraindications: CONTRAINDICATIONS, equipment: [] }],
  ])('%s: a valid program with several exercises a week', (_, changes) => {
    for (const goal of PROGRAM_GOALS) {
      const { program, violations } = generate({ goal, ...changes });
      expect(violations.filter(({ hard }) => hard)).toEqual([]);
      expect(new Set(allDays(program).flatMap(idsOf)).size).toBeGreaterThanOrEqual(3);
    }
  });

  it.each<[string, readonly ExerciseEquipment[], readonly string[]]>([
    ['a barbell alone', ['barbell', 'mat'], ['romanian-deadlift', 'barbell-row']],
    [
      'a barbell, a rack and a bench',
      ['barbell', 'rack', 'bench', 'mat'],
      ['back-squat', 'bench-press', 'barbell-row'],
    ],
  ])('lift as beginners with %s', (_, available, lifts) => {
    const { program } = generate({ level: 'Beginner', equipment: available });
    const ids = firstWeek(program).days.flatMap(idsOf);
    expect(lifts.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('get no heavy or explosive sets with a heart complaint', () => {
    const { program, reasons } = generate({ goal: 'power', level: 'Advanced', contraindications: ['heart'] });
    const sets = allDays(program).flatMap(({ workout }) => workout.exercises.flatMap((exercise) => exercise.sets));
    expect(
      exercisesOf(program)
        .flat()
        .filter(({ pattern }) => pattern === 'jump' || pattern === 'olympic'),
    ).toEqual([]);
    expect(sets.filter(({ effort }) => effort?.scale === 'rir' && effort.value < 3)).toEqual([]);
    expect(reasons.sets).toContain('because of the health limits');
  });

  it('get a reason for an omitted pattern', () => {
    const { reasons } = generate({ contraindications: ['shoulder'] });
    expect(reasons.skipped).toContain('No vertical push: none is suitable with shoulder pain.');
  });

  it('get a violation for an empty day when the library has nothing', () => {
    const { program, violations } = generateByRules(aGenerationProfile({ weeks: 1 }), [], 1);
    expect(program.phases[0]?.weeks[0]?.days).toHaveLength(3);
    const hard = violations.filter((violation) => violation.hard);
    expect(hard.map(({ code }) => code)).toEqual(['empty_day', 'empty_day', 'empty_day']);
  });
});

describe('the weekly volume of large muscles', () => {
  const DAYS = [4, 5, 6];
  const clients = EXERCISE_LEVELS.flatMap((level) => DAYS.map((daysPerWeek) => ({ level, daysPerWeek })));
  const setsOf = (changes: Partial<GenerationProfile>) => weeklyVolume(firstWeek(generate(changes).program), find);

  /** A gym and ninety minutes leave room for the full volume. */
  it.each(clients)('is within the range of $level for muscle growth on $daysPerWeek days', (changes) => {
    const { muscleSets } = setsOf({ ...changes, goal: 'muscle', minutes: 90 });
    const { min, max } = WEEKLY_SETS[changes.level];
    for (const muscle of LARGE_MUSCLES) {
      expect(muscleSets.get(muscle), muscle).toBeGreaterThanOrEqual(min);
      expect(muscleSets.get(muscle), muscle).toBeLessThanOrEqual(max);
    }
  });

  /** With three sets per exercise, an hour is too short for the range of trained clients. */
  it.each(clients)(
    'is at most the range of $level for general fitness on $daysPerWeek days, and enough for a beginner',
    (changes) => {
      const { muscleSets } = setsOf({ ...changes, goal: 'general' });
      for (const muscle of LARGE_MUSCLES) {
        expect(muscleSets.get(muscle), muscle).toBeGreaterThanOrEqual(WEEKLY_SETS.Beginner.min);
        expect(muscleSets.get(muscle), muscle).toBeLessThanOrEqual(WEEKLY_SETS[changes.level].max);
      }
    },
  );

  it('grows from phase to phase', () => {
    const { program } = generate({ level: 'Advanced', goal: 'muscle', daysPerWeek: 6, minutes: 75, weeks: 12 });
    const total = (week: Program['phases'][number]['weeks'][number] | undefined) =>
      week ? [...weeklyVolume(week, find).muscleSets.values()].reduce((sum, sets) => sum + sets, 0) : 0;
    expect(total(program.phases[2]?.weeks[0])).toBeGreaterThan(total(program.phases[0]?.weeks[0]));
  });

  it('starts near the recent sets', () => {
    const { program, violations } = generate({ goal: 'muscle', daysPerWeek: 4, recentSets: { chest: 4, quads: 5 } });
    const { muscleSets } = weeklyVolume(firstWeek(program), find);
    expect(muscleSets.get('chest')).toBeLessThanOrEqual(6);
    expect(muscleSets.get('quads')).toBeLessThanOrEqual(7);
    expect(violations.filter(({ code }) => code === 'ramp')).toEqual([]);
  });
});

it.each<[string, Partial<GenerationProfile>]>([
  ['Full body', { daysPerWeek: 1 }],
  ['Full body', { daysPerWeek: 3 }],
  ['Upper/lower', { daysPerWeek: 4 }],
  ['Full body', { daysPerWeek: 4, equipment: ['kettlebell'] }],
  ['Upper/lower and push/pull/legs', { daysPerWeek: 5 }],
  ['Full body', { daysPerWeek: 5, minutes: 25 }],
  ['Push/pull/legs', { daysPerWeek: 6 }],
])('splits into %s for %o', (split, changes) => {
  expect(generate(changes).program.split).toBe(split);
});

describe('first things a coach would check', () => {
  const CLIENTS: Partial<GenerationProfile>[] = PROGRAM_GOALS.flatMap((goal) =>
    [1, 2, 3, 4, 5, 6].flatMap((daysPerWeek) =>
      EXERCISE_LEVELS.map((level) => ({ goal, daysPerWeek, level, minutes: 60 })),
    ),
  );
  const weeks = CLIENTS.map((changes) => ({ changes, program: generate(changes).program }));
  const failing = (holds: (days: ReturnType<typeof exercisesOf>, program: Program) => boolean) =>
    weeks.filter(({ program }) => !holds(exercisesOf(program), program)).map(({ changes }) => changes);

  it('has a squat or lunge, a hinge, a push and a pull in each week', () => {
    const kinds = [
      ['squat', 'lunge'],
      ['hinge'],
      ['horizontal_push', 'vertical_push'],
      ['horizontal_pull', 'vertical_pull'],
    ];
    expect(failing((days) => kinds.every((kind) => days.flat().some(({ pattern }) => kind.includes(pattern))))).toEqual(
      [],
    );
  });

  it('has a hinge on each day for the legs', () => {
    const isLegDay = (name: string) => /^(?:Lower|Legs)/.test(name);
    const hinges = (program: Program) =>
      firstWeek(program)
        .days.filter(({ name }) => isLegDay(name))
        .every((day) => idsOf(day).some((id) => byId.get(id)?.pattern === 'hinge'));
    expect(failing((_, program) => hinges(program))).toEqual([]);
  });

  it('has at most one small exercise for each muscle on a day', () => {
    const isVaried = (day: readonly Exercise[]) => {
      const small = day.filter(({ mechanic, pattern }) => mechanic === 'isolation' && pattern === 'isolation');
      return new Set(small.map(({ primary }) => primary[0])).size === small.length;
    };
    expect(failing((days) => days.every(isVaried))).toEqual([]);
  });

  it('puts lifts before small exercises, and core and conditioning last', () => {
    const LATE: Partial<Record<Exercise['pattern'], number>> = { isolation: 1, core: 2, carry: 2, conditioning: 3 };
    const isOrdered = (day: readonly Exercise[]) =>
      day.map(({ pattern }) => LATE[pattern] ?? 0).every((rank, index, all) => rank >= (all[index - 1] ?? 0));
    // Supersets move partners forward, so this checks workouts long enough to have none.
    const single = weeks.filter(({ changes }) => changes.goal !== 'power');
    const wrong = single.filter(({ program }) => {
      const days = exercisesOf(program).map((day) =>
        day.filter(({ id }) => !['face-pull', 'band-face-pull'].includes(id)),
      );
      return !days.every(isOrdered);
    });
    expect(wrong.map(({ changes }) => changes)).toEqual([]);
  });

  it('measures planks in seconds, carries in metres, and counts sides', () => {
    const lines = weeks.flatMap(({ program }) =>
      firstWeek(program).days.flatMap(({ workout }) =>
        workout.exercises.map(({ exerciseId, sets }) => ({
          facts: byId.get(exerciseId ?? ''),
          reps: sets.at(-1)?.reps,
        })),
      ),
    );
    const UNITS = { time: / (?:sec|min)\b/, distance: / (?:m|min)\b/, reps: /^\d+-\d+(?: each side)?$/ };
    expect(lines.filter(({ facts, reps }) => !facts || !UNITS[facts.measure].test(reps ?? ''))).toEqual([]);
    expect(lines.filter(({ facts, reps }) => facts?.unilateral !== reps?.endsWith('each side'))).toEqual([]);
  });

  it('adds conditioning within the minutes for fat loss and endurance', () => {
    for (const goal of ['fat_loss', 'endurance'] as const) {
      const { program } = generate({ goal, minutes: 40 });
      for (const [index, day] of exercisesOf(program).entries()) {
        expect(day.at(-1)?.pattern).toBe('conditioning');
        const workout = firstWeek(program).days[index]?.workout;
        expect(workout && workoutSeconds(workout)).toBeLessThanOrEqual(40 * 60);
      }
    }
  });

  it('pairs exercises that do not compete when time is short', () => {
    const { program } = generate({ goal: 'muscle', minutes: 30 });
    const groups = firstWeek(program).days.flatMap(({ workout }) =>
      workout.groups.map(({ letter }) => workout.exercises.filter(({ group }) => group === letter)),
    );
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) {
      const [one, other] = group.map(({ exerciseId }) => byId.get(exerciseId ?? '')?.primary ?? []);
      expect(group).toHaveLength(2);
      expect(one?.filter((muscle) => other?.includes(muscle))).toEqual([]);
    }
  });

  it('rests on the seventh day', () => {
    const { program, violations } = generate({ daysPerWeek: 7 });
    const patterns = exercisesOf(program)
      .at(-1)
      ?.map(({ pattern }) => pattern);
    expect(new Set(patterns)).toEqual(new Set(['mobility', 'conditioning']));
    expect(violations.filter(({ code }) => code === 'no_rest_day')).toEqual([]);
  });

  it('sets loads for known maxima, rounds them down to plates and increases them', () => {
    const { program } = generate({ goal: 'strength', daysPerWeek: 4, minutes: 75, maxima: { 'back-squat': 150 } });
    const loads = weeksOf(program).map(({ week }) =>
      week.days.flatMap(({ workout }) =>
        workout.exercises.flatMap(({ exerciseId, sets }) =>
          sets.flatMap(({ load }) => (load ? [[exerciseId, load.unit, load.value]] : [])),
        ),
      ),
    );
    expect(loads[0]).toEqual([['back-squat', 'kg', 120]]);
    expect(loads[1]).toEqual([['back-squat', 'kg', 122.5]]);
  });

  it('uses preferred exercises and omits excluded ones', () => {
    const ids = (changes: Partial<GenerationProfile>) =>
      exercisesOf(generate(changes).program)
        .flat()
        .map(({ id }) => id);
    expect(ids({ preferred: ['hack-squat'] })).toContain('hack-squat');
    expect(ids({ goal: 'muscle' })).toContain('back-squat');
    expect(ids({ goal: 'muscle', excluded: ['back-squat'] })).not.toContain('back-squat');
  });

  it('offers two alternatives for the main lifts of a gym', () => {
    for (const { workout } of firstWeek(generate().program).days) {
      expect(workout.exercises[0]?.alternatives).toHaveLength(2);
    }
  });

  it('differs with the seed', () => {
    const all = Array.from({ length: 10 }, (_, seed) =>
      JSON.stringify(
        exercisesOf(generate({ goal: 'muscle', daysPerWeek: 4 }, seed).program).map((day) => day.map(({ id }) => id)),
      ),
    );
    expect(new Set(all).size).toBeGreaterThan(1);
  });
});

it.each(EXERCISE_LEVELS)('splits 1 to 16 weeks for %s into phases that fit their cycle', (level) => {
  for (let weeks = 1; weeks <= 16; weeks += 1) {
    const lengths = phaseLengths({ weeks, level });
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(weeks);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(Math.max(CYCLE_WEEKS[level], 6));
  }
});
