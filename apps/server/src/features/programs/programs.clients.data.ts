import type { DRAFT_SOURCES, Program } from '@stridewell/contract/programs/programs';
import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { isCovered } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientProgramDrafts, clientPrograms, planChanges } from './programs.table.ts';

type CoachTx = Tx<CoachScope>;
/** A coach or a client. Clients can only read. */
type PersonTx = Tx<CoachScope | ClientScope>;

const SHOWN = {
  id: clientPrograms.id,
  clientId: clientPrograms.clientId,
  programId: clientPrograms.programId,
  program: clientPrograms.content,
  version: clientPrograms.version,
  startDay: clientPrograms.startDay,
  endDay: clientPrograms.endDay,
  weekdays: clientPrograms.weekdays,
  moved: clientPrograms.moved,
  assignedAt: clientPrograms.assignedAt,
};
const STORED = {
  ...SHOWN,
  template: clientPrograms.template,
  generated: clientPrograms.generated,
  drafts: clientPrograms.drafts,
  publishedDraft: clientPrograms.publishedDraft,
};

const isClientProgram = (tx: CoachTx, id: string) =>
  and(eq(clientPrograms.coachId, tx.scope.coachId), eq(clientPrograms.id, id));

/** Locks the clients among `clientIds` in the order of ids, to avoid deadlocks. */
export const lockClients = (tx: CoachTx, clientIds: readonly string[]) =>
  tx
    .select({
      clientId: relationships.clientId,
      personId: relationships.personId,
      status: relationships.status,
      covered: isCovered(tx.scope.coachId),
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])))
    .orderBy(relationships.clientId)
    .for('no key update', { of: relationships });

/** A client's first two programs that are not over on `today`: the current and the next, or the next two. */
export const selectOpenPrograms = (tx: PersonTx, clientId: string, today: string) =>
  tx
    .select(SHOWN)
    .from(clientPrograms)
    .where(
      and(
        eq(clientPrograms.coachId, tx.scope.coachId),
        eq(clientPrograms.clientId, clientId),
        gte(clientPrograms.endDay, today),
      ),
    )
    .orderBy(asc(clientPrograms.startDay))
    .limit(2);

/** Programs of clients by start, without content. */
export const selectSpans = (tx: CoachTx, clientIds: readonly string[]) =>
  tx
    .select({
      id: clientPrograms.id,
      clientId: clientPrograms.clientId,
      name: clientPrograms.name,
      startDay: clientPrograms.startDay,
      endDay: clientPrograms.endDay,
    })
    .from(clientPrograms)
    .where(and(eq(clientPrograms.coachId, tx.scope.coachId), inArray(clientPrograms.clientId, [...clientIds])))
    .orderBy(asc(clientPrograms.clientId), asc(clientPrograms.startDay));
/** Programs whose last day lies in a range, and which no other one of the client follows. */
export async function selectEnding(tx: CoachTx, { from, until }: { from: string; until: string }) {
  const { rows } = await tx.execute<{ id: string; clientId: string; endDay: string }>(sql`
    select p.id, p.client_id as "clientId", p.end_day::text as "endDay" from ${clientPrograms} p
    where p.coach_id = ${tx.scope.coachId} and p.end_day between ${from}::date and ${until}::date
      and not exists (select from ${clientPrograms} o where o.coach_id = ${tx.scope.coachId} and o.client_id = p.client_id
        and o.id <> p.id and o.end_day > p.end_day)
    order by p.end_day, p.id`);
  return rows;
}

export type Span = Awaited<ReturnType<typeof selectSpans>>[number];

/** The clients of these programs. */
export async function selectOwners(tx: CoachTx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: clientPrograms.id, clientId: clientPrograms.clientId })
    .from(clientPrograms)
    .where(and(eq(clientPrograms.coachId, tx.scope.coachId), inArray(clientPrograms.id, [...ids])));
  return new Map(rows.map(({ id, clientId }) => [id, clientId]));
}

export async function findClientProgram(tx: CoachTx, id: string) {
  const [row] = await tx.select(SHOWN).from(clientPrograms).where(isClientProgram(tx, id));
  return row;
}

/** A client's program with the client's name. */
export async function findWithClient(tx: CoachTx, id: string) {
  const [row] = await tx
    .select({ ...SHOWN, clientName: relationships.fullName })
    .from(clientPrograms)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, clientPrograms.coachId), eq(relationships.clientId, clientPrograms.clientId)),
    )
    .where(isClientProgram(tx, id));
  return row;
}

/**
 * Locks a program until the transaction ends. Lock its client first (`lockClients`), because programs share the days.
 */
export async function lockClientProgram(tx: CoachTx, id: string) {
  const [row] = await tx.select(STORED).from(clientPrograms).where(isClientProgram(tx, id)).for('update');
  return row;
}
export type StoredClientProgram = NonNullable<Awaited<ReturnType<typeof lockClientProgram>>>;

/** Programs of these clients from a template that are not over on `today`, locked until the transaction ends. */
export const lockFollowing = (
  tx: CoachTx,
  { programId, clientIds, today }: { programId: string; clientIds: readonly string[]; today: string },
) =>
  tx
    .select(STORED)
    .from(clientPrograms)
    .where(
      and(
        eq(clientPrograms.coachId, tx.scope.coachId),
        eq(clientPrograms.programId, programId),
        inArray(clientPrograms.clientId, [...clientIds]),
        gte(clientPrograms.endDay, today),
      ),
    )
    .orderBy(asc(clientPrograms.id))
    .for('update');

export type NewClientProgram = Pick<
  typeof clientPrograms.$inferInsert,
  'id' | 'clientId' | 'programId' | 'content' | 'generated' | 'startDay' | 'endDay' | 'weekdays' | 'assignedAt'
>;

export async function insertClientProgram(tx: CoachTx, row: NewClientProgram): Promise<void> {
  const { content } = row;
  await tx.insert(clientPrograms).values({ ...row, coachId: tx.scope.coachId, name: content.name, template: content });
}

type Change = Partial<
  Pick<
    typeof clientPrograms.$inferInsert,
    'template' | 'version' | 'generated' | 'startDay' | 'endDay' | 'weekdays' | 'moved' | 'drafts' | 'publishedDraft'
  >
> & { content?: Program };

/** @returns undefined when the row no longer exists */
export async function updateClientProgram(tx: CoachTx, id: string, change: Change) {
  const [row] = await tx
    .update(clientPrograms)
    .set({ ...change, ...(change.content && { name: change.content.name }) })
    .where(isClientProgram(tx, id))
    .returning(SHOWN);
  return row;
}

export async function deleteClientProgram(tx: CoachTx, id: string): Promise<void> {
  await tx.delete(clientPrograms).where(isClientProgram(tx, id));
}

const DRAFT = {
  clientProgramId: clientProgramDrafts.clientProgramId,
  program: clientProgramDrafts.content,
  programVersion: clientProgramDrafts.basedOn,
  source: clientProgramDrafts.source,
  version: clientProgramDrafts.version,
  savedAt: clientProgramDrafts.savedAt,
};

const isDraft = (tx: CoachTx, id: string) =>
  and(eq(clientProgramDrafts.coachId, tx.scope.coachId), eq(clientProgramDrafts.clientProgramId, id));

/** The draft of a client's first program that is not over and has a draft. */
export async function findOpenDraft(tx: CoachTx, clientId: string, today: string) {
  const [row] = await tx
    .select(DRAFT)
    .from(clientProgramDrafts)
    .innerJoin(
      clientPrograms,
      and(
        eq(clientPrograms.coachId, clientProgramDrafts.coachId),
        eq(clientPrograms.id, clientProgramDrafts.clientProgramId),
      ),
    )
    .where(
      and(
        eq(clientProgramDrafts.coachId, tx.scope.coachId),
        eq(clientPrograms.clientId, clientId),
        gte(clientPrograms.endDay, today),
      ),
    )
    .orderBy(asc(clientPrograms.startDay))
    .limit(1);
  return row;
}

export async function findDraft(tx: CoachTx, clientProgramId: string) {
  const [row] = await tx.select(DRAFT).from(clientProgramDrafts).where(isDraft(tx, clientProgramId));
  return row;
}

export type NewDraft = {
  clientProgramId: string;
  program: Program;
  programVersion: number;
  source: (typeof DRAFT_SOURCES)[number];
  version: number;
  savedAt: Date;
};

export async function upsertDraft(
  tx: CoachTx,
  { clientProgramId, program: content, programVersion: basedOn, source, version, savedAt }: NewDraft,
): Promise<void> {
  const values = { content, basedOn, source, version, savedAt };
  await tx
    .insert(clientProgramDrafts)
    .values({ coachId: tx.scope.coachId, clientProgramId, ...values })
    .onConflictDoUpdate({ target: [clientProgramDrafts.coachId, clientProgramDrafts.clientProgramId], set: values });
}

export async function deleteDraft(tx: CoachTx, clientProgramId: string): Promise<void> {
  await tx.delete(clientProgramDrafts).where(isDraft(tx, clientProgramId));
}

const PLAN_CHANGES_MAX = 200;

/** The newest entries of a client's plan history, latest first. */
export const selectPlanChanges = (tx: PersonTx, clientId: string) =>
  tx
    .select({
      id: planChanges.id,
      at: planChanges.at,
      programName: planChanges.programName,
      changes: planChanges.changes,
    })
    .from(planChanges)
    .where(and(eq(planChanges.coachId, tx.scope.coachId), eq(planChanges.clientId, clientId)))
    .orderBy(desc(planChanges.at), desc(planChanges.id))
    .limit(PLAN_CHANGES_MAX);

export async function insertPlanChange(
  tx: CoachTx,
  change: { clientId: string; at: Date; programName: string; changes: string[] },
): Promise<void> {
  await tx.insert(planChanges).values({ coachId: tx.scope.coachId, id: uuidv7(), ...change });
}

/** The next draft number of a program. Numbers are never reused, so that an old tab cannot name a new draft. */
export async function nextDraftVersion(tx: CoachTx, id: string): Promise<number> {
  const [row] = await tx
    .update(clientPrograms)
    .set({ drafts: sql`${clientPrograms.drafts} + 1` })
    .where(isClientProgram(tx, id))
    .returning({ drafts: clientPrograms.drafts });
  return row?.drafts ?? 1;
}
