import { billedClients, monthlyFeeCents } from '@stridewell/contract/billing/billing.invoices.rules';
import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { donePeriodsOf } from '@stridewell/contract/clients/clients.figures.rules';
import { type TrackedClient, trackClient } from '@stridewell/contract/dashboard/dashboard.rules';
import type { ClientMetrics } from '@stridewell/contract/metrics/metrics';
import type { WorkoutAdherence } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { and, desc, eq, lte, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { platformMrr } from '../src/features/billing/billing.figures.service.ts';
import { checkIns } from '../src/features/checkins/checkins.table.ts';
import { clientMetricsOf } from '../src/features/metrics/metrics.service.ts';
import { createDemoApp, type DemoApp } from '../test/demo-app.ts';
import { countRows } from '../test/owner.ts';
import { DEMO_FORMER } from './demo-former.ts';

let test: DemoApp;
beforeAll(async () => {
  test = await createDemoApp();
}, 120_000);
afterAll(() => test.close());

const count = (table: string) => countRows(test, table);

/** Rows of a query that must find none: each is a contradiction in the demo. */
const contradictions = async (query: string) => (await test.owner.execute(sql.raw(query))).rows;
const zone = "'America/Los_Angeles'";
const kindOf = (type: string) => `n.type = '${type}' and n.user_id = r.coach_id`;
const to = "n.metadata ->> 'client_id' = r.client_id::text and n.metadata ->> 'coach_id' = r.coach_id::text";

/** When the client of the row `r` left. */
const ends = `(select occurred_at from events where coach_id = r.coach_id and client_id = r.client_id
  and type = 'relationship.ended') ended(at)`;

describe('the demo agrees with itself', () => {
  it('notifies people of every event at its time, and of nothing else', async () => {
    // The time of each notification's cause; no cause gives null.
    const causes = `select n.user_id, n.title, n.message, n.created_at, case n.type
        when 'client_assigned' then r.accepted_at
        when 'coach_assigned' then r.accepted_at
        when 'check_in_completed' then (select c.submitted_at from check_ins c
          where c.coach_id = r.coach_id and c.client_id = r.client_id and c.id::text = n.metadata ->> 'check_in_id')
        when 'check_in_reviewed' then (select c.reviewed_at from check_ins c join messages m
          on m.coach_id = c.coach_id and m.id = c.reply_id and m.created_at = c.reviewed_at and m.body = n.message
          where c.coach_id = r.coach_id and c.client_id = r.client_id and c.id::text = n.metadata ->> 'check_in_id')
        when 'message_received' then (select m.created_at from messages m
          where m.coach_id = r.coach_id and m.client_id = r.client_id and m.created_at = n.created_at
            and n.message = left(regexp_replace(m.body, '\\s+', ' ', 'g'), length(n.message))
            and n.user_id = case m.sender when 'coach' then r.person_id else r.coach_id end)
        when 'target_proposed' then (select v.created_at from target_reviews v where v.coach_id = r.coach_id
          and v.client_id = r.client_id and v.kind in ('approve', 'apply', 'refer') and v.created_at = n.created_at)
        when 'check_in_due' then o.at when 'check_in_overdue' then o.at end as at
      from notifications n
      left join client_coach_relationships r on ${to} and n.user_id in (r.coach_id, r.person_id)
      left join lateral (select (i.due_day + 1 + time '09:00') at time zone ${zone} as at from check_in_reminders i
        where i.coach_id = r.coach_id and i.client_id = r.client_id and i.kind = 'overdue'
          and not exists (select from check_ins c where c.coach_id = i.coach_id and c.client_id = i.client_id
            and c.day between i.due_day and i.due_day + 1)
          and (i.due_day + 1 + time '09:00') at time zone ${zone} = n.created_at) o on true`;
    expect(await contradictions(`select * from (${causes}) told where at is distinct from created_at`)).toEqual([]);
    const all = await count('notifications');
    const expected = await count(`(select coach_id from client_coach_relationships
      union all select coach_id from client_coach_relationships
      union all select coach_id from check_ins
      union all select coach_id from messages
      union all select coach_id from target_reviews where kind in ('approve', 'apply', 'refer')
      union all select coach_id from check_in_reminders union all select coach_id from check_in_reminders) causes`);
    expect(all).toBe(expected);
    expect(await count('check_in_reminders')).toBeGreaterThan(5);
  });

  it('has unread notifications for check-ins and messages that the coach has not read', async () => {
    const counts = `select r.coach_id, r.client_id,
        (select count(*) from notifications n where ${kindOf('check_in_completed')} and ${to} and not n.read) as new_check_ins,
        (select count(*) from check_ins c where c.coach_id = r.coach_id and c.client_id = r.client_id
          and c.reviewed_at is null) as unreviewed,
        (select count(*) from notifications n where ${kindOf('message_received')} and ${to} and not n.read) as new_messages,
        (select count(*) from messages m join read_markers k on k.coach_id = m.coach_id and k.client_id = m.client_id
          and k.side = 'coach' where m.coach_id = r.coach_id and m.client_id = r.client_id and m.sender = 'client'
          and m.seq > k.seq) as unread,
        (select count(*) from notifications n where n.user_id = r.person_id and not n.read) as of_client,
        (select count(*) from read_markers k join conversations v on v.coach_id = k.coach_id
          and v.client_id = k.client_id where k.coach_id = r.coach_id and k.client_id = r.client_id
          and k.side = 'client' and k.seq < v.last_seq) as unread_by_client
      from client_coach_relationships r`;
    const wrong = 'new_check_ins <> unreviewed or new_messages <> unread or of_client <> unread_by_client';
    expect(await contradictions(`select * from (${counts}) counts where ${wrong}`)).toEqual([]);
    const ofCoach = await contradictions(`select coach_id from (${counts}) counts group by coach_id
      having sum(unread) = 0 or sum(unreviewed) = 0 or sum(unread + unreviewed) <>
        (select count(*) from notifications n where n.user_id = coach_id and not n.read)`);
    expect(ofCoach).toEqual([]);
    expect(await count("notifications where not read and type not in ('check_in_completed', 'message_received')")).toBe(
      0,
    );
  });

  it('never repeats a text to the clients of one coach', async () => {
    const own = `messages m where not exists (select from broadcast_recipients b
      where b.coach_id = m.coach_id and b.client_id = m.client_id and b.seq = m.seq)`;
    expect(
      await contradictions(`select coach_id, body from ${own} group by coach_id, body having count(*) > 1`),
    ).toEqual([]);
    expect(await count(own)).toBeGreaterThan(300);
  });

  it('has messages only with joined clients, in the past and in order', async () => {
    const wrong = `select m.body, m.created_at from messages m
      join client_coach_relationships r on r.coach_id = m.coach_id and r.client_id = m.client_id
      left join messages before on before.coach_id = m.coach_id and before.client_id = m.client_id
        and before.seq = m.seq - 1
      where m.created_at <= r.accepted_at or m.created_at > now() or before.created_at > m.created_at
        or (m.seq > 1 and before.seq is null)
        or extract(hour from m.created_at at time zone ${zone}) not between 7 and 21`;
    expect(await contradictions(wrong)).toEqual([]);
    const copies = `select b.client_id from broadcast_recipients b
      join broadcasts g on g.coach_id = b.coach_id and g.id = b.broadcast_id
      left join messages m on m.coach_id = b.coach_id and m.client_id = b.client_id and m.seq = b.seq
      where m.body is distinct from g.body or m.created_at is distinct from g.created_at`;
    expect(await contradictions(copies)).toEqual([]);
    const missedOut = `select r.full_name from client_coach_relationships r
      join broadcasts g on g.coach_id = r.coach_id and g.created_at > r.accepted_at
        and not exists (select from ${ends} where ended.at < g.created_at)
      where not exists (select from broadcast_recipients b where b.coach_id = g.coach_id and b.broadcast_id = g.id
        and b.client_id = r.client_id)`;
    expect(await contradictions(missedOut)).toEqual([]);
  });

  it('keeps silent clients silent', async () => {
    const silent = `client_coach_relationships r where exists (select from check_in_reminders i
      where i.coach_id = r.coach_id and i.client_id = r.client_id and i.kind = 'overdue' and i.due_day > r.last_check_in_day)`;
    expect(await count(silent)).toBeGreaterThan(3);
    const noise = `select r.full_name from ${silent} and (
      exists (select from messages m where m.coach_id = r.coach_id and m.client_id = r.client_id and m.sender = 'client'
        and (m.created_at at time zone ${zone})::date > r.last_check_in_day)
      or exists (select from client_visits v where v.coach_id = r.coach_id and v.client_id = r.client_id
        and v.day > r.last_check_in_day + 7)
      or exists (select from measurements m where m.coach_id = r.coach_id and m.client_id = r.client_id
        and m.day > r.last_check_in_day + 7)
      or exists (select from coach_sessions s where s.coach_id = r.coach_id and s.client_id = r.client_id
        and s.status = 'completed' and (s.session_date at time zone ${zone})::date > r.last_check_in_day + 6))`;
    expect(await contradictions(noise)).toEqual([]);
  });

  it('has a visit on each day on which a client did something, and none outside of the coaching', async () => {
    expect(await count('client_visits')).toBeGreaterThan(1000);
    const ofRow = 'v.coach_id = r.coach_id and v.client_id = r.client_id';
    const acted = `select r.full_name, e.type, e.occurred_at from client_coach_relationships r
      join events e on e.coach_id = r.coach_id and e.client_id = r.client_id and e.actor = 'client'
      where e.type <> 'session.started' and e.occurred_at <= now() and not exists (select from client_visits v
        where ${ofRow} and v.day = (e.occurred_at at time zone ${zone})::date
          and e.occurred_at between v.first_at and v.last_at)`;
    expect(await contradictions(acted)).toEqual([]);
    const strange = `select r.full_name, v.day from client_visits v join client_coach_relationships r on ${ofRow}
      where v.last_at > now() or (v.first_at at time zone ${zone})::date <> v.day
        or (v.last_at at time zone ${zone})::date <> v.day or r.accepted_at is null
        or v.day < (r.accepted_at at time zone ${zone})::date
        or r.status in ('archived', 'ended') and exists (select from ${ends} where v.first_at > ended.at)`;
    expect(await contradictions(strange)).toEqual([]);
    const more = `client_visits v where v.first_at = v.last_at and not exists (select from events e
      where e.coach_id = v.coach_id and e.client_id = v.client_id and e.occurred_at = v.first_at)`;
    expect(await count(more)).toBeGreaterThan(100);
  });

  it('has a check-in and its review for every reply, and shows replies', async () => {
    const wrong = `select c.id from check_ins c left join messages m on m.coach_id = c.coach_id
        and m.client_id = c.client_id and m.id = c.reply_id and m.sender = 'coach'
      where c.reply_id is not null and (m.id is null or m.created_at is distinct from c.reviewed_at)`;
    expect(await contradictions(wrong)).toEqual([]);
    expect(await count('check_ins where reply_id is not null')).toBeGreaterThan(30);
    expect(
      await contradictions(`select full_name from coaches k
        where not exists (select from check_ins c where c.coach_id = k.id and c.reply_id is not null)`),
    ).toEqual([]);
  });

  it('has past sessions marked, and no two at the same time', async () => {
    const wrong = `select s.client_name, s.session_date from coach_sessions s
      left join client_coach_relationships r on r.coach_id = s.coach_id and r.client_id = s.client_id
      where (s.status = 'scheduled' and s.cancelled_at is null
          and (s.session_date at time zone ${zone})::date < (now() at time zone ${zone})::date)
        or (s.status <> 'scheduled' and s.session_date > now())
        or s.client_name is distinct from r.full_name or s.session_date < r.accepted_at`;
    expect(await contradictions(wrong)).toEqual([]);
    const twice = `select a.session_date from coach_sessions a join coach_sessions b on b.coach_id = a.coach_id
      and b.id > a.id and b.session_date < a.session_date + make_interval(mins => a.minutes)
      and a.session_date < b.session_date + make_interval(mins => b.minutes)`;
    expect(await contradictions(twice)).toEqual([]);
  });

  it('has the figures of the rules for past days', async () => {
    const { rows } = await test.owner.execute<ClientMetrics & { coachId: string }>(sql`
      select coach_id as "coachId", date::text, total_active_clients as "totalActiveClients",
        clients_on_track as "clientsOnTrack", workout_adherence as "workoutAdherence",
        most_consistent_client_name as "mostConsistentClientName",
        most_consistent_client_streak as "mostConsistentClientStreak", clients_change as "clientsChange"
      from client_metrics order by coach_id, date`);
    expect(rows).toHaveLength(6 * 4);
    for (const [index, { coachId, ...stored }] of rows.entries()) {
      const before = rows[index - 1];
      const activeBefore = before?.coachId === coachId ? before.totalActiveClients : null;
      expect(clientMetricsOf(await clientsOn(coachId, stored.date), { today: stored.date, activeBefore })).toEqual(
        stored,
      );
    }
  });

  it('has books and leads that match its clients', async () => {
    const wrong = `select l.name from leads l join client_coach_relationships r
        on r.coach_id = l.coach_id and r.client_id = l.client_id
      where l.name <> r.full_name or l.email <> r.email or l.last_contact >= (r.accepted_at at time zone ${zone})::date
      union all select l.name from leads l where l.last_contact < (l.created_at at time zone ${zone})::date
        or l.status_since > now() or (l.lost_reason is null) = (l.status = 'lost')
      union all select l.name from leads l join lateral (select e.to_status, e.occurred_at from lead_events e
          where e.coach_id = l.coach_id and e.lead_id = l.id order by e.occurred_at desc limit 1) e on true
        where e.to_status <> l.status or e.occurred_at <> l.status_since
      union all select l.name from lead_events e join leads l on l.coach_id = e.coach_id and l.id = e.lead_id
        where e.from_status is distinct from (select b.to_status from lead_events b where b.coach_id = e.coach_id
          and b.lead_id = e.lead_id and b.occurred_at < e.occurred_at order by b.occurred_at desc limit 1)`;
    expect(await contradictions(wrong)).toEqual([]);
    const paid = `select coach_id, to_char(occurred_on, 'YYYY-MM') from ledger_entries e where kind = 'revenue'
      group by coach_id, to_char(occurred_on, 'YYYY-MM') having count(*) <> (select count(*)
        from client_coach_relationships r where r.coach_id = e.coach_id
          and to_char(r.accepted_at at time zone ${zone}, 'YYYY-MM') <= to_char(min(e.occurred_on), 'YYYY-MM')
          and not exists (select from ${ends}
            where (ended.at at time zone ${zone})::date <= date_trunc('month', min(e.occurred_on))))`;
    expect(await contradictions(paid)).toEqual([]);
    const open = `select i.label from client_invoices i where i.paid_cents <> coalesce((select sum(p.amount_cents)
        from client_payments p where p.coach_id = i.coach_id and p.invoice_id = i.id and p.status = 'succeeded'), 0)
      union all select p.id::text from client_payments p left join ledger_entries e on e.coach_id = p.coach_id
        and e.source_id = p.id and e.kind = 'revenue' and e.amount_cents = p.amount_cents
        and e.currency = p.currency and e.occurred_on = p.paid_on and e.client_id = p.client_id
        where (p.status = 'succeeded') <> (e.id is not null)
      union all select e.id::text from ledger_entries e where e.kind = 'revenue' and e.source <> 'payment'
      union all select s.id::text from client_subscriptions s where s.next_due_on <= (now() at time zone ${zone})::date
        or exists (select 1 from client_invoices i where i.coach_id = s.coach_id and i.subscription_id = s.id
          and i.total_cents <> s.amount_cents)
      union all select c.coach_id::text from invoice_counters c where c.last <> (select count(*)
        from client_invoices i where i.coach_id = c.coach_id and i.number between 1 and c.last)`;
    expect(await contradictions(open)).toEqual([]);
  });

  it('has a year of money for the pro coach, and subscriptions that end with the coaching', async () => {
    const [pro] = await contradictions("select id from users where email = 'demo.coach.pro@example.com'");
    const months = await contradictions(`select to_char(occurred_on, 'YYYY-MM') as month,
      count(*) filter (where kind = 'revenue') as paid, count(*) filter (where kind = 'expense') as spent
      from ledger_entries where coach_id = '${pro?.id}' group by 1`);
    expect(months.length).toBeGreaterThanOrEqual(13);
    expect(months.filter(({ paid, spent }) => paid === '0' || spent === '0')).toEqual([]);
    const wrong = `select s.id::text from client_subscriptions s join client_coach_relationships r
        on r.coach_id = s.coach_id and r.client_id = s.client_id
        where s.ends_on is distinct from (select (ended.at at time zone ${zone})::date from ${ends})
          or (s.ends_on is null) <> (r.status = 'active') or (s.ends_on is null) <> (s.next_due_on is not null)
      union all select s.id::text from client_subscriptions s join lateral (select c.monthly_cents, c.number
          from subscription_changes c where c.coach_id = s.coach_id and c.subscription_id = s.id
          order by c.number desc limit 1) c on true
        where c.number <> s.version or c.monthly_cents <> case when s.ends_on is null then s.amount_cents else 0 end`;
    expect(await contradictions(wrong)).toEqual([]);
    const paid = await contradictions(`select coach_id from ledger_entries where kind = 'revenue'
        and to_char(occurred_on, 'YYYY-MM') = to_char(now() at time zone ${zone}, 'YYYY-MM') group by coach_id
        having sum(amount_cents) <> (select sum(amount_cents) from client_subscriptions s
          where s.coach_id = ledger_entries.coach_id and s.ends_on is null)`);
    expect(paid).toEqual([]);
  });

  it('keeps the history of former clients up to the day they left', async () => {
    const left = `client_coach_relationships r cross join lateral ${ends}`;
    expect(await count(left)).toBe(DEMO_FORMER.length);
    const wrong = `select r.full_name from ${left} where r.status <> 'ended' or ended.at > now()
        or not exists (select from check_ins c where c.coach_id = r.coach_id and c.client_id = r.client_id)
        or not exists (select from client_notes n where n.coach_id = r.coach_id and n.client_id = r.client_id
          and n.created_at = ended.at and n.pinned)
        or exists (select from check_ins c where c.coach_id = r.coach_id and c.client_id = r.client_id
          and c.submitted_at > ended.at)
        or exists (select from messages m where m.coach_id = r.coach_id and m.client_id = r.client_id
          and m.created_at > ended.at)
        or exists (select from coach_sessions s where s.coach_id = r.coach_id and s.client_id = r.client_id
          and s.session_date > ended.at)
      union all select r.full_name from client_coach_relationships r where r.status = 'ended'
        and not exists (select from ${ends})`;
    expect(await contradictions(wrong)).toEqual([]);
  });

  it('has drafted programs beside those built by the coach', async () => {
    const plans = await contradictions(`select p.generated, count(*)::int as count from client_programs p
      left join planner_drafts d on d.coach_id = p.coach_id and d.used_as::text = p.program_id
        and d.approved_at = p.assigned_at and d.drafted_by = 'engine' and d.violations = '{}'
      left join programs t on t.coach_id = p.coach_id and t.id::text = p.program_id
      where p.generated = (d.id is not null) and p.generated = t.generated group by p.generated order by p.generated`);
    expect(plans).toEqual([
      { generated: false, count: expect.any(Number) },
      { generated: true, count: 3 },
    ]);
    expect(await count('client_programs')).toBe(plans.reduce((sum, plan) => sum + Number(plan.count), 0));
  });

  it('has coaches who pay for their plan and clients, consistently on every page', async () => {
    const wrong = `select u.email from users u left join subscriptions s on s.user_id = u.id and s.status = 'active'
        where u.is_demo and ((s.id is not null) <> (u.plan in ('plus', 'pro')) or s.plan <> u.plan
          or u.stripe_customer_id is distinct from s.customer_id
          or (s.id is not null) <> exists (select from prospects p where p.coach_id = u.id and p.stage = 'won'))
      union all select s.id from subscriptions s left join sandbox_subscriptions b on b.id = s.id
        where (b.plan, b.status, b.clients, b.customer_id, b.current_period_end, b.created_at) is distinct from
          (s.plan, s.status, s.clients, s.customer_id, s.current_period_end, s.created_at)
        or s.current_period_end <= now() or s.current_period_end > now() + interval '31 days'
      union all select s.id from subscriptions s left join purchases p on p.subscription_id = s.id
        and p.user_id = s.user_id and p.plan = s.plan and p.paid_at = s.created_at
        left join sandbox_checkouts c on c.id = p.session_id and c.subscription_id = s.id and c.status = 'complete'
        where c.id is null
      union all select i.id from sandbox_invoices i where i.status <> 'paid' or i.created_at > now()
        or i.amount_cents <> (select sum((line ->> 'amountCents')::int) from jsonb_array_elements(i.lines) line)
        or exists (select from sandbox_invoices e where e.number < i.number and e.created_at > i.created_at)`;
    expect(await contradictions(wrong)).toEqual([]);
    const rows = await contradictions(`select s.plan, s.clients, (select count(*)::int from client_coach_relationships r
        where r.coach_id = s.user_id and r.status in ('invited', 'active', 'paused')) as seats
      from subscriptions s`);
    const fees = rows.map(({ plan, seats }) => monthlyFeeCents(plan as PaidPlan, Number(seats)));
    for (const { plan, seats, clients } of rows) expect(clients).toBe(billedClients(plan as PaidPlan, Number(seats)));
    expect(rows).toHaveLength(3);
    const { cents } = await platformMrr(test.services.db, test.now);
    expect(cents).toBe(fees.reduce((sum, fee) => sum + fee, 0));
  });

  it('has inbox and pipeline entries for visitors’ submissions', async () => {
    expect(await count('contacts')).toBe(6);
    expect(
      await contradictions(`select c.name from contacts c where not exists (select from contact_submissions s
          where s.id = c.id and s.form_data ->> 'businessEmail' = c.email and s.created_at = c.received_at)
          and not exists (select from form_submissions f where f.id = c.id and f.email = c.email and f.created_at = c.received_at)
        union all select c.name from contacts c where c.demo_at is distinct from
          (select b.starts_at from demo_bookings b where b.email = c.email)
        union all select c.name from contacts c where (c.status = 'new') <> (c.assignee_id is null)
        union all select c.name from contacts c where c.status in ('answered', 'closed')
          and not exists (select from contact_entries e where e.contact_id = c.id and e.kind = 'reply')
        union all select c.name from contacts c where c.received_at > now()`),
    ).toEqual([]);
  });

  it('has prospects at the stage of their touches', async () => {
    expect(await count('prospects')).toBe(10);
    expect(
      await contradictions(`select p.name from prospects p where p.first_touch_at <>
          (select min(t.at) from prospect_touches t where t.email = p.email)
        union all select p.name from prospects p where (p.coach_id is not null) <>
          exists (select from prospect_touches t where t.email = p.email and t.kind = 'sign_up')
        union all select p.name from prospects p where (p.stage = 'won') <>
          exists (select from prospect_touches t where t.email = p.email and t.kind = 'purchase')
        union all select p.name from prospects p where (p.stage in ('demo_booked', 'demo_held')) <>
          exists (select from prospect_touches t where t.email = p.email and t.kind = 'demo_booking')
        union all select p.name from prospects p join demo_bookings b on b.email = p.email
          where (p.stage = 'demo_held') <> (b.starts_at < now())
        union all select p.name from prospects p where p.stage_since > now()
        union all select t.email from prospect_touches t where t.kind <> 'contact_form'
          and not exists (select from prospects p where p.email = t.email)`),
    ).toEqual([]);
  });
});

/** Due and done workouts in the four weeks up to a past day. */
async function workoutsOn(clientId: string, day: string): Promise<WorkoutAdherence> {
  const { rows } = await test.owner.execute<WorkoutAdherence>(sql`
    select count(*)::int as due, count(l.id)::int as done
    from client_programs p
      cross join lateral jsonb_to_recordset(p.training_days) as t(day date, key text)
      join client_coach_relationships r on r.coach_id = p.coach_id and r.client_id = p.client_id
      left join workout_logs l on l.client_program_id = p.id and l.day_key = t.key and l.finished_at is not null
    where p.client_id = ${clientId} and t.day between ${day}::date - 27 and ${day} and t.day <= p.end_day
      and (l.id is not null or t.day < ${day} and not t.day <@ r.check_in_pauses)`);
  const [{ due, done } = { due: 0, done: 0 }] = rows;
  return { due, done };
}

/** The clients of a coach on a past day, from stored data. */
async function clientsOn(coachId: string, day: string): Promise<TrackedClient[]> {
  const people = await test.owner
    .select()
    .from(relationships)
    .where(
      and(
        eq(relationships.coachId, coachId),
        sql`(accepted_at at time zone 'America/Los_Angeles')::date <= ${day}`,
        sql`not exists (select from events e where e.coach_id = client_coach_relationships.coach_id
          and e.client_id = client_coach_relationships.client_id and e.type = 'relationship.ended'
          and (e.occurred_at at time zone 'America/Los_Angeles')::date <= ${day})`,
      ),
    )
    .orderBy(relationships.fullName);
  return Promise.all(
    people.map(async ({ clientId, fullName: name, checkInAnchor, ...row }) => {
      const sent = await test.owner
        .select({ day: checkIns.day, weightKg: checkIns.weightKg, adherence: checkIns.adherence })
        .from(checkIns)
        .where(and(eq(checkIns.coachId, coachId), eq(checkIns.clientId, clientId), lte(checkIns.day, day)))
        .orderBy(desc(checkIns.day));
      const schedule = {
        anchorDay: checkInAnchor ?? '',
        intervalDays: row.checkInIntervalDays,
        weekdays: row.checkInWeekdays,
        pauses: row.checkInPauses,
      };
      const days = sent.map((checkIn) => checkIn.day);
      const donePeriods = donePeriodsOf(schedule, days);
      const onboarded = row.onboardingCompleted;
      const workouts = await workoutsOn(clientId, day);
      const facts = {
        clientId,
        name,
        onboarded,
        donePeriods,
        workouts,
        weight: null,
        lastContactDay: null,
        unansweredDay: null,
      };
      return trackClient({ ...facts, ...schedule, checkIns: sent.slice(0, 12) }, day);
    }),
  );
}
