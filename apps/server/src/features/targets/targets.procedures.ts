import { type CoachContext, clientProcedure, coachProcedure } from '../../core/procedures.ts';
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

  getOwnTarget: clientProcedure.targets.getOwnTarget.handler(({ context: { scope, db, today }, input }) =>
    db.read(scope, (tx) => getOwnTarget(tx, today, input.day)),
  ),
};
