import { personProcedure } from '../../core/procedures.ts';
import { askForOwnExport, getOwnExport } from './privacy.service.ts';

const { privacy } = personProcedure;

export const privacyProcedures = {
  getOwnExport: privacy.getOwnExport.handler(async ({ context: { scope, db, now } }) => ({
    export: await db.readAtOnce(scope, (tx) => getOwnExport(tx, now)),
  })),

  askForOwnExport: privacy.askForOwnExport.handler(({ context: { scope, db, now }, errors }) =>
    db.write(scope, (tx) => askForOwnExport(tx, now), errors),
  ),
};
