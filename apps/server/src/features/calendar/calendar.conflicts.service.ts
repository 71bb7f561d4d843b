import type { CalendarBusy, CoachSession, RepeatInput } from '@stridewell/contract/calendar/calendar';
import { type BusyTime, busyParts } from '@stridewell/contract/calendar/calendar.bookings.rules';
import {
  type ApplyTo,
  MAX_BUFFER_MINUTES,
  MAX_SESSION_MINUTES,
  occurrencesBetween,
  SERIES_HORIZON_DAYS,
  sessionsCollide,
  timeProblem,
} from '@stridewell/contract/calendar/calendar.rules';
import { addDays } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type CoachAccess, listExternalBusy } from './calendar.busy.service.ts';
import { findSession, findType, type SessionRow, selectAround, toSession } from './calendar.data.ts';
import type { CalendarDeps } from './calendar.notice.service.ts';
import { findSeries } from './calendar.series.data.ts';
import { isOpen, planMove, planPattern, ruleOf, startOfChange } from './calendar.series.service.ts';

/** How many sessions of a series are checked: three months for a weekly one. */
const COMPARED = 13;
const SHOWN_CONFLICTS = 5;

type Deps = Pick<CalendarDeps, 'now' | 'coach'>;
/** Sessions and times are checked within this reach of a planned start. */
const REACH_MS = (MAX_SESSION_MINUTES + MAX_BUFFER_MINUTES) * 60_000;
type Plan = {
  startsAt: string;
  minutes: number;
  sessionTypeId: string | null;
  repeat: RepeatInput | null;
  exceptId: string | null;
  apply: ApplyTo;
};
type Conflicts = { sessions: CoachSession[]; count: number; busy: CalendarBusy[] };

/** Planned start times, and the ids of the sessions that would move to them. */
type Planned = { starts: Date[]; own: ReadonlySet<string> };

/** Plans a change of a session, and of the sessions of its series that change with it. */
async function planChange(
  tx: Tx<CoachScope>,
  deps: Deps,
  { row, start, repeat, apply }: { row: SessionRow; start: Date } & Pick<Plan, 'repeat' | 'apply'>,
): Promise<Planned> {
  const series = row.seriesId ? await findSeries(tx, row.seriesId) : undefined;
  const from = await startOfChange(tx, row, apply, deps.now);
  if (!series || !from || !row.originalDay) return { starts: [start], own: new Set([row.id]) };
  const movedTo = start.getTime() === row.sessionDate.getTime() ? null : start;
  const move = { series, from, row, movedTo };
  if (repeat) {
    const { planned, rows } = await planPattern(tx, deps, { ...move, day: row.originalDay, pattern: repeat });
    return { starts: planned.map((one) => one.start), own: new Set(rows.map(({ id }) => id)) };
  }
  const planned = (await planMove(tx, deps, move)).planned.filter(({ old }) => isOpen(old));
  return {
    starts: planned.flatMap((one) => (one.place ? [one.start] : [])),
    own: new Set(planned.map(({ old }) => old.id)),
  };
}

/** Plans a new session or series. */
function planNew(start: Date, repeat: RepeatInput | null, timeZone: string): Planned {
  const own = new Set<string>();
  if (!repeat) return { starts: [start], own };
  const rule = ruleOf(repeat, start, timeZone);
  const occurrences = occurrencesBetween(rule, rule.startDay, addDays(rule.startDay, SERIES_HORIZON_DAYS));
  return { starts: occurrences.map((one) => one.start), own };
}

/**
 * Sessions and times of connected calendars that a planned or changed session, or the next ones of its series, would
 * overlap.
 * @throws BAD_TIME
 */
export async function listConflicts(
  tx: Tx<CoachScope, 'BAD_TIME'>,
  deps: Deps & { access: CoachAccess },
  plan: Plan,
): Promise<Conflicts> {
  const { minutes, exceptId, sessionTypeId } = plan;
  const start = new Date(plan.startsAt);
  const problem = timeProblem(start, minutes, deps.now);
  if (problem) throw refuse(tx, 'BAD_TIME', { message: problem });
  const [row, type] = await Promise.all([
    exceptId ? findSession(tx, exceptId) : undefined,
    sessionTypeId ? findType(tx, sessionTypeId) : undefined,
  ]);
  const { starts: all, own } = row
    ? await planChange(tx, deps, { ...plan, row, start })
    : planNew(start, plan.repeat, deps.coach.timeZone);
  const starts = all.slice(0, COMPARED);
  if (starts.length === 0) return { sessions: [], count: 0, busy: [] };
  const rows = await selectAround(tx, starts, REACH_MS);
  const external = await listExternalBusy(tx, reachOf(starts), deps);
  // Unless its type changes, a session keeps its buffers.
  const { bufferBefore = 0, bufferAfter = 0 } = (row?.sessionTypeId === sessionTypeId ? row : type) ?? {};
  const overlaps = (other: BusyTime) =>
    starts.some((at) => sessionsCollide({ start: at, minutes, bufferBefore, bufferAfter }, other));
  const hits = rows.filter((other) => !own.has(other.id) && overlaps({ ...other, start: other.sessionDate }));
  const busy = external.filter((time) => busyParts(time).some(overlaps));
  return {
    sessions: hits.slice(0, SHOWN_CONFLICTS).map(toSession),
    count: hits.length,
    busy: busy.slice(0, SHOWN_CONFLICTS),
  };
}

/** The time from the first to the last of these starts, with all that could overlap them. */
function reachOf(starts: readonly Date[]): { from: Date; to: Date } {
  const times = starts.map((start) => start.getTime());
  return { from: new Date(Math.min(...times) - REACH_MS), to: new Date(Math.max(...times) + REACH_MS) };
}
