import { z } from 'zod';
import { COACH_PLAN_FULL } from '../billing/billing.rules.ts';
import { procedure } from '../errors.ts';
import { day, id, instant, relationshipStatus, text } from '../fields.ts';
import { storedFile } from '../files/files.ts';
import { SIDES } from '../people.rules.ts';
import { BROADCAST_MAX, BROADCAST_OUTCOMES } from './messages.broadcast.rules.ts';
import { ATTACHMENTS_MAX, MESSAGE_MAX, SEARCH_MAX, SUGGESTION_TOPICS } from './messages.rules.ts';

/** `unread`: conversations with messages that the coach has not read. */
const CONVERSATION_FILTERS = ['all', 'unread'] as const;
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];

const side = z.enum(SIDES);

/** The latest message of a conversation in one line. */
export const lastMessage = z.object({ sender: side, excerpt: z.string(), createdAt: instant });
const cursor = z.string().max(100).optional();
const nextCursor = z.string().nullable();

/** The check-in that a message replies to. `text` is the start of its first written answer, or empty. */
export const checkInQuote = z.object({
  checkInId: id,
  day,
  weightKg: z.number().nullable(),
  adherence: z.int().nullable(),
  text: z.string(),
});
export type CheckInQuote = z.infer<typeof checkInQuote>;

export const message = z.object({
  /** The sender creates it, so a repeated request changes nothing. */
  id,
  /** Number in the conversation, from 1 without gaps. */
  seq: z.int(),
  sender: side,
  /** Empty only with attachments. */
  body: z.string(),
  attachments: z.array(storedFile),
  /** Null unless the message is the reply to a check-in. */
  quote: checkInQuote.nullable(),
  /** Sent by a rule of the coach, without the coach writing it. */
  automatic: z.boolean(),
  createdAt: instant,
});
export type Message = z.infer<typeof message>;

export const conversation = z.object({
  /** Same as the client's id: each relationship has one conversation. */
  id,
  clientName: z.string(),
  /** Photo of the client. */
  photoId: id.nullable(),
  status: relationshipStatus,
  /** Null before the first message. */
  last: lastMessage.nullable(),
  /** The last message is a copy of a group message, which does not move the conversation up. */
  lastIsGroup: z.boolean(),
  unread: z.int(),
});
export type Conversation = z.infer<typeof conversation>;

/** A message that has the searched words. */
export const messageHit = z.object({
  id,
  conversationId: id,
  clientName: z.string(),
  /** Photo of the client. */
  photoId: id.nullable(),
  seq: z.int(),
  sender: side,
  /** One line around the first of the words. */
  excerpt: z.string(),
  createdAt: instant,
});
export type MessageHit = z.infer<typeof messageHit>;

/** Number of the last message that each side has read. */
const reads = z.object({ coach: z.int(), client: z.int() });

export const thread = z.object({
  /** Name of the other side. */
  withName: z.string(),
  status: relationshipStatus,
  /** In the order of the conversation. */
  messages: z.array(message),
  /** Whether more messages follow in the requested direction. Around a number these are the later ones. */
  more: z.boolean(),
  reads,
});
export type Thread = z.infer<typeof thread>;

/** The suggestion of the dashboard that a coach follows with a message, and the last day on which that hides it. */
export const followedSuggestion = z.object({ topic: z.enum(SUGGESTION_TOPICS), until: day });
export type FollowedSuggestion = z.infer<typeof followedSuggestion>;

/** Possible recipient of a group message. */
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

const conversationKey = { coachId: id, conversationId: id };
const seq = z.coerce.number().int().min(0).max(2_147_483_647);
const searchText = z
  .string()
  .trim()
  .max(SEARCH_MAX)
  .regex(/^\P{Cc}*$/u);
const show = z.enum(CONVERSATION_FILTERS).default('all');

export const messages = {
  listConversations: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/conversations',
      tags: ['messages'],
      summary: 'List the conversations of a coach by their latest individual message, or search them by name',
    })
    .input(z.object({ coachId: id, q: searchText.default(''), show, cursor }))
    .output(z.object({ conversations: z.array(conversation), nextCursor })),
  searchMessages: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/messages/search',
      tags: ['messages'],
      summary: 'Search the messages of all conversations by the beginnings of words, newest first',
    })
    .input(z.object({ coachId: id, q: searchText.min(1), show, cursor }))
    .output(z.object({ hits: z.array(messageHit), nextCursor })),
  countUnread: procedure({ allow: 'relationship', tenant: 'own', whileViewing: true })
    .route({
      method: 'GET',
      path: '/messages/unread',
      tags: ['messages'],
      summary: 'Count the unread messages of the caller in all conversations, up to 100',
    })
    .output(z.object({ unread: z.int() })),
  listMessages: procedure({ allow: 'relationship', client: 'conversationId' })
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}/messages',
      tags: ['messages'],
      summary: 'List the newest messages, or those before, after or around a number',
    })
    .input(
      z
        .object({ ...conversationKey, before: seq.optional(), after: seq.optional(), around: seq.optional() })
        .refine(
          ({ before, after, around }) => [before, after, around].filter((place) => place !== undefined).length <= 1,
          'One of before, after and around',
        ),
    )
    .output(thread),
  sendMessage: procedure({ allow: 'relationship', client: 'conversationId' })
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/messages',
      tags: ['messages'],
      summary: 'Send a message; repeating the id changes nothing',
    })
    .errors({
      CONVERSATION_CLOSED: { status: 409, message: 'This conversation is closed. You can still read it.' },
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
      ATTACHMENT_GONE: { status: 409, message: 'A file of this message is no longer there. Please add it again.' },
    })
    .input(
      z
        .object({
          ...conversationKey,
          id,
          body: text(MESSAGE_MAX),
          /** Uploaded files of the sender for this conversation, in display order. */
          attachmentIds: z
            .array(id)
            .max(ATTACHMENTS_MAX, `A message can have up to ${ATTACHMENTS_MAX} files`)
            .refine((ids) => new Set(ids).size === ids.length, 'Each file once')
            .default([]),
          /** Of a coach's message; ignored from a client. */
          suggestion: followedSuggestion.optional(),
        })
        .refine(({ body, attachmentIds }) => body !== '' || attachmentIds.length > 0, 'Please write something'),
    )
    .output(message),
  markConversationRead: procedure({ allow: 'relationship', client: 'conversationId' })
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/read',
      tags: ['messages'],
      summary: 'Mark messages up to a number as read',
    })
    .input(z.object({ ...conversationKey, seq }))
    .output(z.object({ seq: z.int() })),
  sendTyping: procedure({ allow: 'relationship', client: 'conversationId' })
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/typing',
      tags: ['messages'],
      summary: 'Show the other person that the caller is typing; stores nothing',
    })
    .input(z.object(conversationKey))
    .output(z.object({ notified: z.boolean() })),
  listBroadcastClients: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/broadcasts/clients',
      tags: ['messages'],
      summary: 'List the possible recipients of a group message by name',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ clients: z.array(broadcastClient) })),
  sendBroadcast: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/broadcasts',
      tags: ['messages'],
      summary: 'Send a group message, one copy per conversation; repeating the id changes nothing',
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
      MESSAGE_TOO_LONG: { status: 400, message: 'With the names filled in, this message is too long.' },
      UNKNOWN_CLIENT: { status: 404, message: 'You no longer coach one of these clients. Please choose again.' },
    })
    .output(broadcastDetail),
  getBroadcast: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/broadcasts/{id}',
      tags: ['messages'],
      summary: 'Get a group message with its outcome for each client',
    })
    .input(z.object({ coachId: id, id }))
    .output(broadcastDetail),
  listBroadcasts: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/broadcasts',
      tags: ['messages'],
      summary: 'List the group messages of a coach, newest first',
    })
    .input(z.object({ coachId: id, cursor }))
    .output(z.object({ broadcasts: z.array(broadcast), nextCursor })),
};
