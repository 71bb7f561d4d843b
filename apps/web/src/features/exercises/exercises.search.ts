import {
  EXERCISE_EQUIPMENT,
  EXERCISE_LEVELS,
  type ExerciseEquipment,
  type ExerciseFilter,
  MUSCLES,
  type Muscle,
  PATTERNS,
  type Pattern,
} from '@stridewell/contract/exercises.rules';

export const COLLECTIONS = ['library', 'own', 'hidden'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** The search parameters of the library, without default values. `open` is the exercise whose details are open. */
export type ExerciseSearch = {
  q?: string;
  show?: Collection;
  muscle?: Muscle;
  pattern?: Pattern;
  equipment?: ExerciseEquipment | 'none';
  level?: (typeof EXERCISE_LEVELS)[number];
  open?: string;
};

const MAX_QUERY = 120;
const EXERCISE_ID = /^[a-z0-9-]{1,80}$/;

/** Reads untrusted search parameters and drops invalid ones. */
export function readExerciseSearch(search: Record<string, unknown>): ExerciseSearch {
  // The router parses digits in an address into a number.
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, MAX_QUERY) : '';
  const show = COLLECTIONS.find((name) => name === search.show && name !== 'library');
  const muscle = MUSCLES.find((name) => name === search.muscle);
  const pattern = PATTERNS.find((name) => name === search.pattern);
  const equipment = (['none', ...EXERCISE_EQUIPMENT] as const).find((name) => name === search.equipment);
  const level = EXERCISE_LEVELS.find((name) => name === search.level);
  const open = typeof search.open === 'string' && EXERCISE_ID.test(search.open) ? search.open : undefined;
  return {
    ...(q && { q }),
    ...(show && { show }),
    ...(muscle && { muscle }),
    ...(pattern && { pattern }),
    ...(equipment && { equipment }),
    ...(level && { level }),
    ...(open && { open }),
  };
}

export const filterOf = ({ muscle, pattern, equipment, level }: ExerciseSearch, text: string): ExerciseFilter => ({
  text,
  muscle: muscle ?? null,
  pattern: pattern ?? null,
  equipment: equipment ?? null,
  level: level ?? null,
});
