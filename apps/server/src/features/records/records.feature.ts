import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { coachProcedure } from '../../core/procedures.ts';
import { getClientRecord, saveClientRecord } from './records.service.ts';
import { clientRecords } from './records.table.ts';

const recordsProcedures = {
  getClientRecord: coachProcedure.records.getClientRecord.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => getClientRecord(tx, input.clientId)),
  ),

  saveClientRecord: coachProcedure.records.saveClientRecord.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveClientRecord(tx, input, now), errors),
  ),
};

export const records = defineFeature({
  name: 'records',
  exports: [
    exportOfTenant(clientRecords, {
      file: 'records',
      hasNumbers: true,
      about: 'Facts about a client: body, goals, diet and emergency contacts.',
      csv: true,
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
  ],
  procedures: { records: recordsProcedures },
});
