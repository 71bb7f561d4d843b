import type { ExerciseFacts } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_EQUIPMENT_LABELS, MUSCLE_LABELS, type Muscle } from '@stridewell/contract/exercises/exercises.rules';

export const musclesText = (muscles: readonly Muscle[]): string =>
  muscles.map((muscle) => MUSCLE_LABELS[muscle]).join(', ');

export const equipmentText = ({ equipment }: Pick<ExerciseFacts, 'equipment'>): string =>
  equipment.length > 0 ? equipment.map((item) => EXERCISE_EQUIPMENT_LABELS[item]).join(', ') : 'No equipment';

/** Training shares for the body map: a primary muscle counts fully, a secondary one half. */
export const sharesOf = ({ primary, secondary }: Pick<ExerciseFacts, 'primary' | 'secondary'>) =>
  Object.fromEntries([...secondary.map((muscle) => [muscle, 0.5]), ...primary.map((muscle) => [muscle, 1])]) as Partial<
    Record<Muscle, number>
  >;
