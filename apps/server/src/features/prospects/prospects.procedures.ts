import { requireCursor } from '../../core/pages.ts';
import { operatorProcedure } from '../../core/procedures.ts';
import {
  addProspectNote,
  deleteProspect,
  getConversion,
  getProspect,
  getProspectBoard,
  listProspects,
  moveProspect,
  updateProspect,
} from './prospects.service.ts';

const { prospects } = operatorProcedure;

export const prospectsProcedures = {
  getProspectBoard: prospects.getProspectBoard.handler(async ({ context: { scope, db }, input }) => ({
    columns: await db.readAtOnce(scope, (tx) => getProspectBoard(tx, input.q)),
  })),

  listProspects: prospects.listProspects.handler(({ context: { scope, db }, input }) => {
    const selection = { q: input.q, stage: input.stage, after: requireCursor(input.cursor) };
    return db.readAtOnce(scope, (tx) => listProspects(tx, selection));
  }),

  getConversion: prospects.getConversion.handler(async ({ context: { scope, db, now }, input }) => ({
    rows: await db.readAtOnce(scope, (tx) => getConversion(tx, input, now)),
  })),

  getProspect: prospects.getProspect.handler(({ context: { scope, db }, input }) =>
    db.read(scope, (tx) => getProspect(tx, input.prospectId)),
  ),

  moveProspect: prospects.moveProspect.handler(async ({ context: { scope, db, now }, input, errors }) => ({
    prospect: await db.write(scope, (tx) => moveProspect(tx, input, now), errors),
  })),

  updateProspect: prospects.updateProspect.handler(async ({ context: { scope, db }, input, errors }) => ({
    prospect: await db.write(scope, (tx) => updateProspect(tx, input), errors),
  })),

  addProspectNote: prospects.addProspectNote.handler(async ({ context: { scope, db, now }, input }) => {
    await db.write(scope, (tx) => addProspectNote(tx, input, now));
    return {};
  }),

  deleteProspect: prospects.deleteProspect.handler(async ({ context: { scope, db }, input }) => {
    await db.write(scope, (tx) => deleteProspect(tx, input.prospectId));
    return {};
  }),
};
