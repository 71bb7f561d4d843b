import { requireRate } from '../../core/limits.ts';
import { requireCursor } from '../../core/pages.ts';
import { os } from '../../core/procedures.ts';
import { refuse } from '../../core/refusals.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
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
import { requireCorrespondent, requireParticipant } from './messages.scopes.ts';
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

export const messagesProcedures = {
  listConversations: os.messages.listConversations.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { q, show } = input;
    const after = input.cursor === undefined ? null : readCursor(input.cursor);
    if (after === undefined) throw refuse('NOT_FOUND');
    return context.services.db.readAtOnce(scope, (tx) => listConversations(tx, { q, show, after }));
  }),

  searchMessages: os.messages.searchMessages.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const { q, show } = input;
    const after = requireCursor(input.cursor);
    return context.services.db.readAtOnce(scope, (tx) => searchMessages(tx, { q, show, after }));
  }),

  countUnread: os.messages.countUnread.handler(async ({ context }) => {
    const scope = requireCorrespondent(await context.findActor());
    return { unread: await context.services.db.readAtOnce(scope, countUnreadMessages) };
  }),

  listMessages: os.messages.listMessages.handler(async ({ context, input }) => {
    const participant = requireParticipant(await context.findActor(), input);
    return context.services.db.readAtOnce(participant.scope, (tx) => listMessages(tx, participant, input));
  }),

  sendMessage: os.messages.sendMessage.handler(async ({ context, input, errors }) => {
    const participant = requireParticipant(await context.findActor(), input);
    const { db, limiter, now } = context.services;
    await requireRate(limiter, `message:${participant.actor.userId}`, SEND_LIMIT);
    const { id, body, attachmentIds, suggestion } = input;
    return db.write(
      participant.scope,
      (tx) => sendMessage(tx, participant, { id, body, attachmentIds, suggestion, now: now() }),
      errors,
    );
  }),

  markConversationRead: os.messages.markConversationRead.handler(async ({ context, input }) => {
    const participant = requireParticipant(await context.findActor(), input);
    const { db } = context.services;
    return { seq: await db.write(participant.scope, (tx) => markConversationRead(tx, participant, input.seq)) };
  }),

  sendTyping: os.messages.sendTyping.handler(async ({ context, input }) => {
    const participant = requireParticipant(await context.findActor(), input);
    const { db, limiter } = context.services;
    await requireRate(limiter, `typing:${participant.actor.userId}`, TYPING_LIMIT);
    await db.write(participant.scope, (tx) => sendTyping(tx, participant));
    return { notified: true };
  }),

  listBroadcastClients: os.messages.listBroadcastClients.handler(async ({ context, input }) => {
    const { coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, now } = context.services;
    return db.readAtOnce(scope, (tx) => listBroadcastClients(tx, { now: now(), timeZone: coach.timeZone }));
  }),

  sendBroadcast: os.messages.sendBroadcast.handler(async ({ context, input, errors }) => {
    const { coach, scope } = requireCoach(await context.findActor(), input.coachId);
    const { db, limiter, now, queue } = context.services;
    const { id } = input;
    // A repeated request gets the stored message and does not count.
    const known = await db.readAtOnce(scope, (tx) => findRepeated(tx, input));
    if (known) return known;
    await requireRate(limiter, `broadcast:${coach.id}`, BROADCAST_LIMIT);
    await db.write(
      scope,
      async (tx) => {
        const isNew = await createBroadcast(tx, { ...input, now: now() });
        if (isNew) await queue.send(deliverBroadcastJob, { coachId: coach.id, broadcastId: id }, tx);
      },
      errors,
    );
    return db.readAtOnce(scope, (tx) => getBroadcast(tx, id));
  }),

  getBroadcast: os.messages.getBroadcast.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    return context.services.db.readAtOnce(scope, (tx) => getBroadcast(tx, input.id));
  }),

  listBroadcasts: os.messages.listBroadcasts.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.findActor(), input.coachId);
    const after = requireCursor(input.cursor);
    return context.services.db.readAtOnce(scope, (tx) => listBroadcasts(tx, after));
  }),
};
