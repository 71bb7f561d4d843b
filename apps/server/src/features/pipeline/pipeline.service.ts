import { isDeepStrictEqual } from 'node:util';
import type { Lead, LeadActor, LeadDetail, LeadInput } from '@stridewell/contract/pipeline/pipeline';
import {
  countPipeline,
  LEAD_BOUNDS,
  type LeadStatus,
  type LostReason,
  mergeLeads,
} from '@stridewell/contract/pipeline/pipeline.rules';
import { dayInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  countLeads,
  deleteLeadRow,
  findLead,
  insertLead,
  insertLeadEvent,
  type LeadRow,
  lockLead,
  lockLeads,
  moveTasks,
  selectDuplicates,
  selectLeadChanges,
  selectLeadEvents,
  selectTasks,
  updateLead,
} from './pipeline.data.ts';
import { dueFollowUps, selectDueFollowUps, selectPipelineCounts } from './pipeline.figures.data.ts';

/** For other features. */
export { dueFollowUps, findLead, selectLeadChanges as listLeadChanges };

/** The current time, and the coach's time zone and currency. */
export type CoachClock = { now: Date; timeZone: string; currency: string };

/** Current figures of the pipeline, computed from the leads' events, and the number of active clients. */
export async function getPipelineCounts(tx: Tx<CoachScope>) {
  const [row] = await selectPipelineCounts(tx, {});
  return { ...countPipeline(row?.changes ?? []), paidClients: row?.activeClients ?? 0 };
}

/** Follow-ups and tasks of open leads that are due today or earlier. `total` includes those not listed. */
export async function listDueFollowUps(tx: Tx<CoachScope>, today: string) {
  const rows = await selectDueFollowUps(tx, { today });
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ id, dueOn }) => ({ leadId: id, dueOn })) };
}

export const toLead = ({ statusSince, createdAt, ...row }: LeadRow): Lead => ({
  ...row,
  statusSince: statusSince.toISOString(),
  createdAt: createdAt.toISOString(),
});

const inputOf = ({ name, email, phone, source, valueCents, lastContact, followUpOn, notes }: LeadInput): LeadInput => ({
  name,
  email,
  phone,
  source,
  valueCents,
  lastContact,
  followUpOn,
  notes,
});

/** @throws NOT_FOUND */
export async function requireLead(tx: Tx<CoachScope>, id: string): Promise<LeadRow> {
  const row = await lockLead(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** @throws NOT_FOUND */
export async function getLead(tx: Tx<CoachScope>, id: string, { now, timeZone }: CoachClock): Promise<LeadDetail> {
  const row = await findLead(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  const [tasks, events, duplicates] = await Promise.all([
    selectTasks(tx, id),
    selectLeadEvents(tx, id),
    selectDuplicates(tx, row),
  ]);
  return {
    lead: toLead(row),
    tasks: tasks.map(({ leadId: _, ...task }) => task),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    duplicates,
    today: dayInZone(now, timeZone),
    timeZone,
  };
}

type SaveOptions = { despiteDuplicates: boolean };

/** @throws CONTACT_IN_FUTURE */
export function checkContact(
  tx: Tx<CoachScope, 'CONTACT_IN_FUTURE'>,
  { lastContact }: Pick<LeadInput, 'lastContact'>,
  { now, timeZone }: CoachClock,
): void {
  if (lastContact !== null && lastContact > dayInZone(now, timeZone)) throw refuse(tx, 'CONTACT_IN_FUTURE');
}

async function checkDuplicates(tx: Tx<CoachScope, 'DUPLICATE_LEAD'>, id: string, input: LeadInput): Promise<void> {
  const duplicates = await selectDuplicates(tx, { id, ...input });
  if (duplicates.length > 0) throw refuse(tx, 'DUPLICATE_LEAD', { data: { duplicates } });
}

/**
 * Adds a lead. Idempotent.
 * @throws DUPLICATE_LEAD unless the coach has accepted duplicates, TOO_MANY_LEADS, CONTACT_IN_FUTURE
 */
export async function createLead(
  tx: Tx<CoachScope, 'DUPLICATE_LEAD' | 'TOO_MANY_LEADS' | 'CONTACT_IN_FUTURE'>,
  { leadId: id, lead: input, despiteDuplicates }: { leadId: string; lead: LeadInput } & SaveOptions,
  clock: CoachClock,
): Promise<Lead> {
  await lockLeads(tx);
  const existing = await findLead(tx, id);
  if (existing) return toLead(existing);
  checkContact(tx, input, clock);
  if (!despiteDuplicates) await checkDuplicates(tx, id, input);
  if ((await countLeads(tx)) >= LEAD_BOUNDS.perCoach) throw refuse(tx, 'TOO_MANY_LEADS');
  const { now, currency } = clock;
  const row = await insertLead(tx, { id, input, currency, now });
  await insertLeadEvent(tx, {
    id: uuidv7(),
    leadId: id,
    kind: 'created',
    toStatus: 'new',
    actor: 'coach',
    occurredAt: now,
  });
  return toLead(row);
}

/**
 * Changes a lead, unless it has changed since the version that the coach edited. Idempotent.
 * @throws NOT_FOUND, LEAD_CHANGED, DUPLICATE_LEAD unless the coach has accepted duplicates, CONTACT_IN_FUTURE
 */
export async function editLead(
  tx: Tx<CoachScope, 'LEAD_CHANGED' | 'DUPLICATE_LEAD' | 'CONTACT_IN_FUTURE'>,
  {
    leadId: id,
    lead: input,
    basedOn,
    despiteDuplicates,
  }: { leadId: string; lead: LeadInput; basedOn: number } & SaveOptions,
  clock: CoachClock,
): Promise<Lead> {
  await lockLeads(tx);
  const row = await requireLead(tx, id);
  if (isDeepStrictEqual(inputOf(row), inputOf(input))) return toLead(row);
  if (row.version !== basedOn) throw refuse(tx, 'LEAD_CHANGED', { data: { lead: toLead(row) } });
  checkContact(tx, input, clock);
  const sameContact = row.email === input.email && row.phone === input.phone;
  if (!sameContact && !despiteDuplicates) await checkDuplicates(tx, id, input);
  return toLead(await updateLead(tx, id, { ...inputOf(input), changedAt: clock.now }));
}

/** Changes the status of a locked lead and records the change. Only a lost lead has a reason. */
export async function changeStatus(
  tx: Tx<CoachScope>,
  row: LeadRow,
  {
    to,
    lostReason,
    now,
    actor = 'coach',
  }: { to: LeadStatus; lostReason: LostReason | null; now: Date; actor?: LeadActor },
): Promise<LeadRow> {
  const reason = to === 'lost' ? lostReason : null;
  await insertLeadEvent(tx, {
    id: uuidv7(),
    leadId: row.id,
    kind: 'moved',
    fromStatus: row.status,
    toStatus: to,
    lostReason: reason,
    actor,
    occurredAt: now,
  });
  return updateLead(tx, row.id, { status: to, statusSince: now, lostReason: reason });
}

/**
 * Moves a lead from the status that the coach saw to another. Idempotent.
 * @throws NOT_FOUND, LEAD_MOVED when it has a third status
 */
export async function moveLead(
  tx: Tx<CoachScope, 'LEAD_MOVED'>,
  { leadId, from, to, lostReason }: { leadId: string; from: LeadStatus; to: LeadStatus; lostReason: LostReason | null },
  now: Date,
): Promise<Lead> {
  const row = await requireLead(tx, leadId);
  if (row.status === to) return toLead(row);
  if (row.status !== from) throw refuse(tx, 'LEAD_MOVED', { data: { lead: toLead(row) } });
  return toLead(await changeStatus(tx, row, { to, lostReason, now }));
}

export async function deleteLead(tx: Tx<CoachScope>, id: string): Promise<void> {
  await deleteLeadRow(tx, id);
}

/**
 * Adds fields and tasks of another lead to this one, and deletes the other.
 * @throws NOT_FOUND, ALREADY_CLIENT when the other lead became a client
 */
export async function mergeLead(
  tx: Tx<CoachScope, 'ALREADY_CLIENT'>,
  { leadId, otherId }: { leadId: string; otherId: string },
  now: Date,
): Promise<Lead> {
  if (leadId === otherId) throw refuse('NOT_FOUND');
  await lockLeads(tx);
  const [kept, other] = [await requireLead(tx, leadId), await requireLead(tx, otherId)];
  if (other.clientId !== null) throw refuse(tx, 'ALREADY_CLIENT');
  await moveTasks(tx, otherId, leadId);
  await deleteLeadRow(tx, otherId);
  const sameCurrency = kept.currency === other.currency;
  const row = await updateLead(
    tx,
    leadId,
    Object.assign(
      mergeLeads(inputOf(kept), { ...inputOf(other), valueCents: sameCurrency ? other.valueCents : null }),
      { changedAt: now },
    ),
  );
  await insertLeadEvent(tx, {
    id: uuidv7(),
    leadId,
    kind: 'merged',
    actor: 'coach',
    occurredAt: now,
    title: other.name,
  });
  return toLead(row);
}
