import type { ClientEvent, ClientRecord, RecordField } from '@stridewell/contract/clients.record.rules';
import type { Side } from '@stridewell/contract/messages.rules';
import { and, eq, sql } from 'drizzle-orm';
import { record } from '../../core/events/events.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { ClientScope, CoachScope, InvitationScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientRecords } from './clients.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;

const own = (tx: PersonTx, clientId: string) =>
  and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId));

/** The client with what is known of them; the record is null before the first edit. */
export async function findRecord(tx: PersonTx, clientId: string) {
  const [row] = await tx
    .select({
      fullName: relationships.fullName,
      goal: relationships.goal,
      photoId: relationships.photoId,
      record: clientRecords,
    })
    .from(relationships)
    .leftJoin(
      clientRecords,
      and(eq(clientRecords.coachId, relationships.coachId), eq(clientRecords.clientId, relationships.clientId)),
    )
    .where(own(tx, clientId));
  return row;
}

export type RecordRow = NonNullable<Awaited<ReturnType<typeof findRecord>>>;

/**
 * Holds the client until the transaction ends, so that of two edits at once the second sees the first; undefined where
 * the scope has none that it may write for.
 */
export async function lockClient(tx: PersonTx, clientId: string) {
  const [row] = await tx
    .select({ photoId: relationships.photoId })
    .from(relationships)
    .where(own(tx, clientId))
    .for('no key update');
  return row;
}

export async function writeRecord(
  tx: PersonTx,
  clientId: string,
  { fullName, goal, ...facts }: ClientRecord,
  { version, updatedBy, updatedAt }: { version: number; updatedBy: Side; updatedAt: Date },
): Promise<void> {
  const values = { ...facts, version, updatedBy, updatedAt };
  if (tx.scope.role === 'client') await tx.execute(sql`select note_own_onboarding(${goal}, false)`);
  else {
    await tx
      .update(relationships)
      .set({ fullName, goal: goal || null })
      .where(own(tx, clientId));
  }
  await tx
    .insert(clientRecords)
    .values({ coachId: tx.scope.coachId, clientId, ...values })
    .onConflictDoUpdate({ target: [clientRecords.coachId, clientRecords.clientId], set: values });
}

/** The database releases the file that was shown before. */
export async function updatePhoto(tx: PersonTx, clientId: string, photoId: string | null): Promise<void> {
  if (tx.scope.role === 'client') await tx.execute(sql`select show_own_photo(${photoId})`);
  else await tx.update(relationships).set({ photoId }).where(own(tx, clientId));
}

/** Goes into the history of the relationship, in the transaction of what happened. */
export async function insertEvent(
  tx: Tx<CoachScope | ClientScope | InvitationScope>,
  clientId: string,
  { kind, at, fields = [], ...event }: { kind: ClientEvent; actor: Side; at: Date; fields?: RecordField[] },
): Promise<void> {
  const of = { ...event, clientId, occurredAt: at };
  if (kind === 'record_edited') await record(tx, { ...of, type: 'record.updated', data: { fields } });
  else if (kind === 'onboarding_completed') await record(tx, { ...of, type: 'onboarding.completed' });
  else if (kind === 'restored') await record(tx, { ...of, type: 'relationship.restored', data: { status: 'active' } });
  else await record(tx, { ...of, type: `relationship.${kind}` });
}
