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

/** Due follow-ups and tasks of open leads, longest due first, with their total number. */
export const selectDueFollowUps = prepared(
  'due_follow_ups',
  (tx: Tx<CoachScope>, { coachId, today }: Places<{ today: string }>) => {
    const due = sql`(
      select l.id as lead_id, l.name, l.follow_up_on as due_on, null as task from ${leads} l
      where l.coach_id = ${coachId} and ${isOpen} and l.follow_up_on <= ${today}
      union all
      select l.id, l.name, t.due_on, t.text from ${leadTasks} t
      join ${leads} l on l.coach_id = ${coachId} and l.id = t.lead_id
      where t.coach_id = ${coachId} and ${isOpen} and t.done_at is null and t.due_on <= ${today}
    ) due`;
    return tx
      .select({
        leadId: sql<string>`lead_id`,
        name: sql<string>`name`,
        dueOn: sql<string>`due_on::text`,
        task: sql<string | null>`task`,
        total: sql<number>`count(*) over ()::int`,
      })
      .from(due)
      .orderBy(sql`due_on, name, lead_id`)
      .limit(DUE_SHOWN);
  },
);
