import { FEATURES, type FeatureName } from '@stridewell/contract/features';
import type { Feature } from './core/feature.ts';
import { accounts } from './features/accounts/accounts.feature.ts';
import { adjustments } from './features/adjustments/adjustments.feature.ts';
import { assistant } from './features/assistant/assistant.feature.ts';
import { audit } from './features/audit/audit.feature.ts';
import { billing } from './features/billing/billing.feature.ts';
import { branding } from './features/branding/branding.feature.ts';
import { calendar } from './features/calendar/calendar.feature.ts';
import { checkins } from './features/checkins/checkins.feature.ts';
import { clients } from './features/clients/clients.feature.ts';
import { coaches } from './features/coaches/coaches.feature.ts';
import { contacts } from './features/contacts/contacts.feature.ts';
import { crm } from './features/crm/crm.feature.ts';
import { dashboard } from './features/dashboard/dashboard.feature.ts';
import { decisions } from './features/decisions/decisions.feature.ts';
import { domains } from './features/domains/domains.feature.ts';
import { effects } from './features/effects/effects.feature.ts';
import { exercises } from './features/exercises/exercises.feature.ts';
import { expenses } from './features/expenses/expenses.feature.ts';
import { files } from './features/files/files.feature.ts';
import { flows } from './features/flows/flows.feature.ts';
import { foodlogs } from './features/foodlogs/foodlogs.feature.ts';
import { foods } from './features/foods/foods.feature.ts';
import { habits } from './features/habits/habits.feature.ts';
import { identity } from './features/identity/identity.feature.ts';
import { integrations } from './features/integrations/integrations.feature.ts';
import { jobs } from './features/jobs/jobs.feature.ts';
import { meals } from './features/meals/meals.feature.ts';
import { messages } from './features/messages/messages.feature.ts';
import { metrics } from './features/metrics/metrics.feature.ts';
import { money } from './features/money/money.feature.ts';
import { notifications } from './features/notifications/notifications.feature.ts';
import { nutrition } from './features/nutrition/nutrition.feature.ts';
import { onboarding } from './features/onboarding/onboarding.feature.ts';
import { operator } from './features/operator/operator.feature.ts';
import { performance } from './features/performance/performance.feature.ts';
import { pipeline } from './features/pipeline/pipeline.feature.ts';
import { planner } from './features/planner/planner.feature.ts';
import { privacy } from './features/privacy/privacy.feature.ts';
import { programs } from './features/programs/programs.feature.ts';
import { progress } from './features/progress/progress.feature.ts';
import { prospects } from './features/prospects/prospects.feature.ts';
import { records } from './features/records/records.feature.ts';
import { reports } from './features/reports/reports.feature.ts';
import { retention } from './features/retention/retention.feature.ts';
import { settings } from './features/settings/settings.feature.ts';
import { site } from './features/site/site.feature.ts';
import { targets } from './features/targets/targets.feature.ts';
import { ways } from './features/ways/ways.feature.ts';
import { webhooks } from './features/webhooks/webhooks.feature.ts';
import { workouts } from './features/workouts/workouts.feature.ts';
import { sealedMails } from './platform/mail/deliveries.data.ts';
import type { SealedColumn } from './platform/sealed-columns.ts';

const MANIFESTS = {
  integrations,
  webhooks,
  crm,
  reports,
  habits,
  accounts,
  adjustments,
  assistant,
  audit,
  billing,
  branding,
  calendar,
  checkins,
  clients,
  coaches,
  contacts,
  dashboard,
  decisions,
  domains,
  effects,
  exercises,
  expenses,
  files,
  foodlogs,
  foods,
  identity,
  jobs,
  messages,
  metrics,
  money,
  notifications,
  nutrition,
  targets,
  ways,
  meals,
  onboarding,
  operator,
  performance,
  pipeline,
  planner,
  privacy,
  programs,
  progress,
  prospects,
  records,
  retention,
  flows,
  settings,
  site,
  workouts,
} satisfies Record<FeatureName, Feature>;

/** The manifests in the order of the contract's list. Router, queues, mails and routes are derived from them. */
export const features = FEATURES.map(({ name }) => MANIFESTS[name]);

/** Columns of sealed texts. */
export const sealedColumns: readonly SealedColumn[] = [
  ...(features as readonly Feature[]).flatMap(({ sealed = [] }) => sealed),
  sealedMails,
];

/** Hooks for the auth library, from the feature that owns sign-in. */
export const createHooks = identity.authHooks;
