import { randomUUID } from 'node:crypto';
import type { SeriesRule } from '@stridewell/contract/calendar/calendar.rules';
import { messageWords } from '@stridewell/contract/messages/messages.search.rules';
import type { Side } from '@stridewell/contract/people.rules';
import { and, eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { OwnerDb } from '../../seed/factories.ts';
import { events } from '../../src/core/events/events.table.ts';
import { relationships } from '../../src/core/relationships/relationships.table.ts';
import { sessionSeries } from '../../src/features/calendar/calendar.table.ts';
import { checkIns } from '../../src/features/checkins/checkins.table.ts';
import { clientNotes } from '../../src/features/clients/clients.table.ts';
import { files } from '../../src/features/files/files.table.ts';
import {
  broadcastRecipients,
  broadcasts,
  conversations,
  messages,
  messageWordRows,
} from '../../src/features/messages/messages.table.ts';
import { measurements } from '../../src/features/progress/progress.table.ts';
import { clientRecords } from '../../src/features/records/records.table.ts';
import type { Pair } from '../people.ts';
import { insertMany, NEW_ID, type NumberedRow } from './many.ts';

type Stored = { owner: OwnerDb };

type NewMessage = { sender?: Side; body?: string; createdAt?: Date };

/**
 * Messages between a client and their coach, after those that are there already; from the client unless a message says
 * otherwise. @returns their numbers in the conversation
 */
export async function someMessages(
  { owner }: Stored,
  { of, messages: texts }: { of: Pair; messages: readonly NewMessage[] },
): Promise<number[]> {
  const { coachId, clientId } = of;
  const ofPair = and(eq(conversations.coachId, coachId), eq(conversations.clientId, clientId));
  const [found] = await owner.select().from(conversations).where(ofPair);
  const before = found?.lastSeq ?? 0;
  const rows = texts.map(({ sender = 'client', body = 'Hello', createdAt = new Date() }, index) => {
    const seq = before + index + 1;
    return { coachId, clientId, id: randomUUID(), seq, sender, body, createdAt };
  });
  const newest = rows.at(-1);
  if (!newest) return [];
  const last = { lastSeq: newest.seq, lastMessageAt: newest.createdAt };
  await owner
    .insert(conversations)
    .values({ coachId, clientId, ...last })
    .onConflictDoUpdate({ target: [conversations.coachId, conversations.clientId], set: last });
  await owner.insert(messages).values(rows);
  const words = rows.flatMap(({ id: messageId, body, createdAt }) =>
    messageWords(body).map((word) => ({ coachId, clientId, messageId, createdAt, word })),
  );
  if (words.length > 0) await owner.insert(messageWordRows).values(words);
  return rows.map(({ seq }) => seq);
}

/** A group message of the coach whose copy is the message `seq` of the client `to`. */
export async function aBroadcast(
  { owner }: Stored,
  { to, seq, createdAt = new Date() }: { to: Pair; seq: number; createdAt?: Date },
): Promise<string> {
  const [{ coachId, clientId }, id] = [to, randomUUID()];
  await owner.insert(broadcasts).values({ coachId, id, body: 'Hello', createdAt });
  await owner.insert(broadcastRecipients).values({ coachId, broadcastId: id, clientId, outcome: 'sent', seq });
  return id;
}

type NewEvent = Partial<typeof events.$inferInsert> & { of: Pair } & Pick<typeof events.$inferInsert, 'type'>;

/** Something that happened with a client earlier, by the client. */
export async function anEvent({ owner }: Stored, { of, ...options }: NewEvent): Promise<void> {
  const { coachId, clientId } = of;
  const facts = { id: randomUUID(), actor: 'client', subjectId: clientId, occurredAt: new Date(), data: {} } as const;
  await owner.insert(events).values({ ...facts, ...options, coachId, clientId });
}

type NewNote = Partial<typeof clientNotes.$inferInsert> & { about: Pair };

/** A note of the coach about a client. */
export async function aNote({ owner }: Stored, { about, ...options }: NewNote): Promise<string> {
  const { coachId, clientId } = about;
  const { id = randomUUID() } = options;
  const facts = { text: 'Knee', day: '2026-01-05', createdAt: new Date(), ...options };
  await owner.insert(clientNotes).values({ ...facts, coachId, clientId, id });
  return id;
}

const MONDAYS: SeriesRule = {
  frequency: 'weekly',
  interval: 1,
  weekdays: [1],
  startDay: '2026-01-05',
  startMinute: 600,
  timeZone: 'UTC',
  untilDay: null,
  count: null,
  exceptions: [],
};
type NewSeries = Partial<typeof sessionSeries.$inferInsert> & { of: Pair };

/** Repeating sessions of a client, of which none is in the calendar yet. */
export async function aSeries({ owner }: Stored, { of, ...options }: NewSeries): Promise<string> {
  const { coachId, clientId } = of;
  const { id = randomUUID() } = options;
  const facts = { clientName: 'Nina Park', sessionType: 'Strength', rule: MONDAYS, madeUntil: '2026-12-31' };
  await owner.insert(sessionSeries).values({ ...facts, ...options, coachId, clientId, id });
  return id;
}

type NewMeasurement = Partial<typeof measurements.$inferInsert> & { of: Pair };

/** A weight of the client that the coach measured. */
export async function aMeasurement({ owner }: Stored, { of, ...options }: NewMeasurement): Promise<string> {
  const { coachId, clientId } = of;
  const { id = randomUUID() } = options;
  const facts = { kind: 'weight', day: '2026-01-05', value: 72.5, source: 'coach', recordedAt: new Date() } as const;
  await owner.insert(measurements).values({ ...facts, ...options, coachId, clientId, id });
  return id;
}

type NewRecord = Partial<typeof clientRecords.$inferInsert> & { of: Pair };

/** The record of a client as the coach filled it in. */
export async function aClientRecord({ owner }: Stored, { of, ...options }: NewRecord): Promise<void> {
  const { coachId, clientId } = of;
  const facts = { updatedBy: 'coach', updatedAt: new Date() } as const;
  await owner.insert(clientRecords).values({ ...facts, ...options, coachId, clientId });
}

type FileOptions = Partial<Omit<typeof files.$inferInsert, 'coachId' | 'clientId' | 'uploadedBy'>>;
type Uploader = Pair & { id: string };

async function insertFile(
  { owner }: Stored,
  uploader: { coachId: string; clientId: string | null; uploadedBy: string },
  options: FileOptions,
): Promise<string> {
  const { id = randomUUID() } = options;
  const ready = { status: 'ready', bytes: 10, sha256: '0'.repeat(64), createdAt: new Date() } as const;
  const picture = { kind: 'image', purpose: 'photo', name: 'front.webp', contentType: 'image/webp' } as const;
  await owner.insert(files).values({ ...picture, ...ready, ...options, ...uploader, id });
  return id;
}

/** A photo that the client `by` has uploaded and not used yet: the row alone, nothing is stored. */
export const aPhoto = (test: Stored, { by, ...options }: FileOptions & { by: Uploader }): Promise<string> =>
  insertFile(
    test,
    { coachId: by.coachId, clientId: by.clientId, uploadedBy: by.id },
    { width: 1, height: 1, ...options },
  );

/** A video that the coach `of` has uploaded for an exercise and not used yet: the row alone, nothing is stored. */
export const aVideo = (test: Stored, { of, ...options }: FileOptions & { of: { id: string } }): Promise<string> => {
  const video = { kind: 'video', purpose: 'exercise', contentType: 'video/mp4' } as const;
  return insertFile(test, { coachId: of.id, clientId: null, uploadedBy: of.id }, { ...video, ...options });
};

/** Clients without accounts: `Client 1` with `c1@example.com` and so on, invited an hour apart. */
export const someInvited = (
  test: Stored,
  { of, count, ...options }: Partial<NumberedRow<typeof relationships>> & { of: { id: string }; count: number },
): Promise<void> =>
  insertMany(test, relationships, count, {
    fullName: sql`'Client ' || n`,
    email: sql`'c' || n || '@example.com'`,
    createdAt: sql`now() - n * interval '1 hour'`,
    ...options,
    coachId: of.id,
    clientId: NEW_ID,
  });

type Many<Table extends PgTable> = Partial<NumberedRow<Table>> & { of: Pair; count: number };

/** Messages of the coach, an hour apart, in a conversation without others and not found by their words. */
export async function aLongConversation(test: Stored, { of, count }: { of: Pair; count: number }): Promise<void> {
  const { coachId, clientId } = of;
  const pair = { coachId, clientId };
  await test.owner.insert(conversations).values({ ...pair, lastSeq: count, lastMessageAt: new Date() });
  const createdAt = sql`now() - n * interval '1 hour'`;
  await insertMany(test, messages, count, {
    ...pair,
    id: NEW_ID,
    seq: sql`n`,
    sender: 'coach',
    body: 'Hello',
    createdAt,
  });
}

const DAYS_AGO = sql`now() - n * interval '1 day'`;

/** Check-ins of the client on each of the past days, whose figures are not derived. */
export const someCheckIns = (test: Stored, { of, count, ...options }: Many<typeof checkIns>): Promise<void> =>
  insertMany(test, checkIns, count, {
    day: sql`current_date - n`,
    submittedAt: DAYS_AGO,
    ...options,
    coachId: of.coachId,
    clientId: of.clientId,
    id: NEW_ID,
  });

/** Events of the coach with the client on each of the past days. */
export const someEvents = (
  test: Stored,
  { of, count, ...options }: Many<typeof events> & Pick<typeof events.$inferInsert, 'type'>,
): Promise<void> =>
  insertMany(test, events, count, {
    actor: 'coach',
    subjectId: of.clientId,
    occurredAt: DAYS_AGO,
    ...options,
    coachId: of.coachId,
    clientId: of.clientId,
    id: NEW_ID,
  });

/** Waists of the client that the coach measured on each of the past days. */
export const someMeasurements = (test: Stored, { of, count }: { of: Pair; count: number }): Promise<void> => {
  const facts = {
    kind: 'waist',
    day: sql`current_date - n`,
    value: 80,
    source: 'coach',
    recordedAt: DAYS_AGO,
  } as const;
  return insertMany(test, measurements, count, { ...facts, coachId: of.coachId, clientId: of.clientId, id: NEW_ID });
};
