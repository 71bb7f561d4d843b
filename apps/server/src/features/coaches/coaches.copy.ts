import { exportOfTenant } from '../../core/exports.ts';
import { coachProfiles } from './coaches.table.ts';

/** Profiles of coaches in copies of people's data. */
export const coachExports = [
  exportOfTenant(coachProfiles, {
    file: 'profile',
    about: 'The profile that clients read.',
    coach: { but: [] },
    client: 'The profile of a coach belongs to the coach.',
  }),
];
