import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { recordsProcedures } from './records.procedures.ts';
import { clientRecords } from './records.table.ts';

export const records = defineFeature({
  name: 'records',
  exports: [
    exportOfTenant(clientRecords, {
      file: 'records',
      about: 'Facts about a client: body, goals, diet and emergency contacts.',
      csv: true,
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
  ],
  procedures: { records: recordsProcedures },
});
