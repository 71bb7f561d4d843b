import { isDeepStrictEqual } from 'node:util';
import { holdsSeat } from '@stridewell/contract/billing/billing.rules';
import {
  type ClientProgram,
  type PlanChange,
  type Program,
  type ProgramDraft,
  program as programSchema,
} from '@stridewell/contract/programs/programs';
import { describeChanges } from '@stridewell/contract/programs/programs.changes.rules';
import { emptyDays } from '@stridewell/contract/programs/programs.rules';
import { endDayOf } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays, dayInZone, dayLabel } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { findClientZones, findStartProgram } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { endOverlapping, requireFilledDays } from './programs.assign.service.ts';
import {
  deleteClientProgram,
  deleteDraft,
  findClientProgram,
  findDraft,
  findOpenDraft,
  lockClientProgram,
  lockClients,
  type NewDraft,
  nextDraftVersion,
  type Span,
  type StoredClientProgram,
  selectEnding,
  selectOpenPrograms,
  selectPlanChanges,
  selectSpans,
  updateClientProgram,
  upsertDraft,
} from './programs.clients.data.ts';
import { announceChange, announceEnd, type ProgramDeps, rescheduledText, todayOf } from './programs.notice.service.ts';
import { holdPast } from './programs.past.rules.ts';
import { readProgram } from './programs.service.ts';

/** For other features. */
export { selectEnding as listEndingPrograms };

type ShownRow = NonNullable<Awaited<ReturnType<typeof findClientProgram>>>;

/** Lists each field, because a locked row has more fields than a client may see. */
export const toClientProgram = (row: ShownRow): ClientProgram => ({
  id: row.id,
  clientId: row.clientId,
  programId: row.programId,
  program: row.program,
  version: row.version,
  startDay: row.startDay,
  endDay: row.endDay,
  weekdays: row.weekdays,
  moved: { ...row.moved },
  assignedAt: row.assignedAt.toISOString(),
});

/** Splits the first two programs that are not over into the current and the next one. */
function currentAndNext(rows: readonly ShownRow[], today: string) {
  const open = rows.map(toClientProgram);
  return {
    current: open.find(({ startDay }) => startDay <= today) ?? null,
    next: open.find(({ startDay }) => startDay > today) ?? null,
  };
}

/** The published programs of the client in scope. */
export async function getOwnProgram(tx: Tx<ClientScope>, today: string) {
  return { today, ...currentAndNext(await selectOpenPrograms(tx, tx.scope.clientId, today), today) };
}

/** @throws NOT_FOUND */
export async function getClientPrograms(
  tx: Tx<CoachScope>,
  clientId: string,
  today: string,
): Promise<{
  today: string;
  current: ClientProgram | null;
  next: ClientProgram | null;
  draft: ProgramDraft | null;
  waiting: string | null;
  history: PlanChange[];
}> {
  const [start, rows, draft, history] = await Promise.all([
    findStartProgram(tx, clientId),
    selectOpenPrograms(tx, clientId, today),
    findOpenDraft(tx, clientId, today),
    selectPlanChanges(tx, clientId),
  ]);
  if (!start) throw refuse('NOT_FOUND');
  // It does not start for a former client.
  const programId = holdsSeat(start.status) ? start.programId : null;
  const waiting = programId === null ? null : await readProgram(tx, programId);
  return {
    today,
    waiting: waiting?.name ?? null,
    ...currentAndNext(rows, today),
    draft: draft ? { ...draft, savedAt: draft.savedAt.toISOString() } : null,
    history: history.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
  };
}

/** A client's published program, its template and its unpublished change; null when it is unknown. */
export async function readFollowed(
  tx: Tx<CoachScope>,
  id: string,
): Promise<{ program: Program; programId: string | null; draft: Program | null } | null> {
  const [row, draft] = await Promise.all([findClientProgram(tx, id), findDraft(tx, id)]);
  return row ? { program: row.program, programId: row.programId, draft: draft?.program ?? null } : null;
}

/**
 * Last day of a client's program with new content. It keeps an early end, and does not overlap the client's next
 * program.
 */
export function endDayWith(program: Program, row: ShownRow, spans: readonly Span[]): string {
  const endDay = endDayOf(program, row.startDay);
  const isCut = row.endDay < endDayOf(row.program, row.startDay);
  const next = spans.find((span) => span.clientId === row.clientId && span.startDay > row.startDay);
  const limit = isCut ? row.endDay : next && addDays(next.startDay, -1);
  return limit !== undefined && limit < endDay ? limit : endDay;
}

/**
 * Locks a client's program, and first the client, because programs share the days.
 * @throws NOT_FOUND
 */
async function lockWithClient(tx: Tx<CoachScope>, id: string) {
  const found = await findClientProgram(tx, id);
  const [client] = found ? await lockClients(tx, [found.clientId]) : [];
  const row = await lockClientProgram(tx, id);
  if (!row || !client) throw refuse('NOT_FOUND');
  return { client, row };
}

/**
 * Saves an unpublished change. Idempotent.
 * @throws NOT_FOUND, PROGRAM_CHANGED when draft or program have changed since the versions that the coach edited
 */
export async function saveClientDraft(
  tx: Tx<CoachScope, 'PROGRAM_CHANGED'>,
  {
    clientProgramId,
    basedOn,
    programVersion,
    program,
    source = 'coach',
  }: Pick<NewDraft, 'clientProgramId' | 'programVersion' | 'program'> & {
    basedOn: number;
    source?: NewDraft['source'];
  },
  now: Date,
): Promise<{ version: number; savedAt: string }> {
  const row = await lockClientProgram(tx, clientProgramId);
  if (!row) throw refuse('NOT_FOUND');
  const draft = await findDraft(tx, clientProgramId);
  if (draft && isDeepStrictEqual(draft.program, program)) {
    return { version: draft.version, savedAt: draft.savedAt.toISOString() };
  }
  if ((draft?.version ?? 0) !== basedOn) throw refuse(tx, 'PROGRAM_CHANGED');
  if (!draft && row.version !== programVersion) throw refuse(tx, 'PROGRAM_CHANGED');
  const version = await nextDraftVersion(tx, clientProgramId);
  const kept = { programVersion: draft?.programVersion ?? row.version, source: draft?.source ?? source };
  await upsertDraft(tx, { clientProgramId, program, version, savedAt: now, ...kept });
  return { version, savedAt: now.toISOString() };
}

/** Discards the unpublished change. Idempotent. */
export const deleteClientDraft = (tx: Tx<CoachScope>, clientProgramId: string): Promise<void> =>
  deleteDraft(tx, clientProgramId);

/** Two valid programs can join into one with too many weeks or exercises, or an empty day. */
export const isValidProgram = (program: Program): boolean =>
  programSchema.safeParse(program).success && emptyDays(program).length === 0;

/** Today for each client, or for one. A client whose time zone cannot be read has the coach's. */
export async function readTodays(
  tx: Tx<CoachScope>,
  deps: ProgramDeps,
  clientId?: string,
): Promise<(clientId: string) => string> {
  const zones = await findClientZones(tx, clientId);
  return (id) => dayInZone(deps.now, zones.get(id) ?? deps.coach.timeZone);
}

async function publish(
  tx: Tx<CoachScope>,
  row: StoredClientProgram,
  { program, version, source }: Pick<NewDraft, 'program' | 'version' | 'source'>,
): Promise<ShownRow | undefined> {
  await deleteDraft(tx, row.id);
  const publishedDraft = version;
  if (isDeepStrictEqual(row.program, program)) return updateClientProgram(tx, row.id, { publishedDraft });
  const endDay = endDayWith(program, row, await selectSpans(tx, [row.clientId]));
  const generated = row.generated || source !== 'coach';
  const change = { content: program, version: row.version + 1, endDay, publishedDraft, generated };
  return updateClientProgram(tx, row.id, change);
}

/**
 * Publishes the draft to the client, whose past days stay as they were. Idempotent.
 * @throws NOT_FOUND, PROGRAM_CHANGED when draft or program have changed since, EMPTY_DAYS
 */
export async function publishClientDraft(
  tx: Tx<CoachScope, 'PROGRAM_CHANGED' | 'EMPTY_DAYS'>,
  { clientProgramId, draftVersion }: { clientProgramId: string; draftVersion: number },
  deps: ProgramDeps,
): Promise<ClientProgram> {
  const { client, row } = await lockWithClient(tx, clientProgramId);
  const draft = await findDraft(tx, clientProgramId);
  if (!draft && row.publishedDraft === draftVersion) return toClientProgram(row);
  if (draft?.version !== draftVersion || draft.programVersion !== row.version) throw refuse(tx, 'PROGRAM_CHANGED');
  requireFilledDays(tx, draft.program);
  const todayFor = await readTodays(tx, deps, row.clientId);
  const program = holdPast({ own: row.program, changed: draft.program, dates: row, today: todayFor(row.clientId) });
  // An old draft and what has passed since can be too long together.
  if (!isValidProgram(program)) throw refuse(tx, 'PROGRAM_CHANGED');
  const published = await publish(tx, row, { program, version: draft.version, source: draft.source });
  if (!published) throw refuse('NOT_FOUND');
  if (published.version !== row.version) {
    const changes = describeChanges(row.program, program);
    const { name } = program;
    await announceChange(tx, deps, client, { id: row.id, name, changes });
  }
  return toClientProgram(published);
}

/**
 * Changes start day and weekdays, and resets moved days. Overlapping programs of the client end the day before the new
 * start; a later program keeps its days. Idempotent.
 * @throws NOT_FOUND
 */
export async function rescheduleClientProgram(
  tx: Tx<CoachScope>,
  { clientProgramId: id, startDay, weekdays }: { clientProgramId: string; startDay: string; weekdays: number[] },
  deps: ProgramDeps,
): Promise<ClientProgram> {
  const { client, row } = await lockWithClient(tx, id);
  if (row.startDay === startDay && isDeepStrictEqual(row.weekdays, weekdays)) return toClientProgram(row);
  const others = (await selectSpans(tx, [row.clientId])).filter((span) => span.id !== id);
  let { endDay } = row;
  if (row.startDay !== startDay) {
    endDay = endDayWith(row.program, { ...row, startDay, endDay: endDayOf(row.program, startDay) }, others);
    const earlier = others.filter((span) => span.startDay <= startDay);
    await endOverlapping(tx, deps, earlier, { startDay, endDay });
  }
  const moved = await updateClientProgram(tx, id, { startDay, weekdays, endDay, moved: {} });
  if (!moved) throw refuse('NOT_FOUND');
  const changes = [rescheduledText({ startDay, weekdays }, todayOf(deps))];
  await announceChange(tx, deps, client, { id, name: row.program.name, changes });
  return toClientProgram(moved);
}

/** Ends a program today, or removes one that has not started. Idempotent. */
export async function endClientProgram(tx: Tx<CoachScope>, id: string, deps: ProgramDeps): Promise<void> {
  const found = await findClientProgram(tx, id);
  if (!found) return;
  await lockClients(tx, [found.clientId]);
  const row = await lockClientProgram(tx, id);
  const today = todayOf(deps);
  if (!row || row.endDay <= today) return;
  const isRemoved = row.startDay > today;
  if (isRemoved) await deleteClientProgram(tx, id);
  else await updateClientProgram(tx, id, { endDay: today });
  const change = isRemoved ? 'Removed before it started' : `Ended on ${dayLabel(today, today)}`;
  await announceEnd(tx, deps, { id, clientId: row.clientId, name: row.program.name, change });
}
