import { requireRate } from '../../core/limits.ts';
import { coachProcedure, operatorProcedure } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { answerCoach, answerOperator, storedAnswer, withFailuresLogged } from './assistant.answering.service.ts';
import { findAnswer, findOperatorAnswer } from './assistant.data.ts';
import { listAnswers, listOperatorAnswers, removeAnswers, removeOperatorAnswers } from './assistant.history.service.ts';

/** Questions of one person. */
const QUESTION_LIMIT: RateLimit = { windowSeconds: 60, max: 30 };

const { assistant } = coachProcedure;
const ofOperator = operatorProcedure.assistant;

export const assistantProcedures = {
  listAnswers: assistant.listAnswers.handler(async ({ context: { scope, db, now, services }, input }) => ({
    ...(await db.read(scope, (tx) => listAnswers(tx, input, now))),
    model: services.model?.name ?? null,
  })),

  askAssistant: assistant.askAssistant.handler(async ({ context, input, signal, errors }) => {
    const { scope, db, coach, services, actor } = context;
    await requireRate(services.limiter, `questions:${coach.id}`, QUESTION_LIMIT);
    const stored = await db.readAtOnce(scope, (tx) => findAnswer(tx, input.answerId));
    if (stored) return storedAnswer(stored);
    const closed = () =>
      errors.FEATURE_REQUIRED({ data: { feature: 'assistant', currentPlan: actor.plan.plan, requiredPlan: 'pro' } });
    return withFailuresLogged(answerCoach(context, { ...input, signal, closed }), context);
  }),

  deleteAnswers: assistant.deleteAnswers.handler(async ({ context: { scope, db }, input }) => ({
    deleted: await db.write(scope, (tx) => removeAnswers(tx, input.answerId)),
  })),

  listOperatorAnswers: ofOperator.listOperatorAnswers.handler(async ({ context: { scope, db, now }, input }) => ({
    ...(await db.read(scope, (tx) => listOperatorAnswers(tx, input, now))),
    model: null,
  })),

  askOperatorAssistant: ofOperator.askOperatorAssistant.handler(async ({ context, input }) => {
    const { scope, db, services, actor } = context;
    await requireRate(services.limiter, `questions:${actor.userId}`, QUESTION_LIMIT);
    const stored = await db.readAtOnce(scope, (tx) => findOperatorAnswer(tx, input.answerId));
    return stored ? storedAnswer(stored) : withFailuresLogged(answerOperator(context, input), context);
  }),

  deleteOperatorAnswers: ofOperator.deleteOperatorAnswers.handler(async ({ context: { scope, db }, input }) => ({
    deleted: await db.write(scope, (tx) => removeOperatorAnswers(tx, input.answerId)),
  })),
};
