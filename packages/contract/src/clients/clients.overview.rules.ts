import { z } from 'zod';
import { answeredCheckIn, form } from '../checkins/checkins.answers.rules.ts';
import { day, id, instant } from '../fields.ts';
import { lastMessage } from '../messages/messages.ts';

/** A coach's private note about a client and the day it concerns. */
export const clientNote = z.object({ id, text: z.string(), day, pinned: z.boolean(), createdAt: instant });
export type ClientNote = z.infer<typeof clientNote>;

/** The client's current data, shown beside their timeline. */
export const clientOverview = z.object({
  /** Of the last twelve weeks, oldest first. */
  weights: z.array(z.object({ day, weightKg: z.number() })),
  lastCheckIn: answeredCheckIn.nullable(),
  /** Form of that check-in. */
  form: form.nullable(),
  /** Pinned notes, newest first, at most three. */
  pinnedNotes: z.array(clientNote),
  /** Null before the first message. */
  lastMessage: lastMessage.nullable(),
  /** Unread messages of the client, counted up to 100. */
  unread: z.int(),
});
export type ClientOverview = z.infer<typeof clientOverview>;
