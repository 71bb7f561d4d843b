import { requireCursor } from '../../core/pages.ts';
import { os } from '../../core/procedures.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
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

export const prospectsProcedures = {
  getProspectBoard: os.prospects.getProspectBoard.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'pipeline');
    return { columns: await context.services.db.readAtOnce(scope, (tx) => getProspectBoard(tx, input.q)) };
  }),

  listProspects: os.prospects.listProspects.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'pipeline');
    const selection = { q: input.q, stage: input.stage, after: requireCursor(input.cursor) };
    return context.services.db.readAtOnce(scope, (tx) => listProspects(tx, selection));
  }),

  getConversion: os.prospects.getConversion.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'pipeline');
    const { db, now } = context.services;
    return { rows: await db.readAtOnce(scope, (tx) => getConversion(tx, input, now())) };
  }),

  getProspect: os.prospects.getProspect.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'pipeline');
    return context.services.db.read(scope, (tx) => getProspect(tx, input.prospectId));
  }),

  moveProspect: os.prospects.moveProspect.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'pipeline');
    const { db, now } = context.services;
    return { prospect: await db.write(scope, (tx) => moveProspect(tx, input, now()), errors) };
  }),

  updateProspect: os.prospects.updateProspect.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'pipeline');
    return { prospect: await context.services.db.write(scope, (tx) => updateProspect(tx, input), errors) };
  }),

  addProspectNote: os.prospects.addProspectNote.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'pipeline');
    const { db, now } = context.services;
    await db.write(scope, (tx) => addProspectNote(tx, input, now()));
    return {};
  }),

  deleteProspect: os.prospects.deleteProspect.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'pipeline');
    await context.services.db.write(scope, (tx) => deleteProspect(tx, input.prospectId));
    return {};
  }),
};
