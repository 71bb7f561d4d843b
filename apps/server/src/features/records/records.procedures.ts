import { os } from '../../core/procedures.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
import { getClientRecord, saveClientRecord } from './records.service.ts';

export const recordsProcedures = {
  getClientRecord: os.records.getClientRecord.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return context.services.db.readAtOnce(scope, (tx) => getClientRecord(tx, input.clientId));
  }),

  saveClientRecord: os.records.saveClientRecord.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveClientRecord(tx, input, now()), errors);
  }),
};
