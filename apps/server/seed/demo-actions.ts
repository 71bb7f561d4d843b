import { FOLLOWED, FOLLOWED_DAYS, STAYED_DAYS } from '@stridewell/contract/retention/retention.rules';
import { sql } from 'drizzle-orm';
import type { OwnerDb } from './factories.ts';

/** Days of silence after which a message of the coach counts as an action, and after which the coach calls. */
const SILENT_DAYS = 4;
const CALL_DAYS = 5;

const days = (count: number) => sql.raw(`interval '${count} days'`);

/**
 * Actions of coaches on Coach Pro with clients who had fallen silent, and what followed, from the events and visits that
 * the other seeds made. A message is an action where the coach wrote it during the silence.
 */
export async function seedActions(db: OwnerDb, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    with acts as (
      select coach_id, client_id, occurred_at as at, case type
          when 'message.sent' then 'message' when 'workout.completed' then 'workout' else 'checkIn' end as kind
      from events
      where actor = 'client' and type in ('message.sent', 'workout.completed', 'checkin.submitted')
      union all select coach_id, client_id, first_at, 'visit' from client_visits
      union all select coach_id, client_id, last_at, 'visit' from client_visits
    ),
    silences as (
      select coach_id, client_id, at as began,
        coalesce(lead(at) over (partition by coach_id, client_id order by at), ${at}) as ended
      from acts
    ),
    taken as (
      select s.coach_id, s.client_id, s.began, coalesce(m.at, s.began + ${days(CALL_DAYS)}) as at,
        case when m.at is null then 'call' else 'message' end as action
      from silences s
        join users u on u.id = s.coach_id and u.plan = 'pro'
        left join lateral (
          select min(e.occurred_at) as at from events e
          where e.coach_id = s.coach_id and e.client_id = s.client_id and e.type = 'message.sent' and e.actor = 'coach'
            and e.data ->> 'broadcastId' is null
            and e.occurred_at between s.began + ${days(SILENT_DAYS)} and s.ended
        ) m on true
      where coalesce(m.at, s.began + ${days(CALL_DAYS)}) < least(s.ended, ${at})
        and s.began > ${at} - interval '300 days'
        and not exists (select from events e where e.coach_id = s.coach_id and e.client_id = s.client_id
          and e.type = 'relationship.ended' and e.occurred_at <= coalesce(m.at, s.began + ${days(CALL_DAYS)}))
    )
    insert into risk_actions (coach_id, id, client_id, action, silent_days, done_at, followed, stayed)
    select t.coach_id, gen_random_uuid(), t.client_id, t.action, extract(day from t.at - t.began)::int, t.at,
      case when t.at <= ${at} - ${days(FOLLOWED_DAYS)} then array(
        select f.kind from unnest(${sql.param([...FOLLOWED])}::text[]) with ordinality as f(kind, number)
        where exists (select from acts a where a.coach_id = t.coach_id and a.client_id = t.client_id
          and a.kind = f.kind and a.at > t.at and a.at <= t.at + ${days(FOLLOWED_DAYS)})
        order by f.number) end,
      case when t.at <= ${at} - ${days(STAYED_DAYS + 1)} then not exists (
        select from events e where e.coach_id = t.coach_id and e.client_id = t.client_id
          and e.type = 'relationship.ended' and e.occurred_at > t.at
          and e.occurred_at <= t.at + ${days(STAYED_DAYS)}) end
    from taken t`);
}
