import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../core/procedures.ts';
import { requireActor, requireRelationship } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { getProgress, listPhotos, saveMeasurements } from './progress.service.ts';

/** Today in the time zone of the actor; for a coach, in that of their business. */
const todayOf = ({ role, coach, timeZone }: Actor, now: Date): string =>
  dayInZone(now, role !== 'Client' && coach ? coach.timeZone : timeZone);

export const progressProcedures = {
  getProgress: os.progress.getProgress.handler(async ({ context, input }) => {
    const actor = requireActor(await context.actor());
    const scope = requireRelationship(actor, input);
    const now = context.services.now();
    const progress = await context.services.db.readAtOnce(scope, (tx) => getProgress(tx, input.clientId, now));
    return { ...progress, today: todayOf(actor, now) };
  }),

  listPhotos: os.progress.listPhotos.handler(async ({ context, input }) => {
    const scope = requireRelationship(await context.actor(), input);
    return context.services.db.readAtOnce(scope, (tx) => listPhotos(tx, input));
  }),

  saveMeasurements: os.progress.saveMeasurements.handler(async ({ context, input, errors }) => {
    const actor = requireActor(await context.actor());
    const scope = requireRelationship(actor, input);
    const now = context.services.now();
    const today = todayOf(actor, now);
    return context.services.db.write(scope, (tx) => saveMeasurements(tx, input, { now, today }), errors);
  }),
};
