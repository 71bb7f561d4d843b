import { EXERCISE_EQUIPMENT, EXERCISE_LEVELS, MUSCLES, PATTERNS } from '@stridewell/contract/exercises/exercises.rules';
import type { ExerciseFilter } from '@stridewell/contract/exercises/exercises.search.rules';
import { readSearchText } from '../../lib/search-text.ts';

export const COLLECTIONS = ['library', 'own', 'hidden'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** The search parameters of the library, without default values. `open` is the exercise whose details are open. */
export type ExerciseSearch = ExerciseFilter & { q?: string; show?: Collection; open?: string };

const EXERCISE_ID = /^[a-z0-9-]{1,80}$/;

/** Reads untrusted search parameters and drops invalid ones. */
export function readExerciseSearch(search: Record<string, unknown>): ExerciseSearch {
  const q = readSearchText(search.q);
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
