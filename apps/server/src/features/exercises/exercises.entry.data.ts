import type { ExerciseFacts } from '@stridewell/contract/exercises/exercises';

/** An exercise of the product. `id` is stored in programs and logs, so it never changes. */
export type BuiltInExercise = ExerciseFacts & { id: string };

type Shared = Pick<ExerciseFacts, 'pattern' | 'mechanic' | 'force'> &
  Partial<Pick<ExerciseFacts, 'measure' | 'unilateral'>>;

type Entry = Pick<BuiltInExercise, 'id' | 'name' | 'primary' | 'level' | 'cues'> & Partial<ExerciseFacts>;

/** Completes the entries of a file with what they share. An entry overrides any shared value. */
export const entries = (shared: Shared, list: readonly Entry[]): readonly BuiltInExercise[] =>
  list.map((entry) => ({
    measure: 'reps',
    unilateral: false,
    secondary: [],
    equipment: [],
    contraindications: [],
    ...shared,
    ...entry,
  }));
