import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { coachesProcedures } from './coaches.procedures.ts';
import { coachProfiles } from './coaches.table.ts';

export const coaches = defineFeature({
  name: 'coaches',
  exports: [
    exportOfTenant(coachProfiles, {
      file: 'profile',
      about: 'The profile that clients read.',
      coach: { but: [] },
      client: 'The profile of a coach belongs to the coach.',
    }),
  ],
  procedures: { coaches: coachesProcedures },
});
