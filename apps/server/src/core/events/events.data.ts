import { TIMELINE_EXCERPT } from '@stridewell/contract/clients/clients.timeline.rules';
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { events } from './events.table.ts';

/**
 * The event of a timeline line. A feature describes it with a SELECT of one column `line`: the contract's
 * `timelineEntry` as JSON, without `at`. Events without a row, such as a deleted note, are not shown.
 */
export const timelineEvent = alias(events, 'e');

/** The start of a text, for the timeline. */
export const excerpt = (text: SQL) =>
  sql`left(${text}, ${sql.raw(String(TIMELINE_EXCERPT))}) || case when char_length(${text}) > ${sql.raw(String(TIMELINE_EXCERPT))} then '…' else '' end`;

/**
 * When an event `e` was recorded, which is later than `occurred_at` where a device was offline. Ids of version 7 hold the
 * time; events with other ids were recorded when they happened.
 */
export const eventRecordedAt = sql.raw(`case when substr(e.id::text, 15, 1) = '7' then greatest(e.occurred_at,
  to_timestamp(('x' || left(replace(e.id::text, '-', ''), 12))::bit(48)::bigint::float8 / 1000)) else e.occurred_at end`);

type EventRow = Required<typeof events.$inferInsert>;

const storeEvent = prepared('store_event', (tx: Tx, places: Places<EventRow>) => {
  const { coachId, id, clientId, type, subjectId, actor, occurredAt, data } = places;
  return tx.insert(events).values({ coachId, id, clientId, type, subjectId, actor, occurredAt, data });
});

export async function insertEvents(tx: Tx, rows: readonly EventRow[]): Promise<void> {
  const [row] = rows;
  if (row && rows.length === 1) await storeEvent(tx, row);
  else await tx.insert(events).values([...rows]);
}
