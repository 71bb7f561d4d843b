import type { Program } from '@stridewell/contract/programs/programs';
import { emptyDays, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { endDayOf, usualWeekdays } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays, dayLabel, isoWeekday } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { clearStart, isOpenRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  deleteClientProgram,
  insertClientProgram,
  lockClients,
  type Span,
  selectOwners,
  selectSpans,
  updateClientProgram,
} from './programs.clients.data.ts';
import {
  announceAssignment,
  announceEnd,
  type LockedClient,
  type ProgramDeps,
  todayOf,
} from './programs.notice.service.ts';
import { holdProgram } from './programs.service.ts';

/** @throws EMPTY_DAYS */
export function requireFilledDays(tx: Tx<CoachScope, 'EMPTY_DAYS'>, program: Program): void {
  const days = emptyDays(program);
  if (days.length > 0) throw refuse(tx, 'EMPTY_DAYS', { data: { days } });
}

/**
 * Makes room for a program: overlapping programs of the client end the day before `startDay`, and those that would not
 * have started are removed.
 */
export async function endOverlapping(
  tx: Tx<CoachScope>,
  deps: ProgramDeps,
  spans: readonly Span[],
  { startDay, endDay }: { startDay: string; endDay: string },
): Promise<void> {
  const today = todayOf(deps);
  const lastDay = addDays(startDay, -1);
  for (const span of spans.filter((one) => one.startDay <= endDay && one.endDay >= startDay)) {
    const isRemoved = span.startDay > lastDay;
    if (isRemoved) await deleteClientProgram(tx, span.id);
    else await updateClientProgram(tx, span.id, { endDay: lastDay });
    // A program that is already over has its end recorded.
    if (span.endDay < today) continue;
    const change = isRemoved ? 'Removed for another program' : `Ends on ${dayLabel(lastDay, today)}`;
    await announceEnd(tx, deps, { ...span, change });
  }
}

/** Dates of a program without a chosen start: it starts on the next Monday, on the usual weekdays of its frequency. */
export function usualDates(program: Pick<Program, 'frequency'>, deps: ProgramDeps) {
  const today = todayOf(deps);
  return { startDay: addDays(today, 8 - isoWeekday(today)), weekdays: usualWeekdays(program.frequency) };
}

type Assignment = { id: string; clientId: string };
type AssignResult = { clientId: string; outcome: 'assigned' | 'not_a_client' };

const canFollow = (client: LockedClient): boolean => isOpenRelationship(client) && client.covered;

/**
 * Gives each client a copy of a template, and ends overlapping programs. Skips existing assignments.
 * @returns outcomes in the order of `assignments`
 * @throws NOT_FOUND for an unknown template, EMPTY_DAYS, BAD_REQUEST for the id of another client's program
 */
export async function assignProgram(
  tx: Tx<CoachScope, 'EMPTY_DAYS'>,
  {
    programId,
    assignments,
    startDay,
    weekdays,
  }: { programId: string; assignments: readonly Assignment[]; startDay: string; weekdays: number[] },
  deps: ProgramDeps,
): Promise<AssignResult[]> {
  const { program, generated } = await holdProgram(tx, programId);
  requireFilledDays(tx, program);
  const clientIds = assignments.map(({ clientId }) => clientId);
  const clients = new Map((await lockClients(tx, clientIds)).map((client) => [client.clientId, client]));
  const ids = assignments.map(({ id }) => id);
  const [owners, spans] = await Promise.all([selectOwners(tx, ids), selectSpans(tx, clientIds)]);
  const endDay = endDayOf(program, startDay);
  const results: AssignResult[] = [];
  for (const { id, clientId } of assignments) {
    const client = clients.get(clientId);
    const owner = owners.get(id);
    if (owner !== undefined && owner !== clientId) throw refuse('BAD_REQUEST');
    const isPossible = owner !== undefined || (client !== undefined && canFollow(client));
    results.push({ clientId, outcome: isPossible ? 'assigned' : 'not_a_client' });
    if (!client || !isPossible || owner !== undefined) continue;
    const own = spans.filter((span) => span.clientId === clientId);
    await endOverlapping(tx, deps, own, { startDay, endDay });
    const dates = { startDay, endDay, weekdays, assignedAt: deps.now };
    // Replaces the program chosen at the invitation.
    await clearStart(tx, clientId, 'startProgramId');
    await insertClientProgram(tx, { id, clientId, programId, content: program, generated, ...dates });
    const terms = { id, name: program.name, weeks: weeksOf(program).length, startDay, weekdays };
    await announceAssignment(tx, deps, client, terms);
  }
  return results;
}
