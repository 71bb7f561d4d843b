import { OPEN_STATUSES, type StatusChange } from '@stridewell/contract/pipeline/pipeline.rules';
import { sql } from 'drizzle-orm';
import { countActiveClients } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { leadEvents, leads, leadTasks } from './pipeline.table.ts';

/** How often leads changed from one status to another, and the number of active clients. */
export const selectPipelineCounts = prepared('pipeline_counts', (tx: Tx<CoachScope>, { coachId }) =>
  tx
    .select({
      changes: sql<StatusChange[]>`coalesce(json_agg(json_build_object('from', c.from_status, 'to', c.to_status,
        'times', c.times)), '[]')`,
      activeClients: sql<number>`(${countActiveClients(tx, coachId)})::int`,
    })
    .from(sql`(select from_status, to_status, count(*) as times from ${leadEvents}
      where coach_id = ${coachId} group by from_status, to_status) c`),
);

/** Most rows on the agenda. The pipeline page has all. */
const DUE_SHOWN = 20;
const isOpen = sql.raw(`l.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`);

/**
 * Builds the statement of due follow-ups and tasks of open leads, longest due first, with their total number. The columns
 * are those of due tasks about clients, so that the agenda reads both at once.
 */
export function dueFollowUps(tx: Tx<CoachScope>, { coachId, today }: Places<{ today: string }>) {
  const due = sql`(
    select l.id, l.name, l.follow_up_on as due_on, null as task from ${leads} l
    where l.coach_id = ${coachId} and ${isOpen} and l.follow_up_on <= ${today}
    union all
    select l.id, l.name, t.due_on, t.text from ${leadTasks} t
    join ${leads} l on l.coach_id = ${coachId} and l.id = t.lead_id
    where t.coach_id = ${coachId} and ${isOpen} and t.done_at is null and t.due_on <= ${today}
  ) due`;
  return tx
    .select({
      id: sql<string>`id`.as('id'),
      clientId: sql<string | null>`null::uuid`.as('client_id'),
      name: sql<string>`name`.as('name'),
      dueOn: sql<string>`due_on::text`.as('due_on_text'),
      task: sql<string | null>`task`.as('task'),
      place: sql<number>`(row_number() over (order by due_on, name, id))::int`.as('place'),
      total: sql<number>`(count(*) over ())::int`.as('total'),
    })
    .from(due)
    .orderBy(sql`due_on, name, id`)
    .limit(DUE_SHOWN);
}

export const selectDueFollowUps = prepared('due_follow_ups', dueFollowUps);
