import { randomUUID } from 'node:crypto';
import { reviewedAccess } from './procedure-access.ts';
import { badGets, badSends, type Case, get, send } from './security-calls.ts';
import { ACCOUNTS_CASES } from './security-cases-accounts.ts';
import { ADJUSTMENTS_CASES } from './security-cases-adjustments.ts';
import { BILLING_CASES } from './security-cases-billing.ts';
import { CALENDAR_CASES } from './security-cases-calendar.ts';
import { CHECKINS_CASES } from './security-cases-checkins.ts';
import { CLIENTS_CASES } from './security-cases-clients.ts';
import { COACHES_CASES } from './security-cases-coaches.ts';
import { CONTACTS_CASES, PROSPECTS_CASES } from './security-cases-contacts.ts';
import { EXERCISES_CASES } from './security-cases-exercises.ts';
import { EXPENSES_CASES } from './security-cases-expenses.ts';
import { FOODS_CASES } from './security-cases-foods.ts';
import { IDENTITY_CASES } from './security-cases-identity.ts';
import { JOBS_CASES } from './security-cases-jobs.ts';
import { MESSAGES_CASES } from './security-cases-messages.ts';
import { MONEY_CASES } from './security-cases-money.ts';
import { NOTIFICATIONS_CASES } from './security-cases-notifications.ts';
import { ONBOARDING_CASES } from './security-cases-onboarding.ts';
import { AUDIT_CASES, OPERATOR_CASES, SETTINGS_CASES } from './security-cases-operator.ts';
import { PIPELINE_CASES } from './security-cases-pipeline.ts';
import { PLANNER_CASES } from './security-cases-planner.ts';
import { PRIVACY_CASES } from './security-cases-privacy.ts';
import { PROGRAMS_CASES } from './security-cases-programs.ts';
import { PROGRESS_CASES } from './security-cases-progress.ts';
import { SITE_CASES } from './security-cases-site.ts';
import { WORKOUTS_CASES } from './security-cases-workouts.ts';
import type { CallerName } from './world.ts';

/** One entry for each procedure of the contract; the walk fails for a procedure that has none. */
const CALLS: Record<string, Case> = {
  'identity.getSession': { call: get(() => '/session') },
  'identity.getRole': { call: get(() => '/user_roles') },
  'identity.getCoach': { call: get(() => '/coaches') },
  'billing.getPlanAccess': { call: get(() => '/users') },
  'billing.canAddMoreClients': {
    call: send(
      'POST',
      () => '/rpc/can_add_more_clients',
      () => ({}),
    ),
  },
  'calendar.listSessions': {
    call: get(({ coachId }) => `/coach_sessions?coachId=${coachId}&from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z`),
    bad: badGets('/coach_sessions', `/coach_sessions?coachId=${randomUUID()}&from=yesterday&to=never`),
  },
  'calendar.updateSessionStatus': {
    call: send(
      'PATCH',
      ({ sessionId }) => `/coach_sessions/${sessionId}`,
      ({ coachId }) => ({ coachId, status: 'completed' }),
    ),
    bad: badSends('PATCH', '/coach_sessions/x', { status: 'gone' }),
  },
  'metrics.getClientMetrics': {
    call: get(({ coachId }) => `/client_metrics?coachId=${coachId}`),
    bad: badGets('/client_metrics'),
  },
  'metrics.getPipelineMetrics': {
    call: get(({ coachId }) => `/pipeline_metrics?coachId=${coachId}`),
    bad: badGets('/pipeline_metrics'),
  },
  'metrics.getCoachRevenue': {
    call: send(
      'POST',
      () => '/rpc/get_coach_revenue',
      ({ coachId }) => ({ coach_id: coachId }),
    ),
    bad: badSends('POST', '/rpc/get_coach_revenue'),
  },
  'metrics.getBusinessMetrics': {
    call: get(({ coachId }) => `/business_metrics?coachId=${coachId}&from=2026-01-01&to=2026-01-31`),
    bad: badGets(
      '/business_metrics',
      `/business_metrics?coachId=${randomUUID()}&from=2026-02-01&to=2026-01-31`,
      `/business_metrics?coachId=${randomUUID()}&from=1900-01-01&to=2199-12-31`,
      `/business_metrics?coachId=${randomUUID()}&from=2026-02-29&to=2026-03-31`,
      `/business_metrics?coachId=${randomUUID()}&from=2026-01-01&to=2026-01-31&currency=%27--`,
    ),
  },
  'metrics.getExpenseAnalytics': {
    call: get(({ coachId }) => `/expense_analytics?coachId=${coachId}&from=2026-01-01&to=2026-01-31`),
    bad: badGets(
      '/expense_analytics',
      `/expense_analytics?coachId=${randomUUID()}&from=2026-02-01&to=2026-01-31`,
      `/expense_analytics?coachId=${randomUUID()}&from=2026-01-01&to=2026-01-31&currency=usd`,
    ),
  },
  'metrics.listBusinessRows': {
    call: get(
      ({ coachId }) => `/business_metrics/rows?coachId=${coachId}&from=2026-01-01&to=2026-01-31&kind=all&currency=USD`,
    ),
    bad: [
      ...badGets(
        '/business_metrics/rows',
        `/business_metrics/rows?coachId=${randomUUID()}&from=2026-01-01&to=2026-01-31&kind=gift&currency=USD`,
      ),
      get(
        ({ coachId }) =>
          `/business_metrics/rows?coachId=${coachId}&from=2026-01-01&to=2026-01-31&kind=all&currency=USD&cursor=x~${randomUUID()}`,
      ),
      get(
        ({ coachId }) =>
          `/business_metrics/rows?coachId=${coachId}&from=2026-02-01&to=2026-01-31&kind=mrr&currency=USD`,
      ),
      get(
        ({ coachId }) =>
          `/business_metrics/rows?coachId=${coachId}&from=2026-01-01&to=2026-01-31&kind=churn&currency=USD&cursor=x~${randomUUID()}`,
      ),
    ],
  },
  'performance.getPerformance': {
    call: get(({ coachId }) => `/performance_metrics?coachId=${coachId}&weeks=12`),
    bad: badGets(
      '/performance_metrics',
      ...['0', '5', '-4', '4.5', '1e9', 'all', '4;', ''].map(
        (weeks) => `/performance_metrics?coachId=${randomUUID()}&weeks=${encodeURIComponent(weeks)}`,
      ),
    ),
  },
  'dashboard.getCoachDashboard': {
    call: get(({ coachId }) => `/dashboards/coach/${coachId}`),
    bad: badGets('/dashboards/coach/default', '/dashboards/coach/..%2f..'),
  },
  'dashboard.dismissFollowUp': {
    call: send(
      'POST',
      ({ coachId }) => `/dashboards/coach/${coachId}/dismissed_follow_ups`,
      ({ otherClientId }) => ({ clientId: otherClientId }),
    ),
    bad: badSends('POST', '/dashboards/coach/x/dismissed_follow_ups'),
  },
  'dashboard.hideSuggestions': {
    call: send(
      'POST',
      ({ coachId }) => `/dashboards/coach/${coachId}/hidden_suggestions`,
      ({ otherClientId }) => ({ suggestions: [{ clientId: otherClientId, topic: 'plateau', until: null }] }),
    ),
    bad: badSends('POST', '/dashboards/coach/x/hidden_suggestions'),
  },
  'dashboard.getClientDashboard': { call: get(() => '/dashboards/client') },
  ...ADJUSTMENTS_CASES,
  ...JOBS_CASES,
  ...BILLING_CASES,
  ...CALENDAR_CASES,
  ...CHECKINS_CASES,
  ...CLIENTS_CASES,
  ...COACHES_CASES,
  ...EXERCISES_CASES,
  ...FOODS_CASES,
  ...IDENTITY_CASES,
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
  ...PROGRESS_CASES,
  ...NOTIFICATIONS_CASES,
  ...PRIVACY_CASES,
  ...SITE_CASES,
  ...WORKOUTS_CASES,
};

/** The calls of a procedure with the callers who may make them; all others are refused. */
export type ReviewedCase = Case & { allowed: readonly CallerName[] };

export const CASES: Record<string, ReviewedCase> = Object.fromEntries(
  Object.entries(CALLS).map(([name, calls]) => [name, { ...calls, allowed: reviewedAccess(name).callers }]),
);
