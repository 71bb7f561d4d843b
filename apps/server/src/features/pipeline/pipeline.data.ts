import type { Lead, LeadInput } from '@stridewell/contract/pipeline/pipeline';
import { type LeadStatus, type LostReason, phoneKey } from '@stridewell/contract/pipeline/pipeline.rules';
import { and, asc, count, desc, eq, gte, inArray, ne, or, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { leadEvents, leads, leadTasks } from './pipeline.table.ts';

export const LEAD = {
  id: leads.id,
  name: leads.name,
  email: leads.email,
  phone: leads.phone,
  status: leads.status,
  source: leads.source,
  valueCents: leads.valueCents,
  currency: leads.currency,
  lastContact: leads.lastContact,
  followUpOn: leads.followUpOn,
  notes: leads.notes,
  lostReason: leads.lostReason,
  clientId: leads.clientId,
  version: leads.version,
  statusSince: leads.statusSince,
  createdAt: leads.createdAt,
};
export type LeadRow = Omit<Lead, 'statusSince' | 'createdAt'> & { statusSince: Date; createdAt: Date };

const isLead = (tx: Tx<CoachScope>, id: string) => and(eq(leads.coachId, tx.scope.coachId), eq(leads.id, id));

export async function findLead(tx: Tx<CoachScope>, id: string): Promise<LeadRow | undefined> {
  const [row] = await tx.select(LEAD).from(leads).where(isLead(tx, id));
  return row;
}

/** Reads a lead and locks it until the transaction ends. */
export async function lockLead(tx: Tx<CoachScope>, id: string): Promise<LeadRow | undefined> {
  const [row] = await tx.select(LEAD).from(leads).where(isLead(tx, id)).for('update');
  return row;
}

/** Locks the coach's leads against concurrent additions, so that duplicates are found and the limit holds. */
export async function lockLeads(tx: Tx<CoachScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`leads:${tx.scope.coachId}`}, 0))`);
}

export async function countLeads(tx: Tx<CoachScope>): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(leads).where(eq(leads.coachId, tx.scope.coachId));
  return row?.count ?? 0;
}

/** Other leads with this email address or phone number, at most five. */
export const selectDuplicates = (
  tx: Tx<CoachScope>,
  { id, email, phone }: { id: string; email: string; phone: string },
) => {
  const key = phoneKey(phone);
  const same = [...(email ? [eq(leads.email, email)] : []), ...(key ? [eq(leads.phoneKey, key)] : [])];
  if (same.length === 0) return Promise.resolve([]);
  const { id: leadId, name, email: address, phone: number, status } = LEAD;
  return tx
    .select({ id: leadId, name, email: address, phone: number, status })
    .from(leads)
    .where(and(eq(leads.coachId, tx.scope.coachId), ne(leads.id, id), or(...same)))
    .orderBy(desc(leads.createdAt), asc(leads.id))
    .limit(5);
};

const columnsOf = (input: LeadInput) => ({ ...input, phoneKey: phoneKey(input.phone) });

export async function insertLead(
  tx: Tx<CoachScope>,
  { id, input, currency, now }: { id: string; input: LeadInput; currency: string; now: Date },
): Promise<LeadRow> {
  const [row] = await tx
    .insert(leads)
    .values({
      ...columnsOf(input),
      coachId: tx.scope.coachId,
      id,
      currency,
      statusSince: now,
      changedAt: now,
      createdAt: now,
    })
    .returning(LEAD);
  if (!row) throw new Error('an added lead has no row');
  return row;
}

type LeadChange = Partial<
  LeadInput & {
    status: LeadStatus;
    statusSince: Date;
    lostReason: LostReason | null;
    clientId: string;
    changedAt: Date;
  }
>;

/** Changes a locked lead, and increments its version. */
export async function updateLead(tx: Tx<CoachScope>, id: string, change: LeadChange): Promise<LeadRow> {
  const phone = change.phone === undefined ? {} : { phoneKey: phoneKey(change.phone) };
  const [row] = await tx
    .update(leads)
    .set({ ...change, ...phone, version: sql`${leads.version} + 1` })
    .where(isLead(tx, id))
    .returning(LEAD);
  if (!row) throw new Error('a locked lead is gone');
  return row;
}

/** Deletes a lead with its events and tasks. */
export const deleteLeadRow = (tx: Tx<CoachScope>, id: string) => tx.delete(leads).where(isLead(tx, id));

type NewEvent = Omit<typeof leadEvents.$inferInsert, 'coachId'>;

/** Records an event of a lead. @returns false when the event exists, because the request was repeated */
export async function insertLeadEvent(tx: Tx<CoachScope>, event: NewEvent): Promise<boolean> {
  const { rowCount } = await tx
    .insert(leadEvents)
    .values({ ...event, coachId: tx.scope.coachId })
    .onConflictDoNothing();
  return rowCount === 1;
}

export async function findLeadEvent(tx: Tx<CoachScope>, id: string) {
  const { leadId, kind, title, text } = leadEvents;
  const [row] = await tx
    .select({ leadId, kind, title, text })
    .from(leadEvents)
    .where(and(eq(leadEvents.coachId, tx.scope.coachId), eq(leadEvents.id, id)));
  return row;
}

/** Changes of leads since `from`: those that were added, except by an import, and those that moved. */
export const selectLeadChanges = (tx: Tx<CoachScope>, from: Date) =>
  tx
    .select({
      id: leadEvents.id,
      leadId: leadEvents.leadId,
      kind: leadEvents.kind,
      actor: leadEvents.actor,
      at: leadEvents.occurredAt,
    })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.coachId, tx.scope.coachId),
        gte(leadEvents.occurredAt, from),
        inArray(leadEvents.kind, ['created', 'moved']),
        ne(leadEvents.actor, 'import'),
      ),
    )
    .orderBy(asc(leadEvents.occurredAt), asc(leadEvents.id));

/** More events than one lead has. */
const EVENTS_SHOWN = 200;

export const selectLeadEvents = (tx: Tx<CoachScope>, leadId: string) =>
  tx
    .select({
      id: leadEvents.id,
      kind: leadEvents.kind,
      from: leadEvents.fromStatus,
      to: leadEvents.toStatus,
      actor: leadEvents.actor,
      at: leadEvents.occurredAt,
      lostReason: leadEvents.lostReason,
      title: leadEvents.title,
      text: leadEvents.text,
    })
    .from(leadEvents)
    .where(and(eq(leadEvents.coachId, tx.scope.coachId), eq(leadEvents.leadId, leadId)))
    .orderBy(desc(leadEvents.occurredAt), desc(leadEvents.id))
    .limit(EVENTS_SHOWN);

const TASK = {
  id: leadTasks.id,
  leadId: leadTasks.leadId,
  text: leadTasks.text,
  dueOn: leadTasks.dueOn,
  done: sql<boolean>`${leadTasks.doneAt} is not null`,
};

export const selectTasks = (tx: Tx<CoachScope>, leadId: string) =>
  tx
    .select(TASK)
    .from(leadTasks)
    .where(and(eq(leadTasks.coachId, tx.scope.coachId), eq(leadTasks.leadId, leadId)))
    .orderBy(sql`${leadTasks.doneAt} is not null`, asc(leadTasks.dueOn), asc(leadTasks.createdAt), asc(leadTasks.id));

const isTask = (tx: Tx<CoachScope>, id: string) => and(eq(leadTasks.coachId, tx.scope.coachId), eq(leadTasks.id, id));

export async function findTask(tx: Tx<CoachScope>, id: string) {
  const [row] = await tx.select(TASK).from(leadTasks).where(isTask(tx, id));
  return row;
}

export async function insertTask(tx: Tx<CoachScope>, task: Omit<typeof leadTasks.$inferInsert, 'coachId'>) {
  await tx.insert(leadTasks).values({ ...task, coachId: tx.scope.coachId });
}

export async function updateTask(
  tx: Tx<CoachScope>,
  id: string,
  change: { text: string; dueOn: string | null; doneAt?: Date | null },
) {
  await tx.update(leadTasks).set(change).where(isTask(tx, id));
}

/** Moves the tasks of one lead to another. */
export const moveTasks = (tx: Tx<CoachScope>, from: string, to: string) =>
  tx
    .update(leadTasks)
    .set({ leadId: to })
    .where(and(eq(leadTasks.coachId, tx.scope.coachId), eq(leadTasks.leadId, from)));

export const deleteTask = (tx: Tx<CoachScope>, leadId: string, id: string) =>
  tx.delete(leadTasks).where(and(isTask(tx, id), eq(leadTasks.leadId, leadId)));
