import { countLabel } from '@stridewell/contract/programs/programs.wording.rules';
import { dayInZone, dayLabel } from '@stridewell/contract/time';
import { record } from '../../core/events/events.ts';
import { isOpenRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notify } from '../notifications/notifications.service.ts';
import { insertPlanChange, type lockClients } from './programs.clients.data.ts';

/** Context for services of client programs besides the transaction. */
export type ProgramDeps = { now: Date; coach: { fullName: string; timeZone: string } };

export type LockedClient = Awaited<ReturnType<typeof lockClients>>[number];

/** Today in the coach's time zone, which programs use. */
export const todayOf = ({ now, coach }: ProgramDeps): string => dayInZone(now, coach.timeZone);

/** Most lines of one entry in the plan history. */
const CHANGES_MAX = 30;

/** Shortens to 30 lines and the number of the others. */
export function shortenChanges(changes: readonly string[]): string[] {
  const more = changes.length - CHANGES_MAX;
  if (more <= 0) return [...changes];
  return [...changes.slice(0, CHANGES_MAX), `and ${more} more ${more === 1 ? 'change' : 'changes'}`];
}

type Terms = { weeks: number; startDay: string; weekdays: readonly number[] };

/** Line of an assignment in the plan history. */
export const assignedText = ({ weeks, startDay, weekdays }: Terms, today: string): string =>
  `Assigned: ${countLabel(weeks, 'week')}, ${countLabel(weekdays.length, 'day')} a week, from ${dayLabel(startDay, today)}`;

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Line of new dates in the plan history. */
export const rescheduledText = ({ startDay, weekdays }: Omit<Terms, 'weeks'>, today: string): string =>
  `Rescheduled: from ${dayLabel(startDay, today)}, on ${weekdays.map((weekday) => WEEKDAYS[weekday - 1]).join(', ')}`;

type Announced = { id: string; name: string; changes: readonly string[] };

/** Former clients are not notified. */
async function notifyClient(
  tx: Tx<CoachScope>,
  { clientId, personId, status }: Omit<LockedClient, 'covered'>,
  { type, title, message }: { type: 'program_assigned' | 'program_changed'; title: string; message: string },
): Promise<void> {
  if (!personId || !isOpenRelationship({ personId, status })) return;
  const metadata = { client_id: clientId, coach_id: tx.scope.coachId };
  await notify(tx, { userId: personId, type, title, message, metadata });
}

/** Records an assignment for the timeline and the plan history, and notifies the client. */
export async function announceAssignment(
  tx: Tx<CoachScope>,
  deps: ProgramDeps,
  client: LockedClient,
  { id, name, ...terms }: Terms & { id: string; name: string },
): Promise<void> {
  const { now, coach } = deps;
  const { clientId } = client;
  const { startDay } = terms;
  const today = todayOf(deps);
  await record(tx, { type: 'program.assigned', clientId, subjectId: id, occurredAt: now, data: { startDay } });
  await insertPlanChange(tx, { clientId, at: now, programName: name, changes: [assignedText(terms, today)] });
  const message = `${name}, from ${dayLabel(startDay, today)}`;
  await notifyClient(tx, client, { type: 'program_assigned', title: `New program from ${coach.fullName}`, message });
}

/** Records a change for the timeline and the plan history, and notifies the client. */
export async function announceChange(
  tx: Tx<CoachScope>,
  deps: ProgramDeps,
  client: LockedClient,
  { id, name, changes }: Announced,
): Promise<void> {
  const { now, coach } = deps;
  const { clientId } = client;
  await record(tx, { type: 'program.changed', clientId, subjectId: id, occurredAt: now });
  await insertPlanChange(tx, { clientId, at: now, programName: name, changes: shortenChanges(changes) });
  const title = `${coach.fullName} changed your program`;
  await notifyClient(tx, client, { type: 'program_changed', title, message: name });
}

/**
 * Adds a change of coming days to the plan history, and notifies the client unless they made it. The caller records the
 * event.
 */
export async function announceAdjustment(
  tx: Tx<CoachScope>,
  { now }: ProgramDeps,
  client: Omit<LockedClient, 'covered'>,
  {
    name,
    changes,
    notice,
  }: { name: string; changes: readonly string[]; notice: { title: string; message: string } | null },
): Promise<void> {
  const { clientId } = client;
  await insertPlanChange(tx, { clientId, at: now, programName: name, changes: shortenChanges(changes) });
  if (notice) await notifyClient(tx, client, { type: 'program_changed', ...notice });
}

/** Records the end of a program for the timeline and the plan history. */
export async function announceEnd(
  tx: Tx<CoachScope>,
  { now }: ProgramDeps,
  { id, clientId, name, change }: { id: string; clientId: string; name: string; change: string },
): Promise<void> {
  await record(tx, { type: 'program.ended', clientId, subjectId: id, occurredAt: now });
  await insertPlanChange(tx, { clientId, at: now, programName: name, changes: [change] });
}
