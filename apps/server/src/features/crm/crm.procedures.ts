import { requireRate } from '../../core/limits.ts';
import { coachProcedure } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { disconnect, startConnecting } from './crm.connect.service.ts';
import { confirmErasure, getState, listPipelines, saveSettings, startSync } from './crm.service.ts';

/** Per coach. Each use asks HubSpot. */
const ASKED_BY_HAND: RateLimit = { windowSeconds: 600, max: 30 };

const ofCoach = coachProcedure.crm;

export const crmProcedures = {
  getCrm: ofCoach.getCrm.handler(({ context: { scope, db, services } }) =>
    db.read(scope, (tx) => getState(tx, services.env)),
  ),

  connectCrm: ofCoach.connectCrm.handler(async ({ context: { scope, db, now, actor, services }, errors }) => ({
    url: await db.write(scope, (tx) => startConnecting(tx, { ...services, now }, actor.sessionId), errors),
  })),

  listCrmPipelines: ofCoach.listCrmPipelines.handler(async ({ context: { scope, services } }) => {
    await requireRate(services.limiter, `crm:${scope.coachId}`, ASKED_BY_HAND);
    return { pipelines: await listPipelines(services, scope) };
  }),

  saveCrmSettings: ofCoach.saveCrmSettings.handler(({ context: { scope, db, now, services }, input }) => {
    const { coachId: _, ...settings } = input;
    return db.write(scope, (tx) => saveSettings(tx, services.env, { settings, now }));
  }),

  syncCrm: ofCoach.syncCrm.handler(async ({ context: { scope, db, now, services } }) => {
    await requireRate(services.limiter, `crm:${scope.coachId}`, ASKED_BY_HAND);
    return db.write(scope, (tx) => startSync(tx, services.env, now));
  }),

  disconnectCrm: ofCoach.disconnectCrm.handler(
    async ({
      context: {
        scope,
        db,
        now,
        services: { seal },
      },
    }) => {
      await db.write(scope, (tx) => disconnect(tx, { seal, now }));
      return { coachId: scope.coachId };
    },
  ),

  finishCrmErasure: ofCoach.finishCrmErasure.handler(async ({ context: { scope, db }, input: { id } }) => {
    await db.write(scope, (tx) => confirmErasure(tx, id));
    return { id };
  }),
};
