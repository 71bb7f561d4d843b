import type { ScheduleInput } from '@stridewell/contract/checkins/checkins';
import { type CheckInStatus, checkInAdherence, checkInState } from '@stridewell/contract/checkins/checkins.rules';
import { donePeriodsOf } from '@stridewell/contract/clients/clients.figures.rules';
import type { BulkResult } from '@stridewell/contract/fields';
import { dayInZone } from '@stridewell/contract/time';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { findClientZones, isCurrentStatus, isOpenRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type CheckInRelationship, findRelationship } from './checkins.data.ts';
import { lockClients, selectDueClients, updateForm, updatePlan } from './checkins.plan.data.ts';
import { scheduleOf } from './checkins.service.ts';
import { isTemplateOpen, selectTemplates } from './checkins.templates.data.ts';

/** For other features. */
export { isTemplateOpen as isFormOpen };

const WEEK = 7;

type Schedule = ScheduleInput & { timeZone: string };

function toSchedule({ anchorDay, ...row }: CheckInRelationship): Schedule | null {
  if (!anchorDay) return null;
  const every = row.weekdays.length > 0 ? { weekdays: row.weekdays } : { days: row.intervalDays };
  return { firstDay: anchorDay, every, zone: row.ownZone === null ? 'coach' : 'client', timeZone: row.timeZone };
}

/**
 * Schedule and form of a client.
 * @throws NOT_FOUND
 */
export async function getCheckInPlan(tx: Tx<CoachScope>, clientId: string, now: Date) {
  const [relationship, zones, templates] = await Promise.all([
    findRelationship(tx, clientId),
    findClientZones(tx, clientId),
    selectTemplates(tx),
  ]);
  if (!relationship) throw refuse('NOT_FOUND');
  const today = dayInZone(now, relationship.timeZone);
  const rules = scheduleOf(relationship, today);
  const donePeriods = donePeriodsOf(rules, relationship.checkedDays);
  const isScheduled = relationship.anchorDay !== null && isCurrentStatus(relationship.status);
  return {
    schedule: toSchedule(relationship),
    clientZone: zones.get(clientId) ?? null,
    templateId: relationship.templateId,
    templates: templates.map(({ id, name, isDefault, archived }) => ({ id, name, isDefault, archived })),
    status: isScheduled ? checkInState({ ...rules, lastSubmittedDay: relationship.lastDay, today }) : null,
    adherence: checkInAdherence(rules, donePeriods, today),
  };
}

/**
 * Changes schedule and form of a client from now on.
 * @throws NOT_FOUND for an unknown client or form, NOT_A_CLIENT before the invitation is accepted
 */
export async function setCheckInPlan(
  tx: Tx<CoachScope, 'NOT_A_CLIENT'>,
  { clientId, templateId, firstDay, every, zone }: ScheduleInput & { clientId: string; templateId: string | null },
  now: Date,
): Promise<void> {
  const relationship = await findRelationship(tx, clientId);
  if (!relationship) throw refuse('NOT_FOUND');
  if (!relationship.anchorDay || !relationship.personId) throw refuse(tx, 'NOT_A_CLIENT');
  if (templateId !== null && templateId !== relationship.templateId && !(await isTemplateOpen(tx, templateId))) {
    throw refuse('NOT_FOUND');
  }
  const zones = zone === 'client' ? await findClientZones(tx, clientId) : undefined;
  const intervalDays = 'days' in every ? every.days : WEEK;
  const weekdays = 'days' in every ? [] : [...new Set(every.weekdays)].sort();
  await updatePlan(tx, clientId, {
    checkInAnchor: firstDay,
    checkInIntervalDays: intervalDays,
    checkInWeekdays: weekdays,
    checkInTimeZone: zones?.get(clientId) ?? null,
    checkInTemplateId: templateId,
  });
  const data = { firstDay, intervalDays, weekdays };
  await record(tx, { type: 'checkin.schedule_set', clientId, occurredAt: now, data });
}

/** @throws NOT_FOUND for an unknown or archived form */
export async function requireOpenForm(tx: Tx<CoachScope>, templateId: string): Promise<void> {
  if (!(await isTemplateOpen(tx, templateId))) throw refuse('NOT_FOUND');
}

/**
 * Sets the form of several clients in one transaction; null for the default form. Former and invited clients keep
 * theirs.
 * @returns outcomes in the order of `clientIds`
 * @throws NOT_FOUND for an unknown or archived form
 */
export async function assignForm(
  tx: Tx<CoachScope>,
  { clientIds, templateId }: { clientIds: readonly string[]; templateId: string | null },
): Promise<BulkResult[]> {
  if (templateId !== null) await requireOpenForm(tx, templateId);
  const locked = new Map((await lockClients(tx, clientIds)).map((row) => [row.clientId, row]));
  const results = clientIds.map((clientId): BulkResult => {
    const row = locked.get(clientId);
    if (!row) return { clientId, outcome: 'not_found' };
    if (!isOpenRelationship(row)) return { clientId, outcome: 'not_possible' };
    return { clientId, outcome: row.templateId === templateId ? 'unchanged' : 'changed' };
  });
  const changed = results.filter(({ outcome }) => outcome === 'changed').map(({ clientId }) => clientId);
  if (changed.length > 0) await updateForm(tx, changed, templateId);
  return results;
}

export type DueClient = { clientId: string; fullName: string; status: CheckInStatus | null };

/** Current clients, longest overdue first, for choosing whose check-in to log. */
export async function listDueClients(tx: Tx<CoachScope>, q: string, now: Date): Promise<DueClient[]> {
  const rows = await selectDueClients(tx, q);
  return rows.map(({ clientId, fullName, anchorDay, timeZone, lastDay, status: _, ...row }) => ({
    clientId,
    fullName,
    status: anchorDay
      ? checkInState({ ...row, anchorDay, lastSubmittedDay: lastDay, today: dayInZone(now, timeZone) })
      : null,
  }));
}
