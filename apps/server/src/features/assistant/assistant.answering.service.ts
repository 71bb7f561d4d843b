import type { AnswerEvent, OperatorAnswerEvent } from '@stridewell/contract/assistant/assistant';
import type { RequestContext } from '../../core/context.ts';
import { askModel } from '../../core/models/models.ts';
import type { CoachContext } from '../../core/procedures.ts';
import type { Services } from '../../core/services.ts';
import { isFeatureOpen } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { hasModelConsent } from '../planner/planner.consents.service.ts';
import {
  findAnswer,
  findOperatorAnswer,
  insertAnswer,
  insertOperatorAnswer,
  type StoredAnswer,
} from './assistant.data.ts';
import { openDesk } from './assistant.desk.service.ts';
import { type OpenQuestion, readOperatorQuestion } from './assistant.grammar.rules.ts';
import { toAnswer } from './assistant.history.service.ts';
import type { AskModel } from './assistant.model.service.ts';
import { callPlatformTool, missingRight } from './assistant.platform.service.ts';
import { answerByModel, byPlatformRules, byRules, eventsOf, lookUp, namedIn, stepNote } from './assistant.service.ts';
import { callTool } from './assistant.tools.service.ts';

/** Questions that ask a model, which cost money. Above it, the rules answer alone. */
const MODEL_LIMIT: RateLimit = { windowSeconds: 60, max: 6 };

type OperatorEvents = AsyncGenerator<OperatorAnswerEvent, void, void>;
type Events = AsyncGenerator<AnswerEvent, void, void>;

type Asked = { answerId: string; question: string };

/** After the first step, a failure no longer fails the request, so it is logged here. */
export async function* withFailuresLogged<Event>(
  events: AsyncGenerator<Event, void, void>,
  { services, requestId }: RequestContext,
): AsyncGenerator<Event, void, void> {
  try {
    yield* events;
  } catch (error) {
    services.log.error({ err: error, requestId }, 'answering failed');
    throw error;
  }
}

/** Whether the coach may still have an answer: their plan can change while a model thinks. */
async function isStillOpen({ findActorNow, services, coach }: CoachContext): Promise<boolean> {
  const actor = await findActorNow();
  return (
    actor?.coach?.id === coach.id &&
    actor.coach.status === 'active' &&
    isFeatureOpen(actor, 'assistant', services.now())
  );
}

/** Asks the model while plan and consent allow it. Both are read before each call. */
const asking = (context: CoachContext, { client }: OpenQuestion, signal: AbortSignal | undefined): AskModel => {
  const { services, scope, db } = context;
  const mayAsk = async () =>
    (await isStillOpen(context)) &&
    (client === null || (await db.readAtOnce(scope, (tx) => hasModelConsent(tx, client.clientId))));
  return async (question) => {
    if (!(await mayAsk())) return { outcome: 'no_consent' };
    return askModel(services, scope, { ...question, purpose: 'assistant', signal });
  };
};

const mayAskModel = async ({ model, limiter }: Services, coachId: string): Promise<boolean> =>
  model !== null && (await limiter.consume(`model-answers:${coachId}`, MODEL_LIMIT)) === null;

/** Lets a model answer what the rules do not understand, and tells each step. */
async function* answerOpen(
  context: CoachContext,
  open: OpenQuestion,
  { answerId, question, signal }: Asked & { signal: AbortSignal | undefined },
): AsyncGenerator<AnswerEvent, StoredAnswer | null, void> {
  const { scope, db, now, services } = context;
  yield { type: 'step', note: 'Asking the language model' };
  const steps = answerByModel(open, {
    answerId,
    question,
    model: services.model?.name ?? '',
    ask: asking(context, open, signal),
    call: (call) => db.read(scope, async (tx) => callTool(await openDesk(tx, context, now), call)),
  });
  let step = await steps.next();
  for (; !step.done; step = await steps.next()) yield { type: 'step', note: step.value };
  return step.value;
}

type CoachAsked = Asked & { signal: AbortSignal | undefined; closed: () => Error };

/** Answers a question of a coach and stores it. `closed`: the refusal where the plan has ended meanwhile. */
export async function* answerCoach(context: CoachContext, { answerId, question, signal, closed }: CoachAsked): Events {
  const { scope, db, now, services } = context;
  const looked = await db.read(scope, (tx) => lookUp(tx, context, question, now));
  const { reading, people } = looked;
  if (reading.kind === 'call') yield { type: 'step', note: stepNote(reading.call.tool) };
  let made: StoredAnswer = byRules(question, looked);
  const open = 'open' in reading ? reading.open : undefined;
  if (open && (await mayAskModel(services, scope.coachId))) {
    const content = yield* answerOpen(context, open, { answerId, question, signal });
    made = content ?? made;
  }
  if (signal?.aborted) return;
  if (!(await isStillOpen(context))) throw closed();
  const row = { id: answerId, at: now, content: made, clientIds: namedIn(made, people) };
  // Of two requests with one id, both answer with the stored one.
  const stored = await db.write(scope, async (tx) => {
    await insertAnswer(tx, row);
    return findAnswer(tx, answerId);
  });
  yield* eventsOf(toAnswer(stored ?? row));
}

type Operating = { services: Services; scope: OperatorScope; actor: Actor; now: Date };

/** Answers a question of an operator and stores it. */
export async function* answerOperator(operating: Operating, { answerId, question }: Asked): OperatorEvents {
  const { services, scope, actor, now } = operating;
  const reading = readOperatorQuestion(question);
  const isRefused = reading.kind === 'call' && missingRight(actor, reading.call) !== null;
  const isAnswered = reading.kind === 'call' && !isRefused;
  const result = isAnswered ? await callPlatformTool(operating, reading.call) : null;
  const row = { id: answerId, at: now, content: byPlatformRules(question, reading, result, isRefused) };
  const stored = await services.db.write(scope, async (tx) => {
    await insertOperatorAnswer(tx, row);
    return findOperatorAnswer(tx, answerId);
  });
  yield* eventsOf(toAnswer(stored ?? row));
}

/** An answer that is stored already. */
export async function* storedAnswer(row: Parameters<typeof toAnswer>[0]): OperatorEvents {
  yield* eventsOf(toAnswer(row));
}
