import { exportOfTenant } from '../../core/exports.ts';
import { coachExercises } from './exercises.table.ts';

/** Exercises of a coach in copies of people's data. */
export const exerciseExports = [
  exportOfTenant(coachExercises, {
    ...{ file: 'exercises', about: 'Own exercises, and changes of built-in ones.' },
    coach: { but: ['version'] },
    client: 'Exercises are the work of the coach. Programs and workouts name them.',
  }),
];
