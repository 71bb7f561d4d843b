import { dayInZone } from '@stridewell/contract/time';
import { os } from '../../platform/http/procedures.ts';
import { requireClient, requireCoach } from '../identity/identity.policy.ts';
import { listCheckIns, readOwnCheckIns, submitCheckIn } from './checkins.service.ts';

export const checkinsProcedures = {
  getCheckInForm: os.checkins.getCheckInForm.handler(async ({ context }) => {
    const { relationship, scope } = requireClient(await context.actor());
    const { db, now } = context.services;
    const today = dayInZone(now(), relationship.timeZone);
    const own = await db.readAtOnce(scope, (tx) => readOwnCheckIns(tx, today, 1));
    const { status, checkIns, readOnly } = own;
    return { coachName: relationship.coachName, today, status, last: checkIns[0] ?? null, readOnly };
  }),

  submitCheckIn: os.checkins.submitCheckIn.handler(async ({ context, input, errors }) => {
    const { relationship, scope } = requireClient(await context.actor());
    if (!['active', 'paused'].includes(relationship.status)) throw errors.FORBIDDEN();
    const { db, now } = context.services;
    const result = await db.write(scope, (tx) =>
      submitCheckIn(tx, input, { now: now(), timeZone: relationship.timeZone }),
    );
    if (result.kind === 'not_covered') throw errors.COACH_PLAN_FULL();
    if (result.kind === 'id_taken') throw errors.NOT_FOUND();
    return result.checkIn;
  }),

  listCheckIns: os.checkins.listCheckIns.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return { checkIns: await context.services.db.readAtOnce(scope, (tx) => listCheckIns(tx, input.clientId)) };
  }),
};
