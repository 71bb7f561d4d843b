import { keepOut } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { coachProcedure } from '../../core/procedures.ts';
import { getQueue, settleDecision } from './decisions.service.ts';
import { settledDecisions } from './decisions.table.ts';

const { decisions: procedures } = coachProcedure;

const decisionProcedures = {
  getQueue: procedures.getQueue.handler(({ context: { scope, db, now, coach, actor } }) =>
    db.read(scope, (tx) =>
      getQueue(tx, {
        now,
        timeZone: coach.timeZone,
        plan: actor.plan.plan,
        units: actor.unitSystem,
        prescribes: coach.prescribesNutrition,
      }),
    ),
  ),

  settleDecision: procedures.settleDecision.handler(async ({ context: { scope, db, now, coach, actor }, input }) => {
    const clock = { now, timeZone: coach.timeZone, plan: actor.plan.plan };
    await db.write(scope, (tx) => settleDecision(tx, input, clock));
    return { decisionId: input.decisionId };
  }),
};

export const decisions = defineFeature({
  name: 'decisions',
  exports: [keepOut(settledDecisions, 'It says only which prepared decisions were settled, and how long they took.')],
  procedures: { decisions: decisionProcedures },
});
