import type { EventType } from '@stridewell/contract/events';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm';
import { events } from '../../core/events/events.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from './webhooks.table.ts';

type CoachTx = Tx<CoachScope>;
type WebhooksTx = Tx<SystemScope<'webhooks'>>;
export type EndpointRow = typeof endpoints.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = Omit<typeof deliveries.$inferInsert, 'coachId'>;

const isEndpoint = (tx: CoachTx, id: string) => and(eq(endpoints.coachId, tx.scope.coachId), eq(endpoints.id, id));
const ofEndpoint = (tx: CoachTx, endpointId: string) =>
  and(eq(deliveries.coachId, tx.scope.coachId), eq(deliveries.endpointId, endpointId));
const isDelivery = (tx: CoachTx, { endpointId, eventId }: Pick<DeliveryRow, 'endpointId' | 'eventId'>) =>
  and(ofEndpoint(tx, endpointId), eq(deliveries.eventId, eventId));

/** Endpoints of the coach, oldest first. */
export const selectEndpoints = (tx: CoachTx): Promise<EndpointRow[]> =>
  tx
    .select()
    .from(endpoints)
    .where(eq(endpoints.coachId, tx.scope.coachId))
    .orderBy(asc(endpoints.createdAt), asc(endpoints.id));

export async function findEndpoint(tx: CoachTx, id: string): Promise<EndpointRow | undefined> {
  const [row] = await tx.select().from(endpoints).where(isEndpoint(tx, id));
  return row;
}

/** An endpoint, locked until the transaction ends. */
export async function lockEndpoint(tx: CoachTx, id: string): Promise<EndpointRow | undefined> {
  const [row] = await tx.select().from(endpoints).where(isEndpoint(tx, id)).for('no key update');
  return row;
}

/** How many endpoints the coach has. Locked until the transaction ends, so that the limit also holds for two at once. */
export async function lockEndpointCount(tx: CoachTx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${tx.scope.coachId}`}, 0))`);
  const [row] = await tx.select({ count: count() }).from(endpoints).where(eq(endpoints.coachId, tx.scope.coachId));
  return row?.count ?? 0;
}

export async function insertEndpoint(
  tx: CoachTx,
  row: Omit<typeof endpoints.$inferInsert, 'coachId'>,
): Promise<EndpointRow> {
  const [stored] = await tx
    .insert(endpoints)
    .values({ ...row, coachId: tx.scope.coachId })
    .returning();
  if (!stored) throw new Error('an added endpoint has no row');
  return stored;
}

export async function updateEndpoint(
  tx: CoachTx,
  id: string,
  changes: Partial<Omit<typeof endpoints.$inferInsert, 'coachId' | 'id'>>,
): Promise<EndpointRow> {
  const [stored] = await tx.update(endpoints).set(changes).where(isEndpoint(tx, id)).returning();
  if (!stored) throw new Error('a locked endpoint is gone');
  return stored;
}

/** @returns whether there was one */
export async function deleteEndpointRow(tx: CoachTx, id: string): Promise<boolean> {
  const deleted = await tx.delete(endpoints).where(isEndpoint(tx, id)).returning({ id: endpoints.id });
  return deleted.length > 0;
}

/** Notes that the events up to `readUntil` are deliveries of the endpoints. */
export async function updateReadUntil(tx: CoachTx, ids: readonly string[], readUntil: Date): Promise<void> {
  await tx
    .update(endpoints)
    .set({ readUntil })
    .where(
      and(eq(endpoints.coachId, tx.scope.coachId), inArray(endpoints.id, [...ids]), lt(endpoints.readUntil, readUntil)),
    );
}

/** Events of some types with ids from `from` up to `to`, in the order of recording. */
export const selectEvents = (
  tx: CoachTx,
  { types, from, to, limit }: { types: readonly EventType[]; from: string; to: string; limit: number },
) =>
  tx
    .select({
      id: events.id,
      type: events.type,
      clientId: events.clientId,
      subjectId: events.subjectId,
      actor: events.actor,
      occurredAt: events.occurredAt,
    })
    .from(events)
    .where(
      and(
        eq(events.coachId, tx.scope.coachId),
        gt(events.id, from),
        lt(events.id, to),
        inArray(events.type, [...types]),
      ),
    )
    .orderBy(asc(events.id))
    .limit(limit);

/** The endpoints that have a delivery of each event already. */
export const selectDelivered = (tx: CoachTx, eventIds: readonly string[]) =>
  tx
    .select({ eventId: deliveries.eventId, endpointId: deliveries.endpointId })
    .from(deliveries)
    .where(and(eq(deliveries.coachId, tx.scope.coachId), inArray(deliveries.eventId, [...eventIds])));

/** Adds deliveries. Those that exist stay as they are. */
export async function insertDeliveries(tx: CoachTx, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(deliveries)
    .values(rows.map((row) => ({ ...row, coachId: tx.scope.coachId })))
    .onConflictDoNothing();
}

export async function findDelivery(
  tx: CoachTx,
  of: Pick<DeliveryRow, 'endpointId' | 'eventId'>,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx.select().from(deliveries).where(isDelivery(tx, of));
  return row;
}

/** Endpoints with a delivery that is due. */
export const selectDueEndpoints = (tx: CoachTx, now: Date) =>
  tx
    .selectDistinct({ endpointId: deliveries.endpointId })
    .from(deliveries)
    .where(and(eq(deliveries.coachId, tx.scope.coachId), isNotNull(deliveries.dueAt), lte(deliveries.dueAt, now)))
    .orderBy(asc(deliveries.endpointId));

/** The delivery of an endpoint that has been due for longest. The caller has locked the endpoint. */
export async function findDue(tx: CoachTx, endpointId: string, now: Date): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .select()
    .from(deliveries)
    .where(and(ofEndpoint(tx, endpointId), isNotNull(deliveries.dueAt), lte(deliveries.dueAt, now)))
    .orderBy(asc(deliveries.dueAt), asc(deliveries.eventId))
    .limit(1);
  return row;
}

export async function updateDelivery(
  tx: CoachTx,
  of: Pick<DeliveryRow, 'endpointId' | 'eventId'>,
  changes: Partial<Omit<typeof deliveries.$inferInsert, 'coachId' | 'endpointId' | 'eventId'>>,
): Promise<void> {
  await tx.update(deliveries).set(changes).where(isDelivery(tx, of));
}

/** Ends all deliveries of an endpoint that wait. */
export async function stopDeliveries(tx: CoachTx, endpointId: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ status: 'failed', dueAt: null })
    .where(and(ofEndpoint(tx, endpointId), eq(deliveries.status, 'pending')));
}

/** A page of the log, newest first, one more than a page. */
export const selectDeliveries = (
  tx: CoachTx,
  { endpointId, after, limit }: { endpointId: string; after: Cursor | null; limit: number },
): Promise<DeliveryRow[]> =>
  tx
    .select()
    .from(deliveries)
    .where(
      and(
        ofEndpoint(tx, endpointId),
        after
          ? or(
              lt(deliveries.createdAt, after.at),
              and(eq(deliveries.createdAt, after.at), lt(deliveries.eventId, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(deliveries.createdAt), desc(deliveries.eventId))
    .limit(limit);

/** Deletes deliveries from before a time. */
export async function deleteDeliveries(tx: CoachTx, before: Date): Promise<void> {
  await tx.delete(deliveries).where(and(eq(deliveries.coachId, tx.scope.coachId), lt(deliveries.createdAt, before)));
}

/** A client as a contact. `isGone`: their account was deleted, so name and address stand for no person. */
export async function findClientContact(tx: CoachTx, clientId: string) {
  const [row] = await tx
    .select({
      name: relationships.fullName,
      email: relationships.email,
      stage: relationships.status,
      isGone: sql<boolean>`${relationships.status} = 'ended' and ${relationships.personId} is null`,
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId)));
  return row;
}

type Coaches = { after: string | undefined; limit: number };

const coachesWith = async (tx: WebhooksTx, { after, limit }: Coaches, isOn: boolean): Promise<string[]> => {
  const rows = await tx
    .selectDistinct({ coachId: endpoints.coachId })
    .from(endpoints)
    .where(
      and(isOn ? eq(endpoints.isOn, true) : undefined, after === undefined ? undefined : gt(endpoints.coachId, after)),
    )
    .orderBy(asc(endpoints.coachId))
    .limit(limit);
  return rows.map(({ coachId }) => coachId);
};

/** Coaches with an endpoint that is on, in the order of their ids. */
export const selectCoachesToSend = (tx: WebhooksTx, of: Coaches) => coachesWith(tx, of, true);

/** Coaches with an endpoint, in the order of their ids. */
export const selectCoachesWithLog = (tx: WebhooksTx, of: Coaches) => coachesWith(tx, of, false);
