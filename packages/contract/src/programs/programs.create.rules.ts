import { PROGRAM_BOUNDS } from './programs.rules.ts';
import type { Program, ProgramDay, ProgramExercise, ProgramPhase, ProgramWeek, SetTarget } from './programs.ts';

/** Makes the key of a new part: 6 to 24 lower-case letters and digits, never the same twice. */
export type NewKey = () => string;

/** Sets and reps of an exercise for which the coach gave none. 8 to 12 is the range of novices [V, science B]. */
export const USUAL_SETS = 3;
export const USUAL_REPS = '8-12';

/** Weeks repeat as they are until the coach chooses what each adds. */
export const NO_PROGRESSION: ProgramPhase['progression'] = { sets: 0, reps: 0, rir: 0, percent: 0 };

export const newSet = (changes: Partial<SetTarget> = {}): SetTarget => ({
  count: USUAL_SETS,
  reps: USUAL_REPS,
  kind: 'normal',
  load: null,
  effort: null,
  tempo: null,
  rest: null,
  ...changes,
});

/** An exercise on its own with one line of the usual sets. */
export const newExercise = (newKey: NewKey, name: string, changes: Partial<ProgramExercise> = {}): ProgramExercise => ({
  key: newKey(),
  exerciseId: null,
  name,
  group: '',
  sets: [newSet()],
  notes: '',
  alternatives: [],
  ...changes,
});

/** A day with an empty workout. */
export const newDay = (newKey: NewKey, name: string, workout: Partial<ProgramDay['workout']> = {}): ProgramDay => ({
  key: newKey(),
  name,
  workout: { name: '', duration: null, notes: '', exercises: [], groups: [], ...workout },
});

/** A week of days named "Day 1", "Day 2" and so on. */
export const newWeek = (newKey: NewKey, days: number): ProgramWeek => ({
  key: newKey(),
  deload: false,
  days: Array.from({ length: days }, (_, index) => newDay(newKey, `Day ${index + 1}`)),
});

export const newPhase = (newKey: NewKey, weeks: readonly ProgramWeek[], name = ''): ProgramPhase => ({
  key: newKey(),
  name,
  progression: NO_PROGRESSION,
  weeks: [...weeks],
});

/** A blank program of one phase and one week. */
export const newProgram = (newKey: NewKey, name: string, frequency: number): Program => ({
  name,
  description: '',
  frequency,
  split: '',
  phases: [newPhase(newKey, [newWeek(newKey, Math.min(frequency, PROGRAM_BOUNDS.days))])],
});
