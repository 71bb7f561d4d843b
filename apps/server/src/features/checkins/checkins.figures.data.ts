import { type SQL, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { checkIns } from './checkins.table.ts';

type Pair = { coachId: string; clientId: string };

/** Day of the newest check-in, the newest adherence with its day, and whether adherence falls (`adherenceFall`). */
const figuresOf = (coachId: SQL, clientId: SQL): SQL => sql`
  select n.day, n.adherence, n.answered_on, coalesce(n.answers >= 4 and n.mean_before - n.mean_recent >= 15, false) as falling
  from (
    select (array_agg(i.day order by i.place))[1] as day,
      (array_agg(i.adherence order by i.place) filter (where i.adherence is not null))[1] as adherence,
      (array_agg(i.day order by i.place) filter (where i.adherence is not null))[1] as answered_on,
      count(i.adherence) as answers,
      avg(i.adherence) filter (where i.answer <= 2) as mean_recent,
      avg(i.adherence) filter (where i.answer between 3 and 6) as mean_before
    from (
      select p.*, count(p.adherence) over (order by p.place) as answer
      from (
        select k.day, k.adherence, row_number() over (order by k.submitted_at desc, k.id desc) as place
        from ${checkIns} k where k.coach_id = ${coachId} and k.client_id = ${clientId}
        order by k.submitted_at desc, k.id desc limit 12
      ) p
    ) i
  ) n`;

const NOTED = sql`last_check_in_day = f.day, adherence_falling = f.falling, latest_adherence = f.adherence,
  latest_adherence_day = f.answered_on, engagement_until = '-infinity'`;

/**
 * The statement that copies the figures of a client's check-ins to the relationship, so that a long list reads no
 * check-ins. The label is to be renewed. The transaction has locked the relationship before it wrote a check-in: without
 * that, of two check-ins at once neither would count the other.
 */
export const noteCheckIns = ({ coachId, clientId }: Pair): SQL =>
  sql`update ${relationships} r set ${NOTED} from (${figuresOf(sql`${coachId}`, sql`${clientId}`)}) f
    where r.coach_id = ${coachId} and r.client_id = ${clientId}`;

/** The same for all relationships, for seeds that bypass the services. */
export const noteAllCheckIns: SQL = sql`update ${relationships} r set ${NOTED}
  from ${relationships} o cross join lateral (${figuresOf(sql`o.coach_id`, sql`o.client_id`)}) f
  where r.coach_id = o.coach_id and r.client_id = o.client_id and f.day is not null`;
