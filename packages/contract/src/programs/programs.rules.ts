/**
 * Limits of a program. `exercises`: in one workout; `total`: in the whole program; `programs`: of one coach; `clients`:
 * assigned in one request. Times are in seconds, `minutes` is the longest workout.
 */
export const PROGRAM_BOUNDS = {
  name: 80,
  description: 2000,
  split: 60,
  notes: 1000,
  exerciseNotes: 300,
  reps: 40,
  phases: 20,
  weeks: 52,
  days: 7,
  exercises: 40,
  total: 2500,
  lines: 10,
  sets: 20,
  rest: 3600,
  minutes: 300,
  loadKg: 1000,
  percent: 150,
  alternatives: 5,
  tags: 10,
  tag: 30,
  folder: 60,
  programs: 500,
  clients: 100,
} as const;

/** `drop`: without rest after the set before it. `failure`: until no further rep is possible. */
export const SET_KINDS = ['normal', 'warm_up', 'drop', 'failure'] as const;
export type SetKind = (typeof SET_KINDS)[number];
export const SET_KIND_LABELS: Record<SetKind, string> = {
  normal: 'Normal',
  warm_up: 'Warm-up',
  drop: 'Drop set',
  failure: 'To failure',
};

/**
 * How the exercises of one group are done. `amrap`: as many rounds as possible in the minutes; `emom`: one round at the
 * start of every minute.
 */
export const GROUP_FORMATS = ['superset', 'circuit', 'amrap', 'emom'] as const;
export type GroupFormat = (typeof GROUP_FORMATS)[number];
export const GROUP_FORMAT_LABELS: Record<GroupFormat, string> = {
  superset: 'Superset',
  circuit: 'Circuit',
  amrap: 'AMRAP',
  emom: 'EMOM',
};

/** Formats that last a number of minutes. */
export const isTimed = (format: GroupFormat): boolean => format === 'amrap' || format === 'emom';

/** The words of a warm-up where reps would be. */
export const isWarmUpText = (reps: string): boolean => /^warm.?up$/i.test(reps.trim());

/** Sets that count as training: all but warm-ups. */
export const isWorkingSet = ({ kind, reps }: { kind: SetKind; reps: string }): boolean =>
  kind !== 'warm_up' && !isWarmUpText(reps);

type Keyed = { key: string };
type Day = Keyed & { name: string; workout: { exercises: readonly Keyed[] } };
/** The parts of a program that these rules read, because the schema of programs uses them too. */
type Phases = { phases: readonly (Keyed & { weeks: readonly (Keyed & { days: readonly Day[] })[] })[] };

/** The weeks of all phases in order, each with its phase. `number` starts at 1. */
export const weeksOf = <Week, Phase extends { weeks: readonly Week[] }>({ phases }: { phases: readonly Phase[] }) =>
  phases
    .flatMap((phase) => phase.weeks.map((week: Phase['weeks'][number]) => ({ phase, week })))
    .map((entry, index) => ({ ...entry, number: index + 1 }));

/** Days without exercises, such as `Week 2, Push A`. */
export const emptyDays = (program: Phases): string[] =>
  weeksOf(program).flatMap(({ week, number }) =>
    week.days.filter(({ workout }) => workout.exercises.length === 0).map(({ name }) => `Week ${number}, ${name}`),
  );

/** Number of exercises in the whole program. */
export const countExercises = (program: Phases): number =>
  weeksOf(program).reduce(
    (sum, { week }) => week.days.reduce((inner, { workout }) => inner + workout.exercises.length, sum),
    0,
  );

/** Keys of all parts, in order. */
export const keysOf = ({ phases }: Phases): string[] =>
  phases.flatMap((phase) => [
    phase.key,
    ...phase.weeks.flatMap((week) => [
      week.key,
      ...week.days.flatMap((day) => [day.key, ...day.workout.exercises.map(({ key }) => key)]),
    ]),
  ]);

/** Letters of groups in a workout, in order of their first exercise. Exercises on their own have no letter. */
export const groupLetters = (exercises: readonly { group: string }[]): string[] => [
  ...new Set(exercises.map(({ group }) => group).filter(Boolean)),
];

/** A group is one block: no other exercise stands between its exercises. */
export const areGroupsTogether = (exercises: readonly { group: string }[]): boolean => {
  const starts = exercises.filter(({ group }, index) => group && group !== exercises[index - 1]?.group);
  return starts.length === groupLetters(exercises).length;
};

/** Compares content and ignores the order of properties, because the database reorders them. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [values, others] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  if (Array.isArray(one) !== Array.isArray(other) || values.length !== others.size) return false;
  return values.every(([name, value]) => others.has(name) && isSame(value, others.get(name)));
}
