import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { coachProcedure } from '../../core/procedures.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { digestMail, getDigest, sendDigests, setDigest } from './decisions.digest.service.ts';
import { getQueue, settleDecision } from './decisions.service.ts';
import { mondayDigests, settledDecisions } from './decisions.table.ts';

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

  getDigest: procedures.getDigest.handler(({ context: { scope, db } }) => db.readAtOnce(scope, getDigest)),

  setDigest: procedures.setDigest.handler(({ context: { scope, db }, input }) =>
    db.write(scope, (tx) => setDigest(tx, input)),
  ),
};

export const decisions = defineFeature({
  name: 'decisions',
  exports: [
    keepOut(settledDecisions, 'It says only which prepared decisions were settled, and how long they took.'),
    exportOfTenant(mondayDigests, {
      file: 'monday-email',
      about:
        'Whether you get an email about prepared decisions on Mondays, from which hour, and the last Monday that had one.',
      coach: { but: [] },
      client: 'It is a choice of the coach.',
    }),
  ],
  procedures: { decisions: decisionProcedures },
  mails: [digestMail],
  // Hourly, because Monday's hour comes at a different time in each time zone.
  jobs: [handleJob(defineScheduledJob('decisions.digest', { schedule: EVERY_HOUR }), sendDigests)],
});
