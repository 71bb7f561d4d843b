import { type CoachContext, clientProcedure, coachProcedure } from '../../core/procedures.ts';
import { isFeatureOpen } from '../../core/tenancy/access.ts';
import {
  approveTargetReview,
  dismissTargetReview,
  getAdaptation,
  getTargetPicture,
  saveAdaptationLimits,
} from './targets.adaptation.service.ts';
import { getReferrals, listOwnReferrals, markReferralRead, prepareReferral } from './targets.letters.service.ts';
import {
  endTarget,
  getOwnTarget,
  getTargets,
  previewTarget,
  saveTarget,
  type TargetRequest,
} from './targets.service.ts';

const ofCoach = coachProcedure.targets;

const requestOf = ({ actor, coach, now }: CoachContext): TargetRequest => ({
  units: actor.unitSystem,
  prescribes: coach.prescribesNutrition,
  adapts: isFeatureOpen(actor, 'ai', now),
  now,
});

export const targetsProcedures = {
  getTargets: ofCoach.getTargets.handler(({ context, input }) =>
    context.db.read(context.scope, (tx) => getTargets(tx, input.clientId, requestOf(context))),
  ),

  previewTarget: ofCoach.previewTarget.handler(({ context, input }) =>
    context.db.read(context.scope, (tx) => previewTarget(tx, input, requestOf(context))),
  ),

  saveTarget: ofCoach.saveTarget.handler(({ context, input, errors }) =>
    context.db.write(context.scope, (tx) => saveTarget(tx, input, requestOf(context)), errors),
  ),

  endTarget: ofCoach.endTarget.handler(({ context, input, errors }) =>
    context.db.write(context.scope, (tx) => endTarget(tx, input, requestOf(context)), errors),
  ),

  getTargetPicture: ofCoach.getTargetPicture.handler(({ context, input }) =>
    context.db.read(context.scope, (tx) => getTargetPicture(tx, input.clientId, requestOf(context))),
  ),

  getAdaptation: ofCoach.getAdaptation.handler(({ context, input }) => {
    const { clientId, day, assumedDay, assumedKcal } = input;
    const isAssumed = assumedDay !== undefined && assumedKcal !== undefined;
    const assumed = isAssumed ? { day: assumedDay, kcal: assumedKcal } : undefined;
    return context.db.read(context.scope, (tx) => getAdaptation(tx, { clientId, day, assumed }, requestOf(context)));
  }),

  saveAdaptationLimits: ofCoach.saveAdaptationLimits.handler(({ context: { scope, db }, input, errors }) =>
    db.write(scope, (tx) => saveAdaptationLimits(tx, input), errors),
  ),

  approveTargetReview: ofCoach.approveTargetReview.handler(({ context, input, errors }) =>
    context.db.write(context.scope, (tx) => approveTargetReview(tx, input.reviewId, requestOf(context)), errors),
  ),

  dismissTargetReview: ofCoach.dismissTargetReview.handler(({ context: { scope, db, now }, input, errors }) =>
    db.write(scope, (tx) => dismissTargetReview(tx, input.reviewId, now), errors),
  ),

  getReferrals: ofCoach.getReferrals.handler(({ context, input }) =>
    context.db.read(context.scope, (tx) => getReferrals(tx, input.clientId, requestOf(context))),
  ),

  prepareReferral: ofCoach.prepareReferral.handler(({ context, input, errors }) =>
    context.db.write(context.scope, (tx) => prepareReferral(tx, input, requestOf(context)), errors),
  ),

  listOwnReferrals: clientProcedure.targets.listOwnReferrals.handler(({ context: { scope, db } }) =>
    db.read(scope, listOwnReferrals),
  ),

  markReferralRead: clientProcedure.targets.markReferralRead.handler(({ context: { scope, db, now }, input }) =>
    db.write(scope, (tx) => markReferralRead(tx, input.letterId, now)),
  ),

  getOwnTarget: clientProcedure.targets.getOwnTarget.handler(({ context: { scope, db, today }, input }) =>
    db.read(scope, (tx) => getOwnTarget(tx, today, input.day)),
  ),
};
