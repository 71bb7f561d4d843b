import { messageWords } from '@stridewell/contract/messages/messages.search.rules';
import type { Side } from '@stridewell/contract/people.rules';
import { addDays, instantAtWallClock, wallClockInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import type { checkIns } from '../src/features/checkins/checkins.table.ts';
import {
  broadcastRecipients,
  broadcasts,
  conversations,
  messages,
  messageWordRows,
  readMarkers,
} from '../src/features/messages/messages.table.ts';
import { CHATS, type Exchange, REPLIES, REPLIES_TO_LOW } from './demo-chats.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import type { OwnerDb } from './factories.ts';

type CheckInRow = typeof checkIns.$inferInsert;
type Thread = readonly Exchange[];

/** Number of threads of the first client of a cast, and the most of any other client. */
const FIRST_HAS = 8;
const OTHERS_HAVE = 4;

/** Threads of each client of a cast. No two clients of a coach have the same thread. */
export function chatsOf(castSize: number): Thread[][] {
  const rest = CHATS.slice(FIRST_HAS);
  const others = Math.max(1, castSize - 1);
  const startOf = (other: number) => Math.floor((other * rest.length) / others);
  return Array.from({ length: castSize }, (_, index) =>
    index === 0 ? CHATS.slice(0, FIRST_HAS) : rest.slice(startOf(index - 1), startOf(index)).slice(0, OTHERS_HAVE),
  );
}

/** The next reply that a coach has not used yet; undefined once all are used. */
export function repliesOfCoach(): (checkIn: CheckInRow) => string | undefined {
  const [good, low] = [REPLIES.values(), REPLIES_TO_LOW.values()];
  return ({ adherence }) => ((adherence ?? 100) < LOW_ADHERENCE ? low : good).next().value;
}

const LOW_ADHERENCE = 75;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days between two threads, unless the client is too new for that. */
const PACE_DAYS = 10;

/** The last minute up to `at` in which clients answer: between 9:00 and 21:30. */
function awake(at: number): number {
  const { day, minute } = wallClockInZone(new Date(at), DEMO_ZONE);
  if (minute >= 540 && minute <= 1290) return at;
  const evening = minute < 540 ? addDays(day, -1) : day;
  return instantAtWallClock(evening, 1290 - (minute % 47), DEMO_ZONE).getTime();
}

type Line = { id: string; sender: Side; body: string; createdAt: Date };
const lineOf = (sender: Side, body: string, at: number): Line => ({
  id: uuidv7(),
  sender,
  body,
  createdAt: new Date(at),
});

/** The exchanges in order, the last one answered at `latest`. Each question is at most two hours before its answer. */
function linesOf(threads: readonly Thread[], { latest, since }: { latest: number; since: number }, index: number) {
  const gap = Math.min(PACE_DAYS * DAY_MS, (latest - since - 3 * DAY_MS) / Math.max(1, threads.length - 1));
  return threads.flatMap((thread, at) => {
    const end = latest - (threads.length - 1 - at) * gap;
    return thread.flatMap(([coach, client], place) => {
      const answered = awake(end - (thread.length - 1 - place) * DAY_MS);
      const asked = answered - (25 + ((index * 13 + at * 29 + place * 17) % 75)) * MINUTE_MS;
      return [lineOf('coach', coach, asked), lineOf('client', client, answered)];
    });
  });
}

export type Talk = {
  coachId: string;
  clientId: string;
  acceptedAt: Date;
  now: Date;
  threads: readonly Thread[];
  /** Since when the client is silent; null otherwise. */
  silentSince: Date | null;
  /** Position among the unread conversations; null if read. */
  unread: number | null;
  broadcasts: readonly SeededBroadcast[];
  /** Reviewed check-ins with the coach's replies, oldest first. */
  replies: readonly { checkIn: CheckInRow; body: string }[];
};

/**
 * Seeds a conversation with the client's answers, group messages and replies, and links the replies in
 * `checkIn.replyId`.
 */
export async function seedConversation(db: OwnerDb, talk: Talk, index: number): Promise<void> {
  const { coachId, clientId, now, silentSince, unread } = talk;
  const lag = unread === null ? (1 + ((index * 5) % 8)) * DAY_MS + index * 11 * MINUTE_MS : unread * 190 * MINUTE_MS;
  const latest = awake((silentSince ?? now).getTime() - lag - 25 * MINUTE_MS);
  const copies = talk.broadcasts.map(({ body, createdAt }) => lineOf('coach', body, createdAt.getTime()));
  const replies = talk.replies.map(({ checkIn, body }) => {
    const line = lineOf('coach', body, (checkIn.reviewedAt ?? now).getTime());
    checkIn.replyId = line.id;
    return line;
  });
  const exchanges = linesOf(talk.threads, { latest, since: talk.acceptedAt.getTime() }, index);
  const lines = [...copies, ...replies, ...exchanges]
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((line, at) => ({ coachId, clientId, seq: at + 1, ...line }));
  const last = lines.at(-1);
  if (!last) return;
  // Group messages do not move the conversation up.
  const individual = lines.findLast(({ id }) => !copies.some((copy) => copy.id === id));
  const lastMessageAt = individual?.createdAt ?? talk.acceptedAt;
  await db.insert(conversations).values({ coachId, clientId, lastSeq: last.seq, lastMessageAt });
  await db.insert(messages).values(lines);
  await db
    .insert(messageWordRows)
    .values(
      lines.flatMap(({ id: messageId, body, createdAt }) =>
        messageWords(body).map((word) => ({ coachId, clientId, messageId, createdAt, word })),
      ),
    );
  const mark = { coachId, clientId };
  await db.insert(readMarkers).values([
    { ...mark, side: 'coach', seq: unread === null ? last.seq : last.seq - 1 },
    { ...mark, side: 'client', seq: last.seq },
  ]);
  if (talk.broadcasts.length === 0) return;
  await db.insert(broadcastRecipients).values(
    talk.broadcasts.map(({ id: broadcastId }, at) => {
      const seq = lines.find(({ id }) => id === copies[at]?.id)?.seq ?? null;
      return { coachId, broadcastId, clientId, outcome: 'sent' as const, seq };
    }),
  );
}

export type SeededBroadcast = { id: string; body: string; createdAt: Date };

const BROADCASTS = [
  {
    daysAgo: 96,
    body: 'A new training block begins. Your plan is updated: look at the first session, and tell me what you think.',
  },
  {
    daysAgo: 92,
    body: 'The studio is closed for repairs this week. A session of 25 minutes for home is in your plan.',
  },
];

/** Seeds group messages to everyone who was a client at that time. */
export async function seedBroadcasts(
  db: OwnerDb,
  { coachId, today, firstDay }: { coachId: string; today: string; firstDay: string },
): Promise<SeededBroadcast[]> {
  const sent = BROADCASTS.filter(({ daysAgo }) => addDays(today, -daysAgo) > firstDay).map(({ daysAgo, body }) => ({
    id: uuidv7(),
    body,
    createdAt: instantAtWallClock(addDays(today, -daysAgo), 600, DEMO_ZONE),
  }));
  if (sent.length > 0) await db.insert(broadcasts).values(sent.map((broadcast) => ({ coachId, ...broadcast })));
  return sent;
}
