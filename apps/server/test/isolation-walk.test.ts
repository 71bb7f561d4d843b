import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientIdOf, figuresOf, fillTables, idOf, type Setting, type Walked } from './isolation-world.ts';
import { connectAsOwner } from './owner.ts';
import { CLASSES } from './table-classes.ts';

const [A, B] = [idOf('A'), idOf('B')];
const client = (name: 'a' | 'p' | 'f', status: string): Setting => ({
  role: 'client',
  user_id: idOf(name),
  coach_id: A,
  client_id: clientIdOf(name),
  relationship_status: status,
});
const system = (name: string): Setting => ({ role: `system_${name}` });

/** Every kind of scope that a policy makes. */
const SCOPES = {
  withoutScope: {},
  coachA: { role: 'coach', user_id: A, coach_id: A },
  coachB: { role: 'coach', user_id: B, coach_id: B },
  active: client('a', 'active'),
  paused: client('p', 'paused'),
  former: client('f', 'ended'),
  unknownStatus: client('a', 'invited'),
  user: { role: 'user', user_id: idOf('a') },
  userCoach: { role: 'user', user_id: A },
  invitation: { ...system('invitation'), coach_id: A, client_id: clientIdOf('i') },
  accepted: { ...system('invitation'), coach_id: A, client_id: clientIdOf('a') },
  relationship: { ...system('relationship'), coach_id: A, client_id: clientIdOf('a') },
  person: { ...system('person'), user_id: idOf('a') },
  identity: system('identity'),
  billing: system('billing'),
  site: system('site'),
  calendar: system('calendar'),
  checkins: system('checkins'),
  adjustments: system('adjustments'),
  targets: system('targets'),
  expenses: system('expenses'),
  notifications: system('notifications'),
  delivery: { ...system('notifications'), coach_id: A },
  files: system('files'),
  capture: { ...system('capture'), coach_id: A },
  operator: { role: 'operator', user_id: A },
  money: system('money'),
  metrics: system('metrics'),
  audit: system('audit'),
  jobs: system('jobs'),
  settings: system('settings'),
  models: system('models'),
  privacy: system('privacy'),
  integrations: system('integrations'),
  flows: system('flows'),
  assistant: system('assistant'),
  mail: system('mail'),
  limiter: system('limiter'),
  requests: system('requests'),
  scoring: system('scoring'),
  webhooks: system('webhooks'),
  crm: system('crm'),
  domains: system('domains'),
} satisfies Record<string, Setting>;

/**
 * Exact access of each scope: `read/update/delete/insert`, by owner of the rows (`isolation-world.ts`). Coach A has the
 * clients `a`, `p`, `f` and `i`, and coach B has `b`. A new letter here is new access.
 *
 * A tenant's table that stands nowhere here is its coach's alone, who does everything with its rows.
 */
const FIGURES: Record<keyof typeof SCOPES, Record<string, string>> = {
  withoutScope: {},
  coachA: {
    'x/-/-/-': 'curated_exercises food_words foods pooled_effects retention_models',
    'Aapfi/-/-/A': 'audit_entries',
    'apfi/apfi/-/apfi':
      'adjustments broadcast_recipients client_invoices client_payments client_records client_subscriptions coachings conversations flow_tasks food_days food_entries nutrition_modes onboardings online_checkouts target_adaptations target_reviews',
    'A/-/-/A': 'broadcasts check_in_template_versions flow_steps lead_events mail_stops',
    'A/A/-/A':
      'adjustment_guardrails audit_chains check_in_quick_replies check_in_templates coach_availability coach_brands coach_setups effect_counts invoice_counters invoice_settings ledger_months model_calls monday_digests notification_preferences packages payment_accounts retention_weeks session_types',
    'apfi/-/apfi/apfi': 'retention_scores',
    'apfi/-/-/apfi':
      'check_in_reminders consents events food_comments health_screens message_attachments message_words messages nutrition_targets payment_refunds plan_changes read_markers referral_letters settled_decisions subscription_changes workout_comments',
    'apfi/-/-/-':
      'client_food_favorites client_foods client_visits habit_days model_consents workout_logs workout_sets',
    'apfi/apfi/apfi/apfi':
      'adjustment_reviews check_ins client_habits client_programs invitations known_reasons measurements risk_actions risk_notices suggested_times',
    'apfi/apfi/apfi/apfi!': 'client_coach_relationships',
    'A/A/A/A':
      'assistant_answers calendar_connections coach_domains coach_exercises coach_foods coach_profiles coach_senders crm_connections crm_erasures crm_links external_busy_times flows food_uses habits lead_forms notification_pushes notifications preferences push_subscriptions recurring_expenses session_calendars session_guests webhook_endpoints',
    'Aapfi/Aapfi/Aapfi/Aapfi': 'coach_sessions departures flow_runs leads meal_plans',
    'A/-/-/-': 'coaches retention_offsets user_roles users',
    'Aapfi/A/-/Aapfi': 'files',
    'A/-/A/-': 'notification_mails',
    'A/-/A/A': 'calendar_sign_ins coach_food_words flow_versions notification_outbox',
    'Aapfi/Aapfi/-/Aapfi': 'session_series',
  },
  coachB: {
    'x/-/-/-': 'curated_exercises food_words foods pooled_effects retention_models',
    'Bb/-/-/B': 'audit_entries',
    'b/b/-/b':
      'adjustments broadcast_recipients client_invoices client_payments client_records client_subscriptions coachings conversations flow_tasks food_days food_entries nutrition_modes onboardings online_checkouts target_adaptations target_reviews',
    'B/-/-/B': 'broadcasts check_in_template_versions flow_steps lead_events mail_stops',
    'B/B/-/B':
      'adjustment_guardrails audit_chains check_in_quick_replies check_in_templates coach_availability coach_brands coach_setups effect_counts invoice_counters invoice_settings ledger_months model_calls monday_digests notification_preferences packages payment_accounts retention_weeks session_types',
    'b/-/b/b': 'retention_scores',
    'b/-/-/b':
      'check_in_reminders consents events food_comments health_screens message_attachments message_words messages nutrition_targets payment_refunds plan_changes read_markers referral_letters settled_decisions subscription_changes workout_comments',
    'b/-/-/-': 'client_food_favorites client_foods client_visits habit_days model_consents workout_logs workout_sets',
    'b/b/b/b':
      'adjustment_reviews check_ins client_coach_relationships client_habits client_programs invitations known_reasons measurements risk_actions risk_notices suggested_times',
    'B/B/B/B':
      'assistant_answers calendar_connections coach_domains coach_exercises coach_foods coach_profiles coach_senders crm_connections crm_erasures crm_links external_busy_times flows food_uses habits lead_forms notification_pushes notifications preferences push_subscriptions recurring_expenses session_calendars session_guests webhook_endpoints',
    'Bb/Bb/Bb/Bb': 'coach_sessions departures flow_runs leads meal_plans',
    'B/-/-/-': 'coaches retention_offsets user_roles users',
    'Bb/B/-/Bb': 'files',
    'B/-/B/-': 'notification_mails',
    'B/-/B/B': 'calendar_sign_ins coach_food_words flow_versions notification_outbox',
    'Bb/Bb/-/Bb': 'session_series',
  },
  active: {
    'x/-/-/-': 'curated_exercises food_words foods',
    'A/A/-/A': 'audit_chains',
    'a/a/a/a':
      'check_in_drafts client_foods habit_days health_screens measurements notification_pushes notifications preferences push_subscriptions',
    'A/-/-/-':
      'check_in_template_versions check_in_templates coach_availability coach_exercises coach_food_words coach_foods coach_profiles coaches external_busy_times habits session_types',
    'a/a/-/a':
      'check_ins client_records client_visits clients coach_sessions consents conversations food_days food_entries notification_preferences onboardings read_markers workout_logs workout_sets',
    'a/-/-/-':
      'adjustments client_coach_relationships client_habits client_invoices client_payments client_programs client_subscriptions coachings departures food_comments known_reasons meal_plans nutrition_targets payment_refunds plan_changes risk_actions user_roles users workout_comments',
    '-/-/-/a': 'events message_words',
    'Aa/a/-/a': 'files',
    'a/-/-/a': 'alarming_texts audit_entries message_attachments messages model_consents',
    'a/-/a/-': 'notification_mails nutrition_modes retention_scores risk_notices suggested_times',
    'a/-/a/A': 'notification_outbox',
    'a/-/a/a': 'client_food_favorites',
    'a/a/a/-': 'referral_letters',
  },
  paused: {
    'x/-/-/-': 'curated_exercises food_words foods',
    'A/A/-/A': 'audit_chains',
    'p/p/p/p':
      'check_in_drafts client_foods habit_days health_screens measurements notification_pushes notifications preferences push_subscriptions',
    'A/-/-/-':
      'check_in_template_versions check_in_templates coach_availability coach_exercises coach_food_words coach_foods coach_profiles coaches external_busy_times habits session_types',
    'p/p/-/p':
      'check_ins client_records client_visits clients consents conversations food_days food_entries notification_preferences onboardings read_markers workout_logs workout_sets',
    'p/-/-/-':
      'adjustments client_coach_relationships client_habits client_invoices client_payments client_programs client_subscriptions coach_sessions coachings departures food_comments known_reasons meal_plans nutrition_targets payment_refunds plan_changes risk_actions user_roles users workout_comments',
    '-/-/-/p': 'events message_words',
    'Ap/p/-/p': 'files',
    'p/-/-/p': 'alarming_texts audit_entries message_attachments messages model_consents',
    'p/-/p/-': 'notification_mails nutrition_modes retention_scores risk_notices suggested_times',
    'p/-/p/A': 'notification_outbox',
    'p/-/p/p': 'client_food_favorites',
    'p/p/p/-': 'referral_letters',
  },
  former: {
    'x/-/-/-': 'curated_exercises food_words foods',
    'A/A/-/A': 'audit_chains',
    'f/-/-/f': 'audit_entries',
    'f/f/f/f': 'check_in_drafts notification_pushes notifications preferences push_subscriptions',
    'A/-/-/-': 'check_in_template_versions check_in_templates coach_availability coach_profiles coaches habits',
    'f/-/-/-':
      'adjustments check_ins client_coach_relationships client_food_favorites client_foods client_habits client_invoices client_payments client_programs client_records client_subscriptions client_visits coach_sessions coachings conversations departures files food_comments food_days food_entries habit_days known_reasons meal_plans measurements message_attachments messages model_consents nutrition_targets onboardings payment_refunds plan_changes read_markers retention_scores risk_actions risk_notices suggested_times user_roles users workout_comments workout_logs workout_sets',
    'f/f/-/f': 'clients notification_preferences',
    'f/f/-/-': 'consents',
    '-/-/-/f': 'events',
    'f/-/f/-': 'health_screens notification_mails notification_outbox nutrition_modes',
    'f/f/f/-': 'referral_letters',
  },
  user: {
    'x/-/-/-': 'curated_exercises food_words foods',
    'a/-/a/-': 'check_in_drafts notification_mails',
    'a/a/-/a': 'clients notification_preferences',
    'a/a/a/a': 'current_coaches notification_pushes notifications preferences push_subscriptions',
    'a/-/-/-': 'coachings user_roles users',
    'a/-/-/a': 'account_exports',
  },
  userCoach: {
    'x/-/-/-': 'curated_exercises food_words foods',
    'A/-/-/A': 'account_exports',
    'Aapfi/-/-/A': 'audit_entries',
    'A/-/A/-': 'check_in_drafts notification_mails',
    'A/-/-/-': 'coaches user_roles users',
    'A/A/-/A': 'audit_chains notification_preferences',
    'A/A/A/A': 'current_coaches notification_pushes notifications preferences push_subscriptions',
  },
  invitation: {
    'i/i/-/-': 'client_coach_relationships invitations',
    'i/i/-/i': 'coachings',
    'A/-/-/-': 'coaches',
  },
  accepted: {
    'a/a/-/-': 'client_coach_relationships invitations',
    'a/a/-/a': 'coachings',
    'A/-/-/-': 'coaches',
  },
  unknownStatus: {
    'x/-/-/-': 'curated_exercises food_words foods',
    'a/a/a/a': 'check_in_drafts notification_pushes notifications preferences push_subscriptions',
    'a/-/-/-': 'client_coach_relationships coachings user_roles users',
    'a/a/-/a': 'clients notification_preferences',
    'A/-/-/-': 'coaches',
    '-/-/-/a': 'events',
    'a/-/a/-': 'notification_mails notification_outbox',
  },
  relationship: {
    'A/-/-/-': 'coaches',
    'a/-/-/-': 'check_ins',
    'a/a/-/-': 'client_coach_relationships',
  },
  person: {
    'a/-/-/-': 'user_roles users',
    'a/a/-/-': 'coachings',
    'a/-/a/-': 'notification_mails',
    'a/a/-/a': 'notification_preferences',
    'a/a/a/a': 'current_coaches notification_pushes notifications preferences push_subscriptions',
  },
  identity: {
    '-/-/-/ABapfib!': 'audit_entries',
    'apfib/-/-/-': 'coachings',
    'apfib/apfib/-/-': 'client_coach_relationships',
    'apfb/apfb/-/-': 'clients',
    'AB/AB/-/AB': 'audit_chains coaches prospects',
    'ABapfb/ABapfb/ABapfb/ABapfb': 'preferences',
    'ABapfb/ABapfb/-/ABapfb': 'user_roles',
    'ABapfb/-/-/-': 'users',
    'x/-/x/-': 'account_views operator_invitations',
    'x/-/-/x': 'prospect_touches',
    'ABapfb/-/ABapfb/-': 'account_erasures',
  },
  billing: {
    '-/-/-/ABapfib!': 'audit_entries',
    'AB/AB/-/AB': 'audit_chains coaches prospects sandbox_invoice_checkouts',
    'ABapfb/ABapfb/-/ABapfb': 'disputes purchases sandbox_checkouts subscriptions user_roles',
    'x/x/-/x': 'sandbox_invoices sandbox_subscriptions webhook_events',
    'ABapfb/ABapfb/-/-': 'users',
    'x/-/-/x': 'prospect_touches',
  },
  site: {
    'AB/AB/-/AB': 'prospects',
    'x/-/-/x': 'contact_submissions prospect_touches',
    'x/x/-/x': 'contacts demo_bookings form_submissions',
  },
  calendar: {
    'AB/-/-/-': 'booking_holds',
    'ABapfib/-/-/-': 'coach_sessions session_series',
  },
  checkins: {
    'apfib/-/-/-': 'client_coach_relationships',
    'AB/-/-/-': 'coaches',
  },
  adjustments: {
    'apfib/-/-/-': 'adjustment_reviews',
  },
  targets: {
    'apfib/-/-/-': 'target_adaptations',
  },
  expenses: {
    'AB/-/-/-': 'recurring_expenses',
  },
  notifications: {
    'ABapfb/ABapfb/ABapfb/ABapfb': 'notification_mails notification_pushes push_subscriptions',
    'ABapfb/-/-/-': 'notification_preferences users',
  },
  delivery: {
    'A/-/-/-': 'coaches',
    'ABapfb/ABapfb/ABapfb/ABapfb': 'notification_mails notification_pushes push_subscriptions',
    'ABapfb/-/-/-': 'notification_preferences users',
    'Aapf/Aapf/Aapf/Aapf': 'notification_outbox',
    'Aapf/-/-/Aapf': 'notifications',
  },
  files: {
    'ABapfib/ABapfib/ABapfib/ABapfib': 'files',
  },
  capture: {
    'A/-/-/-': 'coach_availability coaches external_busy_times session_types',
    '-/-/-/A': 'lead_events leads mail_stops notification_outbox session_guests',
    'A/A/A/A': 'booking_holds',
    'AB/-/-/-': 'lead_forms',
  },
  operator: {
    'A/-/A/-': 'notification_mails',
    'A/A/-/A': 'notification_preferences',
    'A/A/A/A': 'notification_pushes notifications operator_answers push_subscriptions',
    'AB/-/-/-': 'coach_profiles',
    'ABapfb/A/A/A': 'preferences',
    'ABapfb/-/ABapfb/ABapfb': 'account_erasures',
    'ABapfb/-/-/A': 'account_exports',
    'apfib/-/-/-': 'coachings',
    'AB/AB/-/-': 'coach_brands coaches',
    'AB/AB/-/AB': 'audit_chains',
    'ABapfb/-/-/-': 'user_roles users',
    'ABapfib/-/-/A': 'audit_entries',
    'x/x/x/x': 'contacts food_import_rows food_imports food_words foods operator_invitations',
    'AB/AB/AB/AB': 'prospects',
    'x/-/x/-': 'contact_submissions demo_bookings form_submissions prospect_touches',
    'x/-/x/x': 'contact_entries prospect_events',
    'x/-/-/-': 'audit_checks model_spending platform_figures retention_models',
    'x/x/-/x': 'alerts curated_exercises platform_settings',
  },
  settings: {
    'x/-/-/-': 'platform_settings',
  },
  models: {
    'x/x/-/x': 'model_spending',
  },
  privacy: {
    'ABapfb/ABapfb/ABapfb/ABapfb': 'account_exports',
  },
  metrics: {
    'AB/-/-/-': 'coaches',
    'ABapfb/-/-/-': 'users',
    'x/x/-/x': 'platform_figures',
  },
  money: {
    'AB/-/-/-': 'ledger_months',
    'apfib/-/-/-': 'client_invoices client_subscriptions',
  },
  audit: {
    'AB/-/-/-': 'audit_chains',
    'AB/AB/-/AB': 'audit_marks',
    'ABapfib/-/-/-': 'audit_entries',
    'x/-/-/x': 'audit_checks',
  },
  jobs: {
    'x/x/-/x': 'alerts',
  },
  mail: {
    'x/-/-/x': 'outbox_mails',
    'x/x/x/x': 'mail_deliveries',
  },
  limiter: {
    'x/x/x/x': 'rate_limits',
  },
  requests: {
    'x/x/x/x': 'request_minutes',
  },
  integrations: {
    'AB/-/-/-': 'calendar_connections session_calendars',
  },
  flows: {
    'AB/-/-/-': 'flows',
    'ABapfib/-/-/-': 'flow_runs',
  },
  assistant: {
    'ABapfb/-/ABapfb/-': 'operator_answers',
    'AB/-/-/-': 'assistant_answers',
  },
  scoring: {
    'AB/-/-/-': 'coaches effect_counts retention_weeks',
    'ABapfb/-/-/-': 'users',
    'x/x/-/-': 'retention_models',
    'x/x/-/x': 'pooled_effects',
  },
  webhooks: {
    'AB/-/-/-': 'webhook_endpoints',
  },
  crm: {
    'AB/-/-/-': 'crm_connections',
  },
  domains: {
    'AB/AB/-/-': 'coach_domains',
    'AB/-/AB/-': 'coach_senders',
  },
};
let owner: pg.Client;
let world: Walked[];
let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, close } = await connectAsOwner());
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  world = await fillTables(
    owner,
    rows.map(({ name }) => name),
  );
});
afterAll(() => close());

const names = Object.keys(SCOPES) as (keyof typeof SCOPES)[];

const named = new Set(
  Object.values(FIGURES).flatMap((figures) => Object.values(figures).flatMap((tables) => tables.split(' '))),
);
const COACHES: Partial<Record<string, string>> = { coachA: 'Aapfi', coachB: 'Bb' };

/** The figures of a scope, with the tables that are the coach's alone. */
function expectedOf(name: keyof typeof SCOPES): Record<string, string> {
  const tables = new Map(Object.entries(FIGURES[name]).map(([figure, listed]) => [figure, listed.split(' ')]));
  const own = COACHES[name] ?? '';
  for (const { definition, subjects } of own ? world : []) {
    if (named.has(definition.name) || !CLASSES.tenant.includes(definition.name)) continue;
    const rows = [...own].filter((subject) => [...subjects.values()].some((one) => one === subject)).join('');
    const figure = Array(4).fill(rows).join('/');
    tables.set(figure, [...(tables.get(figure) ?? []), definition.name]);
  }
  return Object.fromEntries([...tables].map(([figure, listed]) => [figure, listed.sort().join(' ')]));
}

it.each(names)('the scope %s reaches only its own rows', async (name) => {
  const { tables, kept } = await figuresOf(owner, world, SCOPES[name]);
  expect(tables).toEqual(expectedOf(name));
  // Only a foreign key refuses rows that name another tenant's client.
  for (const row of kept) expect(row).toMatch(/^\w+ ! 23503$/);
});

/** Tables whose figure differs between two scopes, with that of the second. */
async function gained(from: Setting, to: Setting): Promise<Record<string, string>> {
  const byTable = async (settings: Setting) =>
    Object.entries((await figuresOf(owner, world, settings)).tables).flatMap(([figure, tables]) =>
      tables.split(' ').map((table) => [table, figure] as const),
    );
  const before = new Map(await byTable(from));
  return Object.fromEntries((await byTable(to)).filter(([table, figure]) => before.get(table) !== figure));
}

it('a coach who adds a person to the scope may notify them', async () => {
  const naming = { ...SCOPES.coachA, person_id: idOf('a') };
  expect(await gained(SCOPES.coachA, naming)).toEqual({ notification_outbox: 'A/-/A/Aa' });
});

it('an answered invitation writes the person’s rows as a client, and notifies both sides', async () => {
  expect(await gained(SCOPES.accepted, { ...SCOPES.accepted, person_id: idOf('a') })).toEqual({
    clients: 'a/a/-/a',
    user_roles: '-/-/-/a',
    preferences: 'a/a/a/a',
    notification_outbox: '-/-/-/Aa',
  });
});

it('a policy that opens a table is detected', async () => {
  await owner.query('create policy too_open on client_notes for select using (true)');
  try {
    const { tables } = await figuresOf(owner, world, SCOPES.coachB);
    expect(tables).toMatchObject({ 'apfib/b/b/b': 'client_notes' });
  } finally {
    await owner.query('drop policy too_open on client_notes');
  }
});
