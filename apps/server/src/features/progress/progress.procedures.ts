import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../core/procedures.ts';
import { requireActor, requireRelationship } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { listPhotos, readProgress, saveMeasurements } from './progress.service.ts';

/** Today in the time zone of the actor; for a coach, in that of their business. */
const todayOf = ({ role, coach, timeZone }: Actor, now: Date): string =>
  dayInZone(now, role !== 'Client' && coach ? coach.timeZone : timeZone);

export const progressProcedures = {
  getProgress: os.progress.getProgress.handler(async ({ context, input, errors }) => {
    const actor = requireActor(await context.actor());
    const scope = requireRelationship(actor, input);
    const { db, now } = context.services;
    const at = now();
    const progress = await db.readAtOnce(scope, (tx) => readProgress(tx, input.clientId, at));
    if (!progress) throw errors.NOT_FOUND();
    return { ...progress, today: todayOf(actor, at) };
  }),

  listPhotos: os.progress.listPhotos.handler(async ({ context, input, errors }) => {
    const scope = requireRelationship(await context.actor(), input);
    const page = await context.services.db.readAtOnce(scope, (tx) => listPhotos(tx, input));
    if (!page) throw errors.NOT_FOUND();
    return page;
  }),

  saveMeasurements: os.progress.saveMeasurements.handler(async ({ context, input, errors }) => {
    const actor = requireActor(await context.actor());
    const scope = requireRelationship(actor, input);
    const { db, now } = context.services;
    const at = now();
    if (input.day > todayOf(actor, at)) throw errors.DAY_AHEAD();
    return db.write(scope, async (tx) => {
      const result = await saveMeasurements(tx, input, at);
      if (result.kind === 'closed') throw errors.FORBIDDEN();
      if (result.kind === 'not_covered') throw errors.COACH_PLAN_FULL();
      if (result.kind === 'measured_by_coach') throw errors.MEASURED_BY_COACH();
      if (result.kind !== 'saved') throw errors.NOT_FOUND();
      return { saved: result.saved };
    });
  }),
};
