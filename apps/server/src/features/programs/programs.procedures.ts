import { dayInZone } from '@stridewell/contract/time';
import { clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { assignProgram } from './programs.assign.service.ts';
import {
  deleteClientDraft,
  endClientProgram,
  getClientPrograms,
  getOwnProgram,
  publishClientDraft,
  rescheduleClientProgram,
  saveClientDraft,
} from './programs.clients.service.ts';
import { todayOf } from './programs.notice.service.ts';
import { previewPush, pushProgram } from './programs.push.service.ts';
import {
  deleteProgram,
  getProgram,
  getProgramVersion,
  listPrograms,
  listProgramVersions,
  saveProgram,
} from './programs.service.ts';

const ofCoach = coachProcedure.programs;

/** Templates of a coach. */
const templateProcedures = {
  listPrograms: ofCoach.listPrograms.handler(async ({ context: { scope, db, now, coach } }) => {
    const today = todayOf({ now, coach });
    return { programs: await db.readAtOnce(scope, (tx) => listPrograms(tx, today)) };
  }),

  getProgram: ofCoach.getProgram.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => getProgram(tx, input.programId)),
  ),

  saveProgram: ofCoach.saveProgram.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveProgram(tx, input, now), errors),
  ),

  deleteProgram: ofCoach.deleteProgram.handler(async ({ context: { scope, db }, input, errors }) => {
    await db.write(scope, (tx) => deleteProgram(tx, input.programId), errors);
    return { programId: input.programId };
  }),

  listProgramVersions: ofCoach.listProgramVersions.handler(async ({ context: { scope, db }, input }) => ({
    versions: await db.readAtOnce(scope, (tx) => listProgramVersions(tx, input.programId)),
  })),

  getProgramVersion: ofCoach.getProgramVersion.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => getProgramVersion(tx, input.programId, input.version)),
  ),

  assignProgram: ofCoach.assignProgram.handler(async ({ context: { scope, db, now, coach }, input, errors }) => ({
    results: await db.write(scope, (tx) => assignProgram(tx, input, { now, coach }), errors),
  })),

  previewPush: ofCoach.previewPush.handler(({ context: { scope, db, now, coach }, input }) =>
    db.read(scope, (tx) => previewPush(tx, input.programId, { now, coach })),
  ),

  pushProgram: ofCoach.pushProgram.handler(async ({ context: { scope, db, now, coach }, input, errors }) => ({
    results: await db.write(scope, (tx) => pushProgram(tx, input, { now, coach }), errors),
  })),
};

/** Programs of clients. */
const clientProcedures = {
  getClientPrograms: ofCoach.getClientPrograms.handler(({ context: { scope, db, now, coach }, input }) => {
    const today = todayOf({ now, coach });
    return db.readAtOnce(scope, (tx) => getClientPrograms(tx, input.clientId, today));
  }),

  saveClientDraft: ofCoach.saveClientDraft.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => saveClientDraft(tx, input, now), errors),
  ),

  deleteClientDraft: ofCoach.deleteClientDraft.handler(async ({ context: { scope, db }, input, errors }) => {
    await db.write(scope, (tx) => deleteClientDraft(tx, input.clientProgramId), errors);
    return { clientProgramId: input.clientProgramId };
  }),

  publishClientDraft: ofCoach.publishClientDraft.handler(({ context: { scope, db, now, coach }, input, errors }) =>
    db.write(scope, (tx) => publishClientDraft(tx, input, { now, coach }), errors),
  ),

  rescheduleClientProgram: ofCoach.rescheduleClientProgram.handler(
    ({ context: { scope, db, now, coach }, input, errors }) =>
      db.write(scope, (tx) => rescheduleClientProgram(tx, input, { now, coach }), errors),
  ),

  endClientProgram: ofCoach.endClientProgram.handler(async ({ context: { scope, db, now, coach }, input, errors }) => {
    await db.write(scope, (tx) => endClientProgram(tx, input.clientProgramId, { now, coach }), errors);
    return { clientProgramId: input.clientProgramId };
  }),

  getOwnProgram: clientProcedure.programs.getOwnProgram.handler(({ context: { scope, db, now, actor } }) => {
    const today = dayInZone(now, actor.timeZone);
    return db.readAtOnce(scope, (tx) => getOwnProgram(tx, today));
  }),
};

export const programsProcedures = { ...templateProcedures, ...clientProcedures };
