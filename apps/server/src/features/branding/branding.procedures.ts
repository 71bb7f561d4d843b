import { requireRate } from '../../core/limits.ts';
import { coachProcedure, operatorProcedure } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import {
  decideBrand,
  getBrand,
  getReviewedBrand,
  publishBrand,
  saveBrand,
  unpublishBrand,
} from './branding.service.ts';

/** Per coach. A name is tried out until one is free, and each version is drawn again. */
const PUBLISH_LIMIT: RateLimit = { windowSeconds: 3600, max: 30 };

const ofCoach = coachProcedure.branding;
const ofOperator = operatorProcedure.branding;

export const brandingProcedures = {
  getBrand: ofCoach.getBrand.handler(({ context: { scope, db } }) => db.readAtOnce(scope, getBrand)),

  saveBrand: ofCoach.saveBrand.handler(({ context: { scope, db, now, services }, input, errors }) => {
    const { coachId: _, ...draft } = input;
    return db.write(scope, (tx) => saveBrand(tx, { env: services.env, now }, draft), errors);
  }),

  publishBrand: ofCoach.publishBrand.handler(async ({ context: { scope, db, now, services }, errors }) => {
    await requireRate(services.limiter, `brand:${scope.coachId}`, PUBLISH_LIMIT);
    return db.write(scope, (tx) => publishBrand(tx, { env: services.env, now }), errors);
  }),

  unpublishBrand: ofCoach.unpublishBrand.handler(({ context: { scope, db, now }, errors }) =>
    db.write(scope, (tx) => unpublishBrand(tx, now), errors),
  ),

  getReviewedBrand: ofOperator.getReviewedBrand.handler(async ({ context: { scope, db }, input: { userId } }) => ({
    brand: await db.readAtOnce(scope, (tx) => getReviewedBrand(tx, userId)),
  })),

  suspendBrand: ofOperator.suspendBrand.handler(async ({ context: { scope, db, now }, input }) => {
    const suspension = { at: now, reason: input.reason };
    return { brand: await db.write(scope, (tx) => decideBrand(tx, { coachId: input.userId, suspension })) };
  }),

  reinstateBrand: ofOperator.reinstateBrand.handler(async ({ context: { scope, db }, input }) => ({
    brand: await db.write(scope, (tx) => decideBrand(tx, { coachId: input.userId, suspension: null })),
  })),
};
