import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../core/procedures.ts';
import { requireClient, requireCoach } from '../../core/tenancy/access.ts';
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

/** Templates of a coach. */
const templateProcedures = {
  listPrograms: os.programs.listPrograms.handler(async ({ context, input }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const today = todayOf({ now: context.services.now(), coach });
    return { programs: await context.services.db.readAtOnce(scope, (tx) => listPrograms(tx, today)) };
  }),

  getProgram: os.programs.getProgram.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.readAtOnce(scope, (tx) => getProgram(tx, input.programId));
  }),

  saveProgram: os.programs.saveProgram.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveProgram(tx, input, now()), errors);
  }),

  deleteProgram: os.programs.deleteProgram.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    await context.services.db.write(scope, (tx) => deleteProgram(tx, input.programId), errors);
    return { programId: input.programId };
  }),

  listProgramVersions: os.programs.listProgramVersions.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db } = context.services;
    return { versions: await db.readAtOnce(scope, (tx) => listProgramVersions(tx, input.programId)) };
  }),

  getProgramVersion: os.programs.getProgramVersion.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db } = context.services;
    return db.readAtOnce(scope, (tx) => getProgramVersion(tx, input.programId, input.version));
  }),

  assignProgram: os.programs.assignProgram.handler(async ({ context, input, errors }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return { results: await db.write(scope, (tx) => assignProgram(tx, input, { now: now(), coach }), errors) };
  }),

  previewPush: os.programs.previewPush.handler(async ({ context, input }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.read(scope, (tx) => previewPush(tx, input.programId, { now: now(), coach }));
  }),

  pushProgram: os.programs.pushProgram.handler(async ({ context, input, errors }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return { results: await db.write(scope, (tx) => pushProgram(tx, input, { now: now(), coach }), errors) };
  }),
};

/** Programs of clients. */
const clientProcedures = {
  getClientPrograms: os.programs.getClientPrograms.handler(async ({ context, input }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const today = todayOf({ now: context.services.now(), coach });
    return context.services.db.readAtOnce(scope, (tx) => getClientPrograms(tx, input.clientId, today));
  }),

  saveClientDraft: os.programs.saveClientDraft.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => saveClientDraft(tx, input, now()), errors);
  }),

  deleteClientDraft: os.programs.deleteClientDraft.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    await context.services.db.write(scope, (tx) => deleteClientDraft(tx, input.clientProgramId), errors);
    return { clientProgramId: input.clientProgramId };
  }),

  publishClientDraft: os.programs.publishClientDraft.handler(async ({ context, input, errors }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => publishClientDraft(tx, input, { now: now(), coach }), errors);
  }),

  rescheduleClientProgram: os.programs.rescheduleClientProgram.handler(async ({ context, input, errors }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.write(scope, (tx) => rescheduleClientProgram(tx, input, { now: now(), coach }), errors);
  }),

  endClientProgram: os.programs.endClientProgram.handler(async ({ context, input, errors }) => {
    const { scope, coach } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    await db.write(scope, (tx) => endClientProgram(tx, input.clientProgramId, { now: now(), coach }), errors);
    return { clientProgramId: input.clientProgramId };
  }),

  getOwnProgram: os.programs.getOwnProgram.handler(async ({ context }) => {
    const { actor, scope } = requireClient(await context.findActor());
    const today = dayInZone(context.services.now(), actor.timeZone);
    return context.services.db.readAtOnce(scope, (tx) => getOwnProgram(tx, today));
  }),
};

export const programsProcedures = { ...templateProcedures, ...clientProcedures };
