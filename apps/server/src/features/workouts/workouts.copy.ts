import { eq } from 'drizzle-orm';
import { exportOfTenant } from '../../core/exports.ts';
import { workoutComments, workoutLogs, workoutSets } from './workouts.table.ts';

const isKeptLog = () => eq(workoutLogs.deleted, false);
const isKeptSet = () => eq(workoutSets.deleted, false);

/** Logged workouts in copies of people's data. */
export const workoutExports = [
  exportOfTenant(workoutLogs, {
    file: 'workouts',
    about: 'Logged workouts, with notes and pain flags.',
    csv: true,
    page: 100,
    coach: { but: ['subjectId', 'deleted'] },
    client: { but: ['clientId', 'subjectId', 'deleted'] },
    where: { coach: isKeptLog, client: isKeptLog },
  }),
  exportOfTenant(workoutSets, {
    file: 'workout-sets',
    about: 'The sets of logged workouts. Loads are in kg.',
    csv: true,
    coach: { but: ['deleted'] },
    client: { but: ['clientId', 'deleted'] },
    where: { coach: isKeptSet, client: isKeptSet },
  }),
  exportOfTenant(workoutComments, {
    file: 'workout-comments',
    about: 'Comments of the coach on workouts.',
    coach: { but: [] },
    client: { but: ['clientId'] },
  }),
];
