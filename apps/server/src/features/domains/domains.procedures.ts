import { requireRate } from '../../core/limits.ts';
import { coachProcedure } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { checkDomain } from './domains.check.service.ts';
import { newSigningKey, removeSender, saveSender } from './domains.senders.service.ts';
import { claimDomain, getDomain, removeDomain } from './domains.service.ts';

const ofCoach = coachProcedure.domains;

/** Checks of one coach. Each asks DNS. */
const CHECKS: RateLimit = { windowSeconds: 600, max: 30 };
/** Sender addresses of one coach. Each makes a key. */
const SENDERS: RateLimit = { windowSeconds: 3600, max: 10 };

export const domainsProcedures = {
  getDomain: ofCoach.getDomain.handler(({ context: { scope, db, services } }) =>
    db.readAtOnce(scope, (tx) => getDomain(tx, services.env)),
  ),

  claimDomain: ofCoach.claimDomain.handler(async ({ context: { scope, db, now, services }, input, errors }) => {
    const deps = { env: services.env, now };
    return { domain: await db.write(scope, (tx) => claimDomain(tx, deps, input.domain), errors) };
  }),

  checkDomain: ofCoach.checkDomain.handler(async ({ context: { scope, services } }) => {
    await requireRate(services.limiter, `domain-check:${scope.coachId}`, CHECKS);
    return checkDomain(services, scope);
  }),

  removeDomain: ofCoach.removeDomain.handler(async ({ context: { scope, db } }) => {
    await db.write(scope, removeDomain);
    return { domain: null };
  }),

  saveSender: ofCoach.saveSender.handler(async ({ context: { scope, db, now, services }, input, errors }) => {
    await requireRate(services.limiter, `domain-sender:${scope.coachId}`, SENDERS);
    const deps = { env: services.env, seal: services.seal, now };
    const key = await newSigningKey();
    return { sender: await db.write(scope, (tx) => saveSender(tx, deps, input.address, key), errors) };
  }),

  removeSender: ofCoach.removeSender.handler(async ({ context: { scope, db } }) => {
    await db.write(scope, removeSender);
    return { sender: null };
  }),
};
