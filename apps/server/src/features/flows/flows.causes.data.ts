import type { EventType } from '@stridewell/contract/events';
import { and, asc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import { events } from '../../core/events/events.table.ts';
import { coachings } from '../../core/relationships/coachings.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';

type CoachTx = Tx<CoachScope>;

/** Events of one type by client after `since`, the earliest first. */
export const selectClientEvents = (
  tx: CoachTx,
  type: Extract<EventType, `relationship.${string}`>,
  { since, until }: { since: Date; until: Date },
) =>
  tx
    .select({ clientId: relationships.clientId, eventId: events.id, at: events.occurredAt })
    .from(relationships)
    .innerJoin(events, and(eq(events.coachId, relationships.coachId), eq(events.clientId, relationships.clientId)))
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        eq(events.type, type),
        gt(events.occurredAt, since),
        lte(events.occurredAt, until),
      ),
    )
    .orderBy(asc(events.occurredAt), asc(events.id));

/** Name, status and time zone of clients, whether they have an account included. */
export async function selectPeople(tx: CoachTx, clientIds: readonly string[]) {
  const rows = await tx
    .select({
      clientId: relationships.clientId,
      name: relationships.fullName,
      status: relationships.status,
      hasAccount: sql<boolean>`${relationships.personId} is not null`,
      timeZone: coachings.timeZone,
    })
    .from(relationships)
    .innerJoin(
      coachings,
      and(eq(coachings.coachId, relationships.coachId), eq(coachings.clientId, relationships.clientId)),
    )
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])));
  return new Map(rows.map((row) => [row.clientId, row]));
}

/** Clients with a status, by name. */
export const selectClientsNamed = (
  tx: CoachTx,
  { statuses, q, limit }: { statuses: readonly string[]; q: string; limit: number },
) =>
  tx
    .select({ clientId: relationships.clientId, name: relationships.fullName })
    .from(relationships)
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        inArray(relationships.status, [...statuses]),
        q === '' ? undefined : sql`strpos(lower(${relationships.fullName}), lower(${q}::text)) > 0`,
      ),
    )
    .orderBy(asc(relationships.nameKey), asc(relationships.clientId))
    .limit(limit);

/** Whether the client finished a workout since. */
export async function hasTrainedSince(tx: CoachTx, clientId: string, since: Date): Promise<boolean> {
  const [row] = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.coachId, tx.scope.coachId),
        eq(events.clientId, clientId),
        eq(events.type, 'workout.completed'),
        gte(events.occurredAt, since),
      ),
    )
    .limit(1);
  return row !== undefined;
}
