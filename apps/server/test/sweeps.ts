import { randomUUID } from 'node:crypto';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { TestApp } from './app.ts';
import { aClient, aCoach, aSession, type Client, type Coach } from './people.ts';
import { anInvoice, aSubscription } from './security-cases-money.ts';
import { insertWebhook } from './world-rows-automation.ts';

export type Tenant = { coach: Coach; client: Client };

/** Work of a scheduled job for each tenant. */
export type Sweep = {
  /** When it runs, instead of now. */
  at?: Date;
  /** Makes something due for a tenant. */
  prepare: (test: TestApp, tenant: Tenant) => Promise<unknown>;
  /** Counts how often it was done for a tenant. */
  done: (tenant: Tenant) => SQL;
  /** A table that the work writes, and the column and value that identify the tenant. */
  table: string;
  column?: string;
  value?: (tenant: Tenant) => string;
};

export const aTenant = async (test: TestApp): Promise<Tenant> => {
  const coach = await aCoach(test, { timeZone: 'UTC' });
  return { coach, client: await aClient(test, { of: coach }) };
};

const today = () => dayInZone(new Date(), 'UTC');
const at = (day: string, time: string): Date => new Date(`${day}T${time}:00Z`);
const run =
  (statements: (tenant: Tenant) => readonly SQL[]) =>
  async ({ owner }: TestApp, tenant: Tenant): Promise<void> => {
    for (const statement of statements(tenant)) await owner.execute(statement);
  };
const count = (from: SQL): SQL => sql`select count(*)::int as count from ${from}`;

/** Counts a client's delivered and undelivered notifications of a type. */
const told = ({ client, coach }: Tenant, type: string): SQL =>
  count(sql`(select id from notifications where user_id = ${client.id} and type = ${type}
    union select id from notification_outbox where coach_id = ${coach.id} and user_id = ${client.id} and type = ${type}) as t`);
const mailed = (to: string, template: string): SQL =>
  count(sql`mail_deliveries where recipient = lower(${to}) and template = ${template}`);

const ofPerson = ({ client }: Tenant): string => client.id;
const subscriptionOf = ({ coach }: Tenant): string => `sub_${coach.id}`;
const sandboxSubscription = (tenant: Tenant, status: string): SQL =>
  sql`insert into sandbox_subscriptions
      (id, customer_id, plan, status, clients, card_renews, card_brand, card_last4, current_period_end)
    values (${subscriptionOf(tenant)}, ${`cus_${tenant.coach.id}`}, 'plus', ${status}, 1, true, 'visa', '4242', now() - interval '9 days')
    on conflict (id) do update set status = excluded.status, current_period_end = excluded.current_period_end`;

/** The Monday of next week. */
const SERIES_START = addDays(today(), 8 - (new Date(`${today()}T00:00:00Z`).getUTCDay() || 7));

/** The scheduled jobs that work through tenants, by queue name. */
export const SWEEPS: Readonly<Record<string, Sweep>> = {
  'adjustments.review': {
    prepare: run(({ client }) => [
      sql`insert into adjustment_reviews (coach_id, client_id, due_at)
        values (${client.coachId}, ${client.clientId}, now() - interval '1 hour')
        on conflict (coach_id, client_id) do update set due_at = excluded.due_at`,
    ]),
    done: ({ client }) =>
      sql`select 1 - count(*)::int as count from adjustment_reviews
        where coach_id = ${client.coachId} and client_id = ${client.clientId} and due_at <= now()`,
    table: 'adjustment_reviews',
  },
  'assistant.forget': {
    prepare: run(({ coach }) => [
      sql`insert into assistant_answers (coach_id, id, at, client_ids, content)
        values (${coach.id}, ${randomUUID()}, now() - interval '13 months', '{}', '{}')`,
    ]),
    done: ({ coach }) => sql`select 1 - count(*)::int as count from assistant_answers where coach_id = ${coach.id}`,
    table: 'assistant_answers',
  },
  'calendar.forget_holds': {
    prepare: run(({ coach }) => [
      sql`insert into booking_holds (coach_id, id, recipient, name, email, phone, message, time_zone, session_type_id,
          session_type, starts_at, minutes, buffer_before, buffer_after, held_until)
        values (${coach.id}, ${randomUUID()}, 'ben@example.com', 'Ben Ward', 'ben@example.com', '', '', 'UTC', ${randomUUID()},
          'Strength', now(), 60, 0, 0, now() - interval '2 days')`,
    ]),
    done: ({ coach }) => sql`select 1 - count(*)::int as count from booking_holds where coach_id = ${coach.id}`,
    table: 'booking_holds',
  },
  'targets.review': {
    prepare: run(({ client }) => [
      sql`insert into target_adaptations (coach_id, client_id, due_at)
        values (${client.coachId}, ${client.clientId}, now() - interval '1 hour')
        on conflict (coach_id, client_id) do update set due_at = excluded.due_at`,
    ]),
    done: ({ client }) =>
      sql`select 1 - count(*)::int as count from target_adaptations
        where coach_id = ${client.coachId} and client_id = ${client.clientId} and due_at <= now()`,
    table: 'target_adaptations',
  },
  'billing.overdue': {
    prepare: run((tenant) => [
      sandboxSubscription(tenant, 'past_due'),
      sql`insert into subscriptions
          (id, user_id, customer_id, plan, status, failing_since, cancel_at_period_end, current_period_end)
        values (${subscriptionOf(tenant)}, ${tenant.coach.id}, ${`cus_${tenant.coach.id}`}, 'plus', 'past_due',
          now() - interval '8 days', false, now())`,
      sql`update users set plan = 'plus' where id = ${tenant.coach.id}`,
    ]),
    done: ({ coach }) => mailed(coach.email, 'plan_ended'),
    table: 'subscriptions',
    column: 'user_id',
  },
  'billing.sandbox_renew': {
    prepare: run((tenant) => [sandboxSubscription(tenant, 'active')]),
    done: (tenant) => count(sql`sandbox_invoices where subscription_id = ${subscriptionOf(tenant)}`),
    table: 'sandbox_invoices',
    column: 'subscription_id',
    value: subscriptionOf,
  },
  'calendar.extend': {
    async prepare(test, { coach, client }) {
      await coach.api.calendar.createSession({
        coachId: coach.id,
        id: randomUUID(),
        clientId: client.clientId,
        clientName: null,
        sessionTypeId: null,
        sessionType: 'Strength',
        startsAt: at(SERIES_START, '15:00').toISOString(),
        minutes: 60,
        location: 'Studio',
        notes: '',
        repeat: { frequency: 'weekly', interval: 1, weekdays: [1], untilDay: null, count: null },
      });
      const until = addDays(SERIES_START, 10);
      await test.owner.execute(sql`update session_series set made_until = ${until} where coach_id = ${coach.id}`);
      await test.owner.execute(
        sql`delete from coach_sessions where coach_id = ${coach.id} and original_day > ${until}`,
      );
    },
    done: ({ coach }) =>
      sql`select count(*)::int as count from coach_sessions
        where coach_id = ${coach.id} and original_day = ${addDays(SERIES_START, 98)}`,
    table: 'session_series',
  },
  'calendar.remind': {
    prepare: (test, { client }) =>
      aSession(test, {
        by: client,
        at: new Date(Date.now() + 1_800_000),
        notifiedAt: new Date(Date.now() - 2 * 86_400_000),
      }),
    done: (tenant) => told(tenant, 'session_reminder'),
    table: 'coach_sessions',
  },
  'checkins.remind': {
    // A Monday, on which the check-ins of the clients are due.
    at: at('2026-03-02', '10:00'),
    prepare: async () => undefined,
    done: (tenant) => told(tenant, 'check_in_due'),
    table: 'check_in_reminders',
  },
  'clients.labels': {
    prepare: run(({ coach }) => [
      sql`update client_coach_relationships set engagement_until = '-infinity' where coach_id = ${coach.id}`,
    ]),
    done: ({ coach }) =>
      count(sql`client_coach_relationships where coach_id = ${coach.id} and engagement_until > current_date`),
    table: 'client_coach_relationships',
  },
  'expenses.recurring': {
    prepare: run(({ coach }) => [
      sql`insert into recurring_expenses
          (coach_id, id, amount_cents, currency, payee, category, note, frequency, starts_on, next_on)
        values (${coach.id}, gen_random_uuid(), 900, 'USD', 'Gym', 'rent', '', 'monthly', ${today()}, ${today()})`,
    ]),
    done: ({ coach }) => count(sql`ledger_entries where coach_id = ${coach.id} and source = 'recurring'`),
    table: 'ledger_entries',
  },
  'files.sweep': {
    prepare: run(({ client }) => [
      sql`insert into files (coach_id, id, client_id, uploaded_by, kind, purpose, status, name, content_type, created_at)
        values (${client.coachId}, gen_random_uuid(), ${client.clientId}, ${client.id}, 'pdf', 'message', 'pending',
          'plan.pdf', 'application/pdf', now() - interval '8 days')`,
    ]),
    done: ({ coach }) => sql`select 1 - count(*)::int as count from files where coach_id = ${coach.id}`,
    table: 'files',
  },
  'flows.run': {
    at: at('2026-03-02', '20:00'),
    prepare: run(({ coach, client }) => [
      // Another sweep ended the plan.
      sql`update users set plan = 'pro' where id = ${coach.id}`,
      sql`insert into events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
        values (${coach.id}, gen_random_uuid(), ${client.clientId}, 'relationship.accepted', ${client.clientId}, 'client',
          '2026-02-01')`,
      sql`insert into flows (coach_id, id, kind, name, trigger, steps, quiet_from, quiet_until, hold_out, is_on, version,
          created_at, changed_at)
        values (${coach.id}, gen_random_uuid(), 'reengagement', 'Away', '{"of": "activity", "days": 7}',
          ${JSON.stringify([{ id: randomUUID(), kind: 'message', text: 'Hi' }])}::jsonb, 21, 8, 0, true, 1, now(), now())`,
    ]),
    done: ({ coach }) => count(sql`messages where coach_id = ${coach.id} and automatic`),
    table: 'flow_runs',
  },
  'webhooks.collect': {
    prepare: async (test, { coach, client }) => {
      await insertWebhook(test, coach.id);
      // Another sweep ended the plan.
      await test.owner.execute(sql`update users set plan = 'pro' where id = ${coach.id}`);
      await test.owner.execute(sql`insert into events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
        values (${coach.id}, ${uuidv7()}, ${client.clientId}, 'message.sent', ${client.clientId}, 'client', now())`);
    },
    done: ({ coach, client }) =>
      count(sql`webhook_deliveries where coach_id = ${coach.id} and client_id = ${client.clientId}`),
    table: 'webhook_deliveries',
  },
  'webhooks.forget': {
    prepare: async (test, { coach }) => {
      const { deliveredId } = await insertWebhook(test, coach.id);
      await test.owner.execute(sql`update webhook_deliveries set created_at = now() - interval '31 days'
        where coach_id = ${coach.id} and event_id = ${deliveredId}`);
    },
    done: ({ coach }) => sql`select 1 - count(*)::int as count from webhook_deliveries
      where coach_id = ${coach.id} and created_at < now() - interval '30 days'`,
    table: 'webhook_deliveries',
  },
  'crm.start': {
    prepare: ({ owner }, { coach }) =>
      owner.execute(sql`insert into crm_connections (coach_id, status, sealed, fields, contacts_read_until,
          deals_read_until, next_sync_at, connected_at)
        values (${coach.id}, 'on', 'x', '{}', now(), now(), now() - interval '1 minute', now())`),
    done: ({ coach }) => count(sql`crm_connections where coach_id = ${coach.id} and next_sync_at > now()`),
    table: 'crm_connections',
  },
  'domains.check': {
    prepare: run(({ coach }) => [
      sql`insert into coach_domains (coach_id, domain, token, claimed_at, due_at)
        values (${coach.id}, ${`${coach.id}.example.org`}, 'x', now(), now() - interval '1 minute')`,
    ]),
    done: ({ coach }) => count(sql`coach_domains where coach_id = ${coach.id} and problem = 'unreachable'`),
    table: 'coach_domains',
  },
  'decisions.digest': {
    // A Monday.
    at: at('2026-03-02', '09:00'),
    prepare: run(({ coach }) => [sql`update users set plan = 'pro' where id = ${coach.id}`]),
    done: ({ coach }) => mailed(coach.email, 'monday_digest'),
    table: 'monday_digests',
  },
  'metrics.store': {
    at: at('2026-03-02', '23:30'),
    prepare: async () => undefined,
    done: ({ coach }) => count(sql`client_metrics where coach_id = ${coach.id} and date = '2026-03-02'`),
    table: 'client_metrics',
  },
  'retention.notify': {
    at: at(addDays(today(), 1), '07:30'),
    prepare: run(({ coach, client }) => [
      sql`update users set plan = 'pro' where id = ${coach.id}`,
      sql`insert into events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
        values (${coach.id}, gen_random_uuid(), ${client.clientId}, 'relationship.accepted', ${client.clientId}, 'client',
          now() - interval '30 days')`,
    ]),
    done: ({ coach }) => count(sql`risk_notices where coach_id = ${coach.id}`),
    table: 'risk_notices',
  },
  'integrations.read_calendars': {
    async prepare({ owner, services }, { coach }) {
      // A private address, which is refused.
      const sealed = services.seal.seal(JSON.stringify({ url: 'https://127.0.0.1/calendar.ics' }));
      await owner.execute(sql`update users set plan = 'pro' where id = ${coach.id}`);
      await owner.execute(sql`insert into calendar_connections (coach_id, id, kind, name, host, sealed, next_read_at)
        values (${coach.id}, ${coach.id}, 'feed', 'Family', 'x', ${sealed}, now() - interval '1 hour')`);
      await owner.execute(sql`insert into connected_calendars (coach_id, id, connection_id, key, name, blocks)
        values (${coach.id}, ${coach.id}, ${coach.id}, '', 'Family', true)`);
    },
    done: ({ coach }) => count(sql`calendar_connections where coach_id = ${coach.id} and problem = 'private_address'`),
    table: 'calendar_connections',
  },
  'integrations.write_sessions': {
    async prepare({ owner, services }, { coach }) {
      // A private address, which is refused.
      const sealed = services.seal.seal('{"server":"https://127.0.0.1/","user":"maya","password":"app-password-1"}');
      const id = randomUUID();
      await owner.execute(sql`update users set plan = 'pro' where id = ${coach.id}`);
      await owner.execute(sql`insert into calendar_connections (coach_id, id, kind, name, host, sealed, next_read_at)
        values (${coach.id}, ${id}, 'caldav', 'Work', 'x', ${sealed}, now() + interval '1 day')`);
      await owner.execute(sql`insert into connected_calendars (coach_id, id, connection_id, key, name, blocks)
        values (${coach.id}, ${id}, ${id}, 'https://127.0.0.1/maya/', 'Maya', false)`);
      await owner.execute(sql`insert into session_calendars (coach_id, calendar_id, connection_id, active, next_write_at)
        values (${coach.id}, ${id}, ${id}, true, now() - interval '1 hour')`);
      await owner.execute(sql`insert into coach_sessions (coach_id, id, client_name, session_type, session_date)
        values (${coach.id}, gen_random_uuid(), 'Ana', 'Strength', now() + interval '1 day')`);
    },
    done: ({ coach }) => count(sql`session_calendars where coach_id = ${coach.id} and problem = 'private_address'`),
    table: 'session_calendars',
  },
  'money.bill': {
    at: at(addDays(today(), 1), '12:00'),
    prepare: (_, { coach, client }) =>
      coach.api.money.startSubscription({
        ...aSubscription,
        coachId: coach.id,
        clientId: client.clientId,
        subscriptionId: randomUUID(),
        startsOn: addDays(today(), 1),
      }),
    done: ({ coach }) => count(sql`client_invoices where coach_id = ${coach.id} and subscription_id is not null`),
    table: 'client_invoices',
  },
  'money.remind': {
    async prepare(test, { coach, client }) {
      const invoiceId = randomUUID();
      const key = { coachId: coach.id, invoiceId };
      await coach.api.money.saveInvoice({ ...key, ...anInvoice, clientId: client.clientId });
      await coach.api.money.issueInvoice(key);
      const days = { issuedOn: addDays(today(), -20), dueOn: addDays(today(), -4) };
      await test.owner.execute(sql`update client_invoices set issued_on = ${days.issuedOn}, due_on = ${days.dueOn}
        where coach_id = ${coach.id} and id = ${invoiceId}`);
    },
    done: (tenant) => told(tenant, 'payment_overdue'),
    table: 'client_invoices',
  },
  'money.sum_months': {
    prepare: run(({ coach }) => [sql`insert into ledger_months (coach_id, month) values (${coach.id}, '2026-01-01')`]),
    done: ({ coach }) =>
      count(sql`ledger_months where coach_id = ${coach.id} and month = '2026-01-01' and summed_version = version`),
    table: 'ledger_months',
  },
  'notifications.mail': {
    async prepare(test, { coach, client }) {
      // Other sweeps have sent notifications too.
      await test.delivered();
      await test.owner.execute(sql`delete from notification_mails where user_id = ${client.id}`);
      await test.owner.execute(sql`insert into notification_mails
          (user_id, id, type, title, message, metadata, due_at)
        values (${client.id}, gen_random_uuid(), 'program_assigned', 'Your program', 'It is ready.',
          ${JSON.stringify({ coach_id: coach.id })}::jsonb, now() - interval '1 hour')`);
    },
    done: ({ client }) => mailed(client.email, 'notification'),
    table: 'notification_mails',
    column: 'user_id',
    value: ofPerson,
  },
  'notifications.push_leftovers': {
    // This server has no keys for push, so what waits is deleted.
    prepare: run(({ client }) => [
      sql`delete from push_subscriptions where user_id = ${client.id}`,
      sql`with device as (
          insert into push_subscriptions (user_id, id, endpoint, endpoint_digest, p256dh, auth, time_zone, user_agent,
            session_id, renewed_at)
          values (${client.id}, gen_random_uuid(), 'https://push.example.com/1', 'x', 'x', 'x', 'UTC', '',
            gen_random_uuid(), now())
          returning user_id, id)
        insert into notification_pushes (user_id, id, device_id, type, title, message, metadata, due_at)
        select user_id, gen_random_uuid(), id, 'message_received', 'New message', '', '{}', now() - interval '1 minute'
        from device`,
    ]),
    done: ({ client }) => sql`select 1 - count(*)::int as count from notification_pushes where user_id = ${client.id}`,
    table: 'notification_pushes',
    column: 'user_id',
    value: ofPerson,
  },
  'privacy.sweep_exports': {
    prepare: run(({ client }) => [
      sql`insert into account_exports (user_id, id, asked_by, asked_at, status, due_at)
        values (${client.id}, gen_random_uuid(), ${client.id}, now() - interval '9 days', 'ready', now() - interval '1 day')`,
    ]),
    done: ({ client }) => count(sql`account_exports where user_id = ${client.id} and status = 'expired'`),
    table: 'account_exports',
    column: 'user_id',
    value: ofPerson,
  },
  'retention.score': {
    // A Monday, in the hour in which weeks are scored.
    at: at('2026-03-02', '03:30'),
    prepare: run(({ coach }) => [sql`update users set plan = 'pro' where id = ${coach.id}`]),
    done: ({ coach }) => count(sql`retention_weeks where coach_id = ${coach.id} and day = '2026-03-01'`),
    table: 'retention_weeks',
  },
  'effects.count': {
    prepare: async () => undefined,
    done: ({ coach }) => count(sql`effect_counts where coach_id = ${coach.id}`),
    table: 'effect_counts',
  },
  // Last, because it deletes the people of the tenants.
  'accounts.erase_due': {
    prepare: run(({ client }) => [
      sql`insert into account_erasures (user_id, due_at) values (${client.id}, now() - interval '1 hour')`,
    ]),
    done: ({ client }) => mailed(client.email, 'security_notice'),
    table: 'audit_entries',
    column: 'chain_id',
    value: ofPerson,
  },
};
