import { PLAIN_CASES } from './plain-cases.ts';
import { reviewedAccess } from './procedure-access.ts';
import { type Case, get, send } from './security-calls.ts';
import { ACCOUNTS_CASES } from './security-cases-accounts.ts';
import { ADJUSTMENTS_CASES } from './security-cases-adjustments.ts';
import { ASSISTANT_CASES } from './security-cases-assistant.ts';
import { BILLING_CASES } from './security-cases-billing.ts';
import { BRANDING_CASES } from './security-cases-branding.ts';
import { CALENDAR_CASES } from './security-cases-calendar.ts';
import { CHECKINS_CASES } from './security-cases-checkins.ts';
import { CLIENTS_CASES } from './security-cases-clients.ts';
import { COACHES_CASES } from './security-cases-coaches.ts';
import { CONTACTS_CASES, PROSPECTS_CASES } from './security-cases-contacts.ts';
import { CRM_CASES } from './security-cases-crm.ts';
import { DOMAINS_CASES } from './security-cases-domains.ts';
import { EXERCISES_CASES } from './security-cases-exercises.ts';
import { EXPENSES_CASES } from './security-cases-expenses.ts';
import { FLOWS_CASES, SEQUENCES_CASES } from './security-cases-flows.ts';
import { FOODLOGS_CASES } from './security-cases-foodlogs.ts';
import { FOODS_CASES } from './security-cases-foods.ts';
import { HABITS_CASES } from './security-cases-habits.ts';
import { IDENTITY_CASES } from './security-cases-identity.ts';
import { INTEGRATIONS_CASES } from './security-cases-integrations.ts';
import { JOBS_CASES } from './security-cases-jobs.ts';
import { MEALS_CASES } from './security-cases-meals.ts';
import { MESSAGES_CASES } from './security-cases-messages.ts';
import { MONEY_CASES } from './security-cases-money.ts';
import { NOTIFICATIONS_CASES } from './security-cases-notifications.ts';
import { NUTRITION_CASES } from './security-cases-nutrition.ts';
import { ONBOARDING_CASES } from './security-cases-onboarding.ts';
import { AUDIT_CASES, OPERATOR_CASES, SETTINGS_CASES } from './security-cases-operator.ts';
import { PIPELINE_CASES } from './security-cases-pipeline.ts';
import { PLANNER_CASES } from './security-cases-planner.ts';
import { PROGRAMS_CASES } from './security-cases-programs.ts';
import { PROGRESS_CASES } from './security-cases-progress.ts';
import { RETENTION_CASES } from './security-cases-retention.ts';
import { SITE_CASES } from './security-cases-site.ts';
import { TARGETS_CASES } from './security-cases-targets.ts';
import { WAYS_CASES } from './security-cases-ways.ts';
import { WEBHOOKS_CASES } from './security-cases-webhooks.ts';
import { WORKOUTS_CASES } from './security-cases-workouts.ts';
import type { CallerName } from './world.ts';

const settle = (clientId: string) =>
  send('PUT', '/decisions/{new}', {
    coachId: '{coachId}',
    clientId,
    key: 'advice:check_in',
    kind: 'advice',
    outcome: 'dismissed',
    seconds: 12,
  });

/** The cases of procedures that the simplest input of their schema does not suit. */
const WRITTEN: Record<string, Case> = {
  'calendar.updateSessionStatus': {
    call: send('PATCH', '/coach_sessions/{sessionId}', { coachId: '{coachId}', status: 'completed' }),
  },
  'metrics.getCoachRevenue': {
    call: send('POST', '/rpc/get_coach_revenue', { coach_id: '{coachId}' }),
  },
  'metrics.listBusinessRows': {
    call: get('/business_metrics/rows?coachId={coachId}&from=2026-01-01&to=2026-01-31&kind=all&currency=USD'),
    bad: ['all', 'churn'].map((kind) =>
      get(
        `/business_metrics/rows?coachId={coachId}&from=2026-01-01&to=2026-01-31&kind=${kind}&currency=USD&cursor=x~{new}`,
      ),
    ),
  },
  'reports.getInteractions': {
    call: get('/interaction_reports?coachId={coachId}'),
    missing: [get('/interaction_reports?coachId={coachId}&clientId={new}')],
    foreign: [get('/interaction_reports?coachId={coachId}&clientId={clientId}')],
  },
  'dashboard.hideSuggestions': {
    call: send('POST', '/dashboards/coach/{coachId}/hidden_suggestions', {
      suggestions: [{ clientId: '{otherClientId}', topic: 'plateau', until: null }],
    }),
  },
  'decisions.settleDecision': {
    call: settle('{clientId}'),
    missing: [settle('{new}')],
  },
  ...ADJUSTMENTS_CASES,
  ...ASSISTANT_CASES,
  ...JOBS_CASES,
  ...BILLING_CASES,
  ...BRANDING_CASES,
  ...CALENDAR_CASES,
  ...CHECKINS_CASES,
  ...CLIENTS_CASES,
  ...CRM_CASES,
  ...COACHES_CASES,
  ...EXERCISES_CASES,
  ...FLOWS_CASES,
  ...SEQUENCES_CASES,
  ...FOODLOGS_CASES,
  ...FOODS_CASES,
  ...HABITS_CASES,
  ...RETENTION_CASES,
  ...IDENTITY_CASES,
  ...INTEGRATIONS_CASES,
  ...MESSAGES_CASES,
  ...MONEY_CASES,
  ...ONBOARDING_CASES,
  ...PIPELINE_CASES,
  ...EXPENSES_CASES,
  ...OPERATOR_CASES,
  ...SETTINGS_CASES,
  ...AUDIT_CASES,
  ...ACCOUNTS_CASES,
  ...CONTACTS_CASES,
  ...PROSPECTS_CASES,
  ...PLANNER_CASES,
  ...PROGRAMS_CASES,
  ...MEALS_CASES,
  ...PROGRESS_CASES,
  ...NUTRITION_CASES,
  ...TARGETS_CASES,
  ...NOTIFICATIONS_CASES,
  ...SITE_CASES,
  ...WAYS_CASES,
  ...WEBHOOKS_CASES,
  ...DOMAINS_CASES,
  ...WORKOUTS_CASES,
};

/** The calls of a procedure with the callers who may make them; all others are refused. */
export type ReviewedCase = Case & { allowed: readonly CallerName[] };

/** Deletes rows that other cases read, so it comes last. */
const DELETES_LETTERS = 'onboarding.withdrawConsent';

export const CASES: Record<string, ReviewedCase> = Object.fromEntries(
  Object.entries({ ...PLAIN_CASES, ...WRITTEN })
    .sort(([one], [other]) => Number(one === DELETES_LETTERS) - Number(other === DELETES_LETTERS))
    .map(([name, calls]) => [name, { ...calls, allowed: reviewedAccess(name).callers }]),
);

/** @throws for a procedure without a case */
export function caseOf(name: string): ReviewedCase {
  const found = CASES[name];
  if (!found) throw new Error(`Add a case for ${name}`);
  return found;
}
