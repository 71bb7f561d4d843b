import { requireRate } from '../../core/limits.ts';
import { requireCursor } from '../../core/pages.ts';
import { coachProcedure } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import {
  changeEndpoint,
  createEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  replayDelivery,
  rotateSecret,
  sendTest,
} from './webhooks.service.ts';

const ofCoach = coachProcedure.webhooks;

/** Test events and replays of one coach. */
const SENT_BY_HAND: RateLimit = { windowSeconds: 600, max: 60 };

export const webhooksProcedures = {
  listWebhookEndpoints: ofCoach.listWebhookEndpoints.handler(({ context: { scope, db, now, actor } }) =>
    db.readAtOnce(scope, (tx) => listEndpoints(tx, { plan: actor.plan.plan, now })),
  ),

  createWebhookEndpoint: ofCoach.createWebhookEndpoint.handler(
    ({ context: { scope, db, now, actor, services }, input, errors }) => {
      const { coachId: _, id, ...endpoint } = input;
      const of = { id, plan: actor.plan.plan, input: endpoint };
      return db.write(scope, (tx) => createEndpoint(tx, { ...services, now }, of), errors);
    },
  ),

  getWebhookEndpoint: ofCoach.getWebhookEndpoint.handler(async ({ context: { scope, db, now }, input }) => ({
    endpoint: await db.read(scope, (tx) => getEndpoint(tx, input.endpointId, now)),
  })),

  updateWebhookEndpoint: ofCoach.updateWebhookEndpoint.handler(
    async ({ context: { scope, db, now, services }, input, errors }) => {
      const { coachId: _, endpointId: id, isOn, ...endpoint } = input;
      const change = { id, input: endpoint, isOn };
      return { endpoint: await db.write(scope, (tx) => changeEndpoint(tx, { ...services, now }, change), errors) };
    },
  ),

  deleteWebhookEndpoint: ofCoach.deleteWebhookEndpoint.handler(
    async ({ context: { scope, db }, input: { endpointId } }) => {
      await db.write(scope, (tx) => removeEndpoint(tx, endpointId));
      return { endpointId };
    },
  ),

  rotateWebhookSecret: ofCoach.rotateWebhookSecret.handler(
    ({ context: { scope, db, now, services }, input: { endpointId: id, secretNumber }, errors }) =>
      db.write(scope, (tx) => rotateSecret(tx, { ...services, now }, { id, secretNumber }), errors),
  ),

  sendTestEvent: ofCoach.sendTestEvent.handler(async ({ context: { scope, db, now, services }, input, errors }) => {
    await requireRate(services.limiter, `webhook-test:${scope.coachId}`, SENT_BY_HAND);
    await db.write(scope, (tx) => sendTest(tx, input, now), errors);
    return { eventId: input.eventId };
  }),

  listWebhookDeliveries: ofCoach.listWebhookDeliveries.handler(({ context: { scope, db }, input }) => {
    const after = requireCursor(input.cursor);
    return db.read(scope, (tx) => listDeliveries(tx, { endpointId: input.endpointId, after }));
  }),

  replayWebhookDelivery: ofCoach.replayWebhookDelivery.handler(
    async ({ context: { scope, db, now, services }, input, errors }) => {
      await requireRate(services.limiter, `webhook-test:${scope.coachId}`, SENT_BY_HAND);
      await db.write(scope, (tx) => replayDelivery(tx, input, now), errors);
      return { eventId: input.eventId };
    },
  ),
};
