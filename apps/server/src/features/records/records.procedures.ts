import { coachProcedure } from '../../core/procedures.ts';
import { getClientRecord, saveClientRecord } from './records.service.ts';

const { records } = coachProcedure;

export const recordsProcedures = {
  getClientRecord: records.getClientRecord.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => getClientRecord(tx, input.clientId)),
  ),

  saveClientRecord: records.saveClientRecord.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveClientRecord(tx, input, now), errors),
  ),
};
