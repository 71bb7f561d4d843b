import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { coachExercises, curatedExercises } from './exercises.table.ts';

/** Exercises of a coach in copies of people's data. */
export const exerciseExports = [
  exportOfTenant(coachExercises, {
    file: 'exercises',
    about: 'Own exercises, and changes of built-in ones.',
    coach: { but: ['version'] },
    client: 'Exercises are the work of the coach. Programs and workouts name them.',
  }),
  keepOut(curatedExercises, 'It belongs to the platform and is the same for everyone.'),
];
