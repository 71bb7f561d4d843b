import { z } from 'zod';
import { COACH_PLAN_FULL } from './billing.rules.ts';
import { relationshipStatus } from './clients.ts';
import { procedure } from './errors.ts';
import { id, instant, text } from './fields.ts';
import { storedFile } from './files.ts';
import { BROADCAST_MAX, BROADCAST_OUTCOMES } from './messages.broadcast.rules.ts';
import { ATTACHMENTS_MAX, MESSAGE_MAX, SIDES } from './messages.rules.ts';

const side = z.enum(SIDES);
const cursor = z.string().max(100).optional();
const nextCursor = z.string().nullable();

export const message = z.object({
  /** Made by the sender, so that sending it again is harmless. */
  id,
  /** Its number in the conversation, from 1 without gaps. */
  seq: z.int(),
  sender: side,
  /** Empty only where something hangs on it. */
  body: z.string(),
  attachments: z.array(storedFile),
  createdAt: instant,
});
export type Message = z.infer<typeof message>;

export const conversation = z.object({
  /** The same as the client's: there is one conversation for each relationship. */
  id,
  clientName: z.string(),
  /** Chosen by the coach. */
  photoId: id.nullable(),
  status: relationshipStatus,
  /** Null until somebody writes. */
  last: z.object({ sender: side, excerpt: z.string(), createdAt: instant }).nullable(),
  unread: z.int(),
});
export type Conversation = z.infer<typeof conversation>;

/** How far each side has read: the number of the last message it has seen. */
const reads = z.object({ coach: z.int(), client: z.int() });

export const thread = z.object({
  /** The other side's name. */
  withName: z.string(),
  status: relationshipStatus,
  /** In the order of the conversation. */
  messages: z.array(message),
  /** Whether there is more in the direction that was asked for. */
  more: z.boolean(),
  reads,
});
export type Thread = z.infer<typeof thread>;

/** A client who may receive a group message. */
const broadcastClient = z.object({
  clientId: id,
  fullName: z.string(),
  status: relationshipStatus,
  needsAttention: z.boolean(),
  /** The coach's plan does not cover this seat, so group messages skip the client. */
  readOnly: z.boolean(),
});
export type BroadcastClient = z.infer<typeof broadcastClient>;

const broadcast = z.object({
  id,
  body: z.string(),
  createdAt: instant,
  recipients: z.int(),
  sent: z.int(),
  pending: z.int(),
  read: z.int(),
});
export type Broadcast = z.infer<typeof broadcast>;

const broadcastRecipient = z.object({
  clientId: id,
  fullName: z.string(),
  outcome: z.enum(BROADCAST_OUTCOMES),
  read: z.boolean(),
});
export type BroadcastRecipient = z.infer<typeof broadcastRecipient>;

export const broadcastDetail = broadcast.extend({ to: z.array(broadcastRecipient) });
export type BroadcastDetail = z.infer<typeof broadcastDetail>;

const place = { coachId: id, conversationId: id };
const seq = z.coerce.number().int().min(0).max(2_147_483_647);

export const messages = {
  listConversations: procedure
    .route({
      method: 'GET',
      path: '/conversations',
      tags: ['messages'],
      summary: 'Conversations of a coach, the one with the latest message first',
    })
    .input(z.object({ coachId: id, cursor }))
    .output(z.object({ conversations: z.array(conversation), nextCursor })),
  listMessages: procedure
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}/messages',
      tags: ['messages'],
      summary: 'The newest messages, those before a number, or those after one',
    })
    .input(
      z
        .object({ ...place, before: seq.optional(), after: seq.optional() })
        .refine(({ before, after }) => before === undefined || after === undefined, 'Either before or after'),
    )
    .output(thread),
  sendMessage: procedure
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/messages',
      tags: ['messages'],
      summary: 'Send a message; the same id again is the same message',
    })
    .errors({
      CONVERSATION_CLOSED: { status: 409, message: 'This conversation is closed. You can still read it.' },
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
      ATTACHMENT_GONE: { status: 409, message: 'A file of this message is no longer there. Please add it again.' },
    })
    .input(
      z
        .object({
          ...place,
          id,
          body: text(MESSAGE_MAX),
          /** Files that the sender has uploaded for this conversation, in the order in which they are shown. */
          attachmentIds: z
            .array(id)
            .max(ATTACHMENTS_MAX, `A message can have up to ${ATTACHMENTS_MAX} files`)
            .refine((ids) => new Set(ids).size === ids.length, 'Each file once')
            .default([]),
        })
        .refine(({ body, attachmentIds }) => body !== '' || attachmentIds.length > 0, 'Please write something'),
    )
    .output(message),
  markConversationRead: procedure
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/read',
      tags: ['messages'],
      summary: 'Say that everything up to a number has been seen',
    })
    .input(z.object({ ...place, seq }))
    .output(z.object({ seq: z.int() })),
  sendTyping: procedure
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/typing',
      tags: ['messages'],
      summary: 'Tell the other side that a message is being written; nothing is stored',
    })
    .input(z.object(place))
    .output(z.object({ told: z.boolean() })),
  listBroadcastClients: procedure
    .route({
      method: 'GET',
      path: '/broadcasts/clients',
      tags: ['messages'],
      summary: 'Clients who may receive a group message, by name',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ clients: z.array(broadcastClient) })),
  sendBroadcast: procedure
    .route({
      method: 'POST',
      path: '/broadcasts',
      tags: ['messages'],
      summary: 'Send a message to several clients, each in their own conversation; repeating the id sends it once',
    })
    .input(
      z.object({
        coachId: id,
        id,
        body: text(MESSAGE_MAX).min(1, 'Please write something'),
        clientIds: z
          .array(id)
          .min(1, 'Please choose at least one client')
          .max(BROADCAST_MAX, `Please choose at most ${BROADCAST_MAX} clients`),
      }),
    )
    .errors({
      MESSAGE_TOO_LONG: { status: 400, message: 'With the names filled in this message is too long.' },
      UNKNOWN_CLIENT: { status: 404, message: 'One of these clients is not yours any more. Please choose again.' },
    })
    .output(broadcastDetail),
  getBroadcast: procedure
    .route({
      method: 'GET',
      path: '/broadcasts/{id}',
      tags: ['messages'],
      summary: 'A group message with its outcome for each client',
    })
    .input(z.object({ coachId: id, id }))
    .output(broadcastDetail),
  listBroadcasts: procedure
    .route({
      method: 'GET',
      path: '/broadcasts',
      tags: ['messages'],
      summary: 'Group messages of a coach in pages, the newest first',
    })
    .input(z.object({ coachId: id, cursor }))
    .output(z.object({ broadcasts: z.array(broadcast), nextCursor })),
};
