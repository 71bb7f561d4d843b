import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import {
  decideCoach,
  getOverview,
  listCoachDecisions,
  listCoachesForReview,
  readReviewCursor,
} from './operator.approval.service.ts';

export const operatorProcedures = {
  getOverview: os.operator.getOverview.handler(async ({ context }) => {
    const { scope } = requireOperator(await context.actor(), 'overview');
    return context.services.db.readAtOnce(scope, getOverview);
  }),

  listCoachesForReview: os.operator.listCoachesForReview.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.actor(), 'approvals');
    const after = readReviewCursor(input.after);
    if (after === undefined) throw refuse('BAD_REQUEST');
    return context.services.db.read(scope, (tx) => listCoachesForReview(tx, { status: input.status, after }));
  }),

  listCoachDecisions: os.operator.listCoachDecisions.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.actor(), 'approvals');
    return { decisions: await context.services.db.read(scope, (tx) => listCoachDecisions(tx, input.coachId)) };
  }),

  decideCoach: os.operator.decideCoach.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.actor(), 'approvals');
    const { db, mailer, env } = context.services;
    return { status: await db.write(scope, (tx) => decideCoach(tx, { mailer, env }, input), errors) };
  }),
};
