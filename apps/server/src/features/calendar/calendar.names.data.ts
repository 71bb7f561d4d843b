import { type SQL, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachSessions, sessionSeries } from './calendar.table.ts';

/** Statements that copy the name of a client to sessions to come and to series that go on. */
export function updateClientName({ coachId, clientId }: { coachId: string; clientId: string }, now: Date): SQL[] {
  const follow = (table: SQL, isOpen: SQL) => sql`update ${table} s set client_name = r.full_name
    from ${relationships} r where r.coach_id = ${coachId} and r.client_id = ${clientId}
      and s.coach_id = ${coachId} and s.client_id = ${clientId} and s.client_name <> r.full_name and ${isOpen}`;
  return [
    follow(sql`${coachSessions}`, sql`s.session_date > ${now.toISOString()}::timestamptz and s.status = 'scheduled'`),
    follow(sql`${sessionSeries}`, sql`not s.ended`),
  ];
}
