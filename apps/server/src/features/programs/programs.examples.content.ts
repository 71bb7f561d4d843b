import type { Program, ProgramDay, ProgramExercise, SetTarget } from '@stridewell/contract/programs/programs';

/** A built-in template. Client programs store its `id` and keys, so they never change. */
export type BuiltInProgram = { id: string; program: Program };

type Line = {
  id: string;
  name: string;
  sets: number;
  reps: string;
  /** In seconds. */
  rest: number;
  notes?: string;
  /** Reps in reserve of the working sets. */
  rir?: number;
  /** Warm-up sets before the working sets. */
  warmUps?: number;
};

const SETS = { kind: 'normal', load: null, effort: null, tempo: null } as const;
const WARM_UP = { ...SETS, kind: 'warm_up', reps: 'Warm-up' } as const;

function setsOf({ sets, reps, rest, rir, warmUps = 0 }: Line): SetTarget[] {
  if (reps === WARM_UP.reps) return [{ ...WARM_UP, count: sets, rest }];
  const effort = rir === undefined ? null : { scale: 'rir' as const, value: rir };
  const working = { ...SETS, count: sets, reps, effort, rest };
  return warmUps > 0 ? [{ ...WARM_UP, count: warmUps, rest: 60 }, working] : [working];
}

const exerciseOf =
  (dayKey: string) =>
  (line: Line, index: number): ProgramExercise => ({
    key: `${dayKey}x${String(index + 1).padStart(2, '0')}`,
    exerciseId: line.id,
    name: line.name,
    group: '',
    sets: setsOf(line),
    notes: line.notes ?? '',
    alternatives: [],
  });

const dayOf = (
  key: string,
  name: string,
  { duration, notes, lines }: { duration: number; notes: string; lines: readonly Line[] },
): ProgramDay => ({
  key,
  name,
  workout: { name, duration, notes, exercises: lines.map(exerciseOf(key)), groups: [] },
});

/** One phase with one week, which repeats unchanged. */
const oneWeek = (prefix: string, days: ProgramDay[]): Program['phases'] => [
  {
    key: `${prefix}phase`,
    name: '',
    progression: { sets: 0, reps: 0, rir: 0, percent: 0 },
    weeks: [{ key: `${prefix}week`, deload: false, days }],
  },
];

const BALL_TRAINING: Program = {
  name: 'Ball training',
  description:
    'Two days a week with a stability ball and a medicine ball: one for the upper body, one for the lower body. Suits a living room and clients who return to training.',
  frequency: 2,
  split: 'Upper-Lower',
  phases: oneWeek('ball', [
    dayOf('ballup', 'Upper', {
      duration: 45,
      notes: 'Inflate the ball so that your thighs are level when you sit on it. Leave a day of rest before Lower.',
      lines: [
        {
          id: 'medicine-ball-woodchop',
          name: 'Medicine ball woodchop',
          sets: 1,
          reps: 'Warm-up',
          rest: 30,
          notes: 'Light ball, ten slow chops to each side.',
        },
        {
          id: 'medicine-ball-chest-pass',
          name: 'Medicine ball chest pass',
          sets: 3,
          reps: '8',
          rest: 90,
          notes: 'Each throw as fast as the first.',
        },
        {
          id: 'stability-ball-push-up',
          name: 'Stability ball push-up',
          sets: 3,
          reps: '6-12',
          rest: 90,
          rir: 2,
          notes: 'Hands on a bench while the ball still feels shaky.',
        },
        {
          id: 'stability-ball-dumbbell-press',
          name: 'Stability ball dumbbell press',
          sets: 3,
          reps: '10-12',
          rest: 90,
          rir: 2,
        },
        {
          id: 'stability-ball-y-raise',
          name: 'Stability ball Y raise',
          sets: 3,
          reps: '12-15',
          rest: 60,
          rir: 2,
          notes: 'Without weights until 15 reps are easy.',
        },
        {
          id: 'medicine-ball-slam',
          name: 'Medicine ball slam',
          sets: 3,
          reps: '30 sec',
          rest: 60,
          notes: 'Steady pace, full reach overhead.',
        },
        { id: 'stability-ball-plank', name: 'Stability ball plank', sets: 3, reps: '30 sec', rest: 45 },
      ],
    }),
    dayOf('balllow', 'Lower', {
      duration: 45,
      notes: 'Train barefoot or in flat shoes on a floor that grips.',
      lines: [
        {
          id: 'stability-ball-hip-lift',
          name: 'Stability ball hip lift',
          sets: 1,
          reps: 'Warm-up',
          rest: 30,
          notes: 'Fifteen slow lifts with a pause at the top.',
        },
        {
          id: 'medicine-ball-squat-to-press',
          name: 'Medicine ball squat to press',
          sets: 3,
          reps: '10-12',
          rest: 90,
          rir: 2,
        },
        {
          id: 'wall-squat-with-stability-ball',
          name: 'Wall squat with stability ball',
          sets: 3,
          reps: '12-15',
          rest: 90,
          rir: 2,
          notes: 'Hold the medicine ball at your chest to make it harder.',
        },
        {
          id: 'medicine-ball-reverse-lunge',
          name: 'Medicine ball reverse lunge',
          sets: 3,
          reps: '8-10',
          rest: 90,
          rir: 2,
          notes: 'Reps for each leg.',
        },
        { id: 'stability-ball-leg-curl', name: 'Stability ball leg curl', sets: 3, reps: '8-12', rest: 90, rir: 2 },
        {
          id: 'stability-ball-back-extension',
          name: 'Stability ball back extension',
          sets: 2,
          reps: '12-15',
          rest: 60,
        },
        {
          id: 'russian-twist',
          name: 'Russian twist',
          sets: 3,
          reps: '30 sec',
          rest: 45,
          notes: 'With the medicine ball.',
        },
        { id: 'stability-ball-rollout', name: 'Stability ball rollout', sets: 2, reps: '8-10', rest: 60 },
      ],
    }),
  ]),
};

const HOUR = 60;

/** Rests and reps in the hypertrophy range: 6-15 reps [V], 60-120 s [K], longer for the heavy first lift. */
const PUSH_PULL_LEGS: Program = {
  name: 'Push-Pull-Legs',
  description:
    'Six days a week for clients with a year or more of training. Each muscle is trained twice: the first round is heavier, the second has more reps.',
  frequency: 6,
  split: 'Push-Pull-Legs',
  phases: oneWeek('ppl', [
    dayOf('pplpusha', 'Push A', {
      duration: HOUR,
      notes: 'Heavy bench press first. Add weight when all sets reach the top of the range.',
      lines: [
        { id: 'bench-press', name: 'Bench press', sets: 4, reps: '6-8', rest: 150, rir: 2, warmUps: 2 },
        { id: 'overhead-press', name: 'Overhead press', sets: 3, reps: '8-10', rest: 120, rir: 2 },
        { id: 'incline-dumbbell-press', name: 'Incline dumbbell press', sets: 3, reps: '8-12', rest: 90, rir: 2 },
        { id: 'lateral-raise', name: 'Lateral raise', sets: 3, reps: '12-15', rest: 60, rir: 1 },
        { id: 'triceps-pushdown', name: 'Triceps pushdown', sets: 3, reps: '10-12', rest: 60, rir: 1 },
        { id: 'plank', name: 'Plank', sets: 2, reps: '30 sec', rest: 45 },
      ],
    }),
    dayOf('pplpulla', 'Pull A', {
      duration: HOUR,
      notes: 'Pull with the elbows and pause where the muscle is shortest.',
      lines: [
        {
          id: 'pull-up',
          name: 'Pull-up',
          sets: 4,
          reps: '6-8',
          rest: 150,
          rir: 2,
          notes: 'Use a band when six are not possible.',
        },
        { id: 'barbell-row', name: 'Barbell row', sets: 3, reps: '8-10', rest: 120, rir: 2, warmUps: 1 },
        { id: 'seated-cable-row', name: 'Seated cable row', sets: 3, reps: '10-12', rest: 90, rir: 2 },
        { id: 'face-pull', name: 'Face pull', sets: 3, reps: '12-15', rest: 60, rir: 1 },
        { id: 'barbell-curl', name: 'Barbell curl', sets: 3, reps: '8-12', rest: 60, rir: 1 },
        { id: 'dead-bug', name: 'Dead bug', sets: 2, reps: '30 sec', rest: 45 },
      ],
    }),
    dayOf('ppllegsa', 'Legs A', {
      duration: HOUR,
      notes: 'Squat day. Stop a set when your depth gets shorter.',
      lines: [
        { id: 'back-squat', name: 'Back squat', sets: 4, reps: '6-8', rest: 150, rir: 2, warmUps: 2 },
        { id: 'romanian-deadlift', name: 'Romanian deadlift', sets: 3, reps: '8-10', rest: 120, rir: 2 },
        { id: 'leg-press', name: 'Leg press', sets: 3, reps: '10-12', rest: 90, rir: 2 },
        { id: 'lying-leg-curl', name: 'Lying leg curl', sets: 3, reps: '10-12', rest: 60, rir: 1 },
        { id: 'standing-calf-raise', name: 'Standing calf raise', sets: 3, reps: '10-15', rest: 60, rir: 1 },
      ],
    }),
    dayOf('pplpushb', 'Push B', {
      duration: HOUR,
      notes: 'Lighter than Push A, with more reps and shorter rests.',
      lines: [
        {
          id: 'incline-bench-press',
          name: 'Incline bench press',
          sets: 4,
          reps: '8-10',
          rest: 120,
          rir: 2,
          warmUps: 2,
        },
        { id: 'dumbbell-shoulder-press', name: 'Dumbbell shoulder press', sets: 3, reps: '10-12', rest: 90, rir: 2 },
        { id: 'cable-fly', name: 'Cable fly', sets: 3, reps: '12-15', rest: 60, rir: 1 },
        { id: 'cable-lateral-raise', name: 'Cable lateral raise', sets: 3, reps: '12-15', rest: 60, rir: 1 },
        {
          id: 'overhead-cable-triceps-extension',
          name: 'Overhead cable triceps extension',
          sets: 3,
          reps: '10-15',
          rest: 60,
          rir: 1,
        },
        {
          id: 'push-up',
          name: 'Push-up',
          sets: 2,
          reps: 'AMRAP',
          rest: 60,
          notes: 'Stop one rep before your form breaks.',
        },
      ],
    }),
    dayOf('pplpullb', 'Pull B', {
      duration: HOUR,
      notes: 'Lighter than Pull A. Hold every row for a second.',
      lines: [
        { id: 'lat-pulldown', name: 'Lat pulldown', sets: 4, reps: '8-12', rest: 90, rir: 2, warmUps: 1 },
        { id: 'chest-supported-row', name: 'Chest-supported row', sets: 3, reps: '10-12', rest: 90, rir: 2 },
        { id: 'straight-arm-pulldown', name: 'Straight-arm pulldown', sets: 3, reps: '12-15', rest: 60, rir: 1 },
        { id: 'rear-delt-fly', name: 'Rear delt fly', sets: 3, reps: '12-15', rest: 60, rir: 1 },
        { id: 'hammer-curl', name: 'Hammer curl', sets: 3, reps: '10-12', rest: 60, rir: 1 },
        { id: 'hanging-knee-raise', name: 'Hanging knee raise', sets: 3, reps: '10-15', rest: 60 },
      ],
    }),
    dayOf('ppllegsb', 'Legs B', {
      duration: HOUR,
      notes: 'Hinge day. Brace before every rep of the deadlift.',
      lines: [
        { id: 'deadlift', name: 'Deadlift', sets: 3, reps: '6', rest: 180, rir: 3, warmUps: 2 },
        {
          id: 'bulgarian-split-squat',
          name: 'Bulgarian split squat',
          sets: 3,
          reps: '8-12',
          rest: 90,
          rir: 2,
          notes: 'Reps for each leg.',
        },
        { id: 'leg-extension', name: 'Leg extension', sets: 3, reps: '12-15', rest: 60, rir: 1 },
        { id: 'hip-thrust', name: 'Hip thrust', sets: 3, reps: '8-12', rest: 90, rir: 2 },
        { id: 'seated-calf-raise', name: 'Seated calf raise', sets: 3, reps: '12-15', rest: 60, rir: 1 },
      ],
    }),
  ]),
};

/** The templates that every coach can read, assign and copy. */
export const BUILT_IN_PROGRAMS: readonly BuiltInProgram[] = [
  { id: 'ball-training', program: BALL_TRAINING },
  { id: 'push-pull-legs', program: PUSH_PULL_LEGS },
];
