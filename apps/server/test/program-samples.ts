import type {
  Program,
  ProgramDay,
  ProgramExercise,
  ProgramWeek,
  SetTarget,
  Workout,
} from '@stridewell/contract/programs/programs';

/** A key derived from the number, so that two calls give the same program. */
const keyOf = (kind: string, index: number): string => `${kind}${String(index).padStart(6, '0')}`;

export const aSet: SetTarget = {
  count: 3,
  reps: '8-10',
  kind: 'normal',
  load: null,
  effort: null,
  tempo: null,
  rest: 90,
};

export const aProgramExercise = (index: number, changes: Partial<ProgramExercise> = {}): ProgramExercise => ({
  key: keyOf('ex', index),
  exerciseId: 'back-squat',
  name: 'Back squat',
  group: '',
  sets: [aSet],
  notes: '',
  alternatives: [],
  ...changes,
});

/** Of exercises with the letter A. */
export const aGroup: Workout['groups'][number] = { letter: 'A', format: 'emom', minutes: 10, rest: 60 };

/** Parts are numbered through the program: day 0 is the first day of the first week. */
export const aDay = (index: number, exercises: ProgramExercise[] = [aProgramExercise(index)]): ProgramDay => ({
  key: keyOf('day', index),
  name: `Day ${index + 1}`,
  workout: { name: '', duration: null, notes: '', exercises, groups: [] },
});

export const aWeek = (index: number, days: ProgramDay[]): ProgramWeek => ({
  key: keyOf('week', index),
  deload: false,
  days,
});

/** A program of two days a week, one exercise each. */
export function aProgram({ weeks = 2, ...changes }: Partial<Program> & { weeks?: number } = {}): Program {
  return {
    name: 'Strength',
    description: '',
    frequency: 2,
    split: '',
    phases: [
      {
        key: 'phase1',
        name: '',
        progression: { sets: 0, reps: 0, rir: 0, percent: 0 },
        weeks: Array.from({ length: weeks }, (_, week) => aWeek(week, [aDay(2 * week), aDay(2 * week + 1)])),
      },
    ],
    ...changes,
  };
}

/** The program with one day changed. Days are numbered through the program. */
export function withDay(program: Program, index: number, change: (day: ProgramDay) => ProgramDay): Program {
  const key = keyOf('day', index);
  return {
    ...program,
    phases: program.phases.map((phase) => ({
      ...phase,
      weeks: phase.weeks.map((week) => ({
        ...week,
        days: week.days.map((day) => (day.key === key ? change(day) : day)),
      })),
    })),
  };
}

/** The day with other exercises. */
export const withExercises =
  (exercises: ProgramExercise[]) =>
  (day: ProgramDay): ProgramDay => ({ ...day, workout: { ...day.workout, exercises } });
