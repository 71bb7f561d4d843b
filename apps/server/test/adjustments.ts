import {
  DEFAULT_GUARDRAILS,
  type FollowedProgram,
  type RecentWorkout,
} from '@stridewell/contract/adjustments/adjustments.rules';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { Muscle } from '@stridewell/contract/exercises/exercises.rules';
import type { Program, ProgramDay, ProgramExercise } from '@stridewell/contract/programs/programs';
import { endDayOf, programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import type { ProposalFacts } from '../src/features/adjustments/adjustments.load.rules.ts';

/** An exercise with a barbell that trains its first muscle. */
const lift = (
  id: string,
  [muscle, ...secondary]: [Muscle, ...Muscle[]],
  { mechanic = 'compound', ...changes }: Partial<Exercise> = {},
): Exercise => ({
  id,
  name: `${id[0]?.toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`,
  pattern: 'squat',
  mechanic,
  primary: [muscle],
  secondary,
  equipment: ['barbell'],
  level: 'Beginner',
  force: 'push',
  measure: 'reps',
  unilateral: false,
  contraindications: [],
  cues: [],
  videoUrl: '',
  tags: [],
  builtIn: true,
  changed: false,
  hidden: false,
  version: 0,
  ...changes,
});
const KNEE: Partial<Exercise> = { contraindications: ['knee'] };
const SHOULDER: Partial<Exercise> = { contraindications: ['shoulder'] };
const ISOLATION: Partial<Exercise> = { mechanic: 'isolation', pattern: 'isolation' };

/** Exercises with the fields that the rules use. */
export const LIBRARY: readonly Exercise[] = [
  lift('squat', ['quads', 'glutes'], KNEE),
  lift('box-squat', ['quads', 'glutes']),
  lift('lunge', ['quads', 'glutes'], { ...KNEE, pattern: 'lunge' }),
  lift('deadlift', ['hamstrings', 'glutes'], { pattern: 'hinge', contraindications: ['low_back'] }),
  lift('hip-thrust', ['glutes', 'hamstrings'], { pattern: 'hinge' }),
  lift('bench-press', ['chest', 'triceps'], { ...SHOULDER, pattern: 'horizontal_push' }),
  lift('floor-press', ['chest', 'triceps'], { pattern: 'horizontal_push' }),
  lift('press', ['front_delts', 'triceps'], { ...SHOULDER, pattern: 'vertical_push' }),
  lift('row', ['lats', 'biceps'], { pattern: 'horizontal_pull', force: 'pull' }),
  lift('pulldown', ['lats', 'biceps'], { pattern: 'vertical_pull', force: 'pull' }),
  lift('curl', ['biceps'], { ...ISOLATION, force: 'pull' }),
  lift('pushdown', ['triceps'], { ...ISOLATION, contraindications: ['elbow'] }),
  lift('raise', ['side_delts'], { ...ISOLATION, ...SHOULDER }),
  lift('leg-extension', ['quads'], { ...ISOLATION, ...KNEE }),
  lift('leg-curl', ['hamstrings'], ISOLATION),
  lift('crunch', ['abs'], { ...ISOLATION, pattern: 'core' }),
];
export const find = (id: string) => LIBRARY.find((one) => one.id === id);

let keys = 0;
const newKey = () => `key${String(keys++).padStart(6, '0')}`;
const exerciseOf = (id: string, count = 3): ProgramExercise => ({
  key: newKey(),
  exerciseId: id,
  name: find(id)?.name ?? id,
  group: '',
  notes: '',
  alternatives: [],
  sets: [{ count, reps: '8', kind: 'normal', load: { unit: 'kg', value: 60 }, effort: null, tempo: null, rest: 90 }],
});
const dayOf = (name: string, ids: readonly string[], count = 3): ProgramDay => ({
  key: newKey(),
  name,
  workout: {
    name: '',
    duration: null,
    notes: '',
    groups: [],
    exercises: ids.map((id) => exerciseOf(id, count)),
  },
});
/** A program whose weeks all have these days. */
export const programOf = (
  weeks: number,
  days: readonly { name: string; ids: readonly string[] }[],
  count = 3,
): Program => ({
  name: 'Strength',
  description: '',
  frequency: Math.max(1, days.length),
  split: '',
  phases: [
    {
      key: newKey(),
      name: '',
      progression: { sets: 0, reps: 0, rir: 0, percent: 0 },
      weeks: Array.from({ length: weeks }, () => ({
        key: newKey(),
        deload: false,
        days: days.map(({ name, ids }) => dayOf(name, ids, count)),
      })),
    },
  ],
});

export const follow = (program: Program, startDay: string, weekdays: number[]): FollowedProgram => ({
  id: '00000000-0000-4000-8000-000000000001',
  program,
  startDay,
  weekdays,
  moved: {},
  version: 1,
  endDay: endDayOf(program, startDay),
});

/** A workout of the training day `index`, numbered through the program. */
export function logOf(followed: FollowedProgram, index: number, changes: Partial<RecentWorkout> = {}): RecentWorkout {
  const dated = programDays(followed)[index];
  const { day = '', dayKey = '' } = dated ?? {};
  return {
    id: `log${index}`,
    clientProgramId: followed.id,
    dayKey,
    day,
    startedAt: `${day}T18:00:00.000Z`,
    finished: true,
    doneSets: 12,
    plannedSets: 12,
    minutes: 50,
    pains: [],
    ...changes,
  };
}

export const factsOf = (
  changes: Partial<ProposalFacts> & Pick<ProposalFacts, 'followed' | 'today'>,
): ProposalFacts => ({
  workouts: [],
  pauses: [],
  isWeaker: false,
  exercises: LIBRARY,
  guardrails: DEFAULT_GUARDRAILS,
  ...changes,
});

export const UPPER = { name: 'Upper body', ids: ['bench-press', 'row', 'press', 'curl', 'pushdown'] };
export const LOWER = { name: 'Lower body', ids: ['squat', 'deadlift', 'leg-extension', 'leg-curl'] };
export const FULL = { name: 'Full body', ids: ['squat', 'bench-press', 'row'] };
/** A Monday. */
export const MONDAY = '2026-03-02';
