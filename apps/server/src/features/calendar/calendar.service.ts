import type { CoachSession } from '@stridewell/contract/calendar';
import { addDays, dayInZone, dayRangeInZone } from '@stridewell/contract/time';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import { selectSessions, updateSessionStatus } from './calendar.data.ts';

const LIST_LIMIT = 100;
const WINDOW_DAYS = 7;
const UPCOMING_LIMIT = 5;

export const listSessions = (
  tx: Tx<CoachScope>,
  window: { from: string; to: string; status?: CoachSession['status'] | undefined },
) =>
  selectSessions(tx, {
    from: new Date(window.from),
    to: new Date(window.to),
    status: window.status ?? null,
    limit: LIST_LIMIT,
  });

export const setSessionStatus = (tx: Tx<CoachScope>, id: string, status: CoachSession['status']) =>
  updateSessionStatus(tx, id, status);

/** Sessions of the coach's today, and the next five scheduled ones of the seven days from now on. One statement. */
export async function selectDashboardSessions(
  tx: Tx<CoachScope>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ today: CoachSession[]; upcoming: CoachSession[] }> {
  const today = dayInZone(now, timeZone);
  const { start, end } = dayRangeInZone(today, timeZone);
  const { end: horizon } = dayRangeInZone(addDays(today, WINDOW_DAYS), timeZone);
  const sessions = await selectSessions(tx, { from: start, to: horizon, status: null, limit: LIST_LIMIT });
  const nowIso = now.toISOString();
  return {
    today: sessions.filter(({ sessionDate }) => sessionDate < end.toISOString()),
    upcoming: sessions
      .filter(({ sessionDate, status }) => status === 'scheduled' && sessionDate >= nowIso)
      .slice(0, UPCOMING_LIMIT),
  };
}

/** The client's next scheduled session in the coming 60 days. */
export async function nextSession(tx: Tx<ClientScope>, now: Date): Promise<CoachSession | null> {
  const to = new Date(now.getTime() + 60 * 86_400_000);
  const [session] = await selectSessions(tx, { from: now, to, status: 'scheduled', limit: 1 });
  return session ?? null;
}
