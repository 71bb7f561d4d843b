import { os } from '../../core/procedures.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
import { readCursor } from '../../platform/db/cursor.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { requireParticipant } from './messages.policy.ts';
import { listConversations, markRead, readThread, sendMessage, sendTyping } from './messages.service.ts';

/** Per person: more than anybody writes, retries included. */
const SEND_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };
const TYPING_LIMIT: RateLimit = { windowSeconds: 60, max: 40 };

export const messagesProcedures = {
  listConversations: os.messages.listConversations.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const after = input.cursor === undefined ? null : readCursor(input.cursor);
    if (after === undefined) throw errors.NOT_FOUND();
    return context.services.db.readAtOnce(scope, (tx) => listConversations(tx, after));
  }),

  listMessages: os.messages.listMessages.handler(async ({ context, input, errors }) => {
    const participant = requireParticipant(await context.actor(), input);
    const thread = await context.services.db.readAtOnce(participant.scope, (tx) => readThread(tx, participant, input));
    if (!thread) throw errors.NOT_FOUND();
    return thread;
  }),

  sendMessage: os.messages.sendMessage.handler(async ({ context, input, errors }) => {
    const participant = requireParticipant(await context.actor(), input);
    const { db, limiter, now } = context.services;
    const wait = await limiter.consume(`message:${participant.actor.userId}`, SEND_LIMIT);
    if (wait !== null) throw errors.RATE_LIMITED({ data: { retryAfterSeconds: wait } });
    const { id, body, attachmentIds } = input;
    const message = await db.write(participant.scope, async (tx) => {
      const result = await sendMessage(tx, participant, { id, body, attachmentIds, now: now() });
      // Thrown inside, so that nothing of a refused message stays.
      if (result.kind === 'closed') throw errors.CONVERSATION_CLOSED();
      if (result.kind === 'not_covered') throw errors.COACH_PLAN_FULL();
      if (result.kind === 'attachment_gone') throw errors.ATTACHMENT_GONE();
      if (result.kind === 'not_found') throw errors.NOT_FOUND();
      return result.message;
    });
    return message;
  }),

  markConversationRead: os.messages.markConversationRead.handler(async ({ context, input, errors }) => {
    const participant = requireParticipant(await context.actor(), input);
    if (participant.side === 'client') {
      const { status } = participant.actor.relationship ?? {};
      // Former clients read; nothing is written in their name.
      if (status !== 'active' && status !== 'paused') throw errors.FORBIDDEN();
    }
    const seq = await context.services.db.write(participant.scope, (tx) => markRead(tx, participant, input.seq));
    if (seq === undefined) throw errors.NOT_FOUND();
    return { seq };
  }),

  sendTyping: os.messages.sendTyping.handler(async ({ context, input, errors }) => {
    const participant = requireParticipant(await context.actor(), input);
    const { db, limiter } = context.services;
    const wait = await limiter.consume(`typing:${participant.actor.userId}`, TYPING_LIMIT);
    if (wait !== null) throw errors.RATE_LIMITED({ data: { retryAfterSeconds: wait } });
    const told = await db.write(participant.scope, (tx) => sendTyping(tx, participant));
    if (!told) throw errors.NOT_FOUND();
    return { told };
  }),
};
