import { requireRate } from '../../core/limits.ts';
import { requireCursor } from '../../core/pages.ts';
import { coachProcedure, relationshipProcedure } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { readCursor } from '../../platform/db/cursor.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import {
  createBroadcast,
  findRepeated,
  getBroadcast,
  listBroadcastClients,
  listBroadcasts,
} from './messages.broadcast.service.ts';
import { deliverBroadcastJob } from './messages.jobs.ts';
import type { Participant } from './messages.scopes.ts';
import {
  listConversations,
  listMessages,
  markConversationRead,
  searchMessages,
  sendMessage,
  sendTyping,
} from './messages.service.ts';
import { countUnreadMessages } from './messages.unread.data.ts';

/** Per person, retries included. */
const SEND_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };
const TYPING_LIMIT: RateLimit = { windowSeconds: 60, max: 40 };
/** Per coach. Low, because each group message reaches many people. */
const BROADCAST_LIMIT: RateLimit = { windowSeconds: 3600, max: 20 };

const ofCoach = coachProcedure.messages;
const ofPeople = relationshipProcedure.messages;

/** The caller in the conversation that the input names. */
const participantOf = (
  { actor, scope }: Pick<Participant, 'actor' | 'scope'>,
  { conversationId }: { conversationId: string },
): Participant => ({ actor, side: scope.role, scope, clientId: conversationId });

export const messagesProcedures = {
  listConversations: ofCoach.listConversations.handler(({ context: { scope, db }, input }) => {
    const { q, show } = input;
    const after = input.cursor === undefined ? null : readCursor(input.cursor);
    if (after === undefined) throw refuse('NOT_FOUND');
    return db.readAtOnce(scope, (tx) => listConversations(tx, { q, show, after }));
  }),

  searchMessages: ofCoach.searchMessages.handler(({ context: { scope, db }, input: { q, show, cursor } }) => {
    const after = requireCursor(cursor);
    return db.readAtOnce(scope, (tx) => searchMessages(tx, { q, show, after }));
  }),

  countUnread: ofPeople.countUnread.handler(async ({ context: { scope, db } }) => ({
    unread: await db.readAtOnce(scope, countUnreadMessages),
  })),

  listMessages: ofPeople.listMessages.handler(({ context, input }) => {
    const participant = participantOf(context, input);
    return context.db.readAtOnce(context.scope, (tx) => listMessages(tx, participant, input));
  }),

  sendMessage: ofPeople.sendMessage.handler(async ({ context, input, errors }) => {
    const { scope, db, now, actor, services } = context;
    const participant = participantOf(context, input);
    await requireRate(services.limiter, `message:${actor.userId}`, SEND_LIMIT);
    const { id, body, attachmentIds, suggestion } = input;
    const message = { id, body, attachmentIds, suggestion, now };
    return db.write(scope, (tx) => sendMessage(tx, participant, message), errors);
  }),

  markConversationRead: ofPeople.markConversationRead.handler(async ({ context, input }) => {
    const participant = participantOf(context, input);
    return { seq: await context.db.write(context.scope, (tx) => markConversationRead(tx, participant, input.seq)) };
  }),

  sendTyping: ofPeople.sendTyping.handler(async ({ context, input }) => {
    const { scope, db, actor, services } = context;
    const participant = participantOf(context, input);
    await requireRate(services.limiter, `typing:${actor.userId}`, TYPING_LIMIT);
    await db.write(scope, (tx) => sendTyping(tx, participant));
    return { notified: true };
  }),

  listBroadcastClients: ofCoach.listBroadcastClients.handler(({ context: { scope, db, today } }) =>
    db.readAtOnce(scope, (tx) => listBroadcastClients(tx, today)),
  ),

  sendBroadcast: ofCoach.sendBroadcast.handler(
    async ({ context: { scope, db, now, coach, services }, input, errors }) => {
      const { limiter, queue } = services;
      const { id } = input;
      // A repeated request gets the stored message and does not count.
      const known = await db.readAtOnce(scope, (tx) => findRepeated(tx, input));
      if (known) return known;
      await requireRate(limiter, `broadcast:${coach.id}`, BROADCAST_LIMIT);
      await db.write(
        scope,
        async (tx) => {
          const isNew = await createBroadcast(tx, { ...input, now });
          if (isNew) await queue.send(deliverBroadcastJob, { coachId: coach.id, broadcastId: id }, tx);
        },
        errors,
      );
      return db.readAtOnce(scope, (tx) => getBroadcast(tx, id));
    },
  ),

  getBroadcast: ofCoach.getBroadcast.handler(({ context: { scope, db }, input }) =>
    db.readAtOnce(scope, (tx) => getBroadcast(tx, input.id)),
  ),

  listBroadcasts: ofCoach.listBroadcasts.handler(({ context: { scope, db }, input }) => {
    const after = requireCursor(input.cursor);
    return db.readAtOnce(scope, (tx) => listBroadcasts(tx, after));
  }),
};
