import { accounts } from './accounts/accounts.ts';
import { adjustments } from './adjustments/adjustments.ts';
import { assistant } from './assistant/assistant.ts';
import { audit } from './audit/audit.ts';
import { billing } from './billing/billing.ts';
import { branding } from './branding/branding.ts';
import { bookings, calendar } from './calendar/calendar.ts';
import { checkins } from './checkins/checkins.ts';
import { clients } from './clients/clients.ts';
import { coaches } from './coaches/coaches.ts';
import { contacts } from './contacts/contacts.ts';
import { crm } from './crm/crm.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { decisions } from './decisions/decisions.ts';
import { domains } from './domains/domains.ts';
import { effects } from './effects/effects.ts';
import { exercises } from './exercises/exercises.ts';
import { expenses } from './expenses/expenses.ts';
import { files } from './files/files.ts';
import { sequences } from './flows/flows.sequences.ts';
import { flows } from './flows/flows.ts';
import { ownFoods } from './foodlogs/foodlogs.foods.ts';
import { foodImports } from './foodlogs/foodlogs.imports.ts';
import { foodlogs } from './foodlogs/foodlogs.ts';
import { recipes } from './foods/foods.recipes.ts';
import { foods } from './foods/foods.ts';
import { habits } from './habits/habits.ts';
import { identity } from './identity/identity.ts';
import { calendarConnections } from './integrations/integrations.calendars.ts';
import { integrations } from './integrations/integrations.ts';
import { jobs } from './jobs/jobs.ts';
import { meals } from './meals/meals.ts';
import { messages } from './messages/messages.ts';
import { metrics } from './metrics/metrics.ts';
import { money } from './money/money.ts';
import { notifications } from './notifications/notifications.ts';
import { nutrition } from './nutrition/nutrition.ts';
import { onboarding } from './onboarding/onboarding.ts';
import { operator } from './operator/operator.ts';
import { performance } from './performance/performance.ts';
import { pipeline } from './pipeline/pipeline.ts';
import { planner } from './planner/planner.ts';
import { privacy } from './privacy/privacy.ts';
import { programs } from './programs/programs.ts';
import { progress } from './progress/progress.ts';
import { prospects } from './prospects/prospects.ts';
import { records } from './records/records.ts';
import { reports } from './reports/reports.ts';
import { retention } from './retention/retention.ts';
import { settings } from './settings/settings.ts';
import { site } from './site/site.ts';
import { targets } from './targets/targets.ts';
import { ways } from './ways/ways.ts';
import { webhooks } from './webhooks/webhooks.ts';
import { workouts } from './workouts/workouts.ts';

/**
 * The features of the product, each once. Contract, server, web and browser tests use these names, and the check of the
 * structure reads this list: a feature may use those before it, never one after it.
 *
 * `group`: where a newcomer looks first. `band`: `shared` features serve all others, `views` compose what the others
 * know and own few tables. `procedures`: what the feature adds to the contract.
 */
export const FEATURES = [
  { name: 'notifications', group: 'account', band: 'shared', procedures: { notifications } },
  { name: 'audit', group: 'console', band: 'shared', procedures: { audit } },
  { name: 'billing', group: 'account', band: 'shared', procedures: { billing } },
  { name: 'files', group: 'account', band: 'shared', procedures: { files } },
  { name: 'branding', group: 'business', band: 'shared', procedures: { branding } },
  { name: 'jobs', group: 'console', band: 'shared', procedures: { jobs } },
  { name: 'messages', group: 'coaching', band: 'domain', procedures: { messages } },
  { name: 'calendar', group: 'coaching', band: 'domain', procedures: { calendar, bookings } },
  { name: 'integrations', group: 'business', band: 'domain', procedures: { integrations, calendarConnections } },
  { name: 'domains', group: 'business', band: 'domain', procedures: { domains } },
  { name: 'site', group: 'site', band: 'domain', procedures: { site } },
  { name: 'settings', group: 'account', band: 'domain', procedures: { settings } },
  { name: 'records', group: 'coaching', band: 'domain', procedures: { records } },
  { name: 'exercises', group: 'training', band: 'domain', procedures: { exercises } },
  { name: 'foods', group: 'nutrition', band: 'domain', procedures: { foods, recipes } },
  { name: 'foodlogs', group: 'nutrition', band: 'domain', procedures: { foodlogs, ownFoods, foodImports } },
  { name: 'programs', group: 'training', band: 'domain', procedures: { programs } },
  { name: 'workouts', group: 'training', band: 'domain', procedures: { workouts } },
  { name: 'checkins', group: 'coaching', band: 'domain', procedures: { checkins } },
  { name: 'progress', group: 'coaching', band: 'domain', procedures: { progress } },
  { name: 'habits', group: 'coaching', band: 'domain', procedures: { habits } },
  { name: 'adjustments', group: 'training', band: 'domain', procedures: { adjustments } },
  { name: 'clients', group: 'coaching', band: 'domain', procedures: { clients } },
  { name: 'pipeline', group: 'business', band: 'domain', procedures: { pipeline } },
  { name: 'webhooks', group: 'business', band: 'domain', procedures: { webhooks } },
  { name: 'crm', group: 'business', band: 'domain', procedures: { crm } },
  { name: 'prospects', group: 'console', band: 'domain', procedures: { prospects } },
  { name: 'contacts', group: 'console', band: 'domain', procedures: { contacts } },
  { name: 'money', group: 'business', band: 'domain', procedures: { money } },
  { name: 'coaches', group: 'coaching', band: 'domain', procedures: { coaches } },
  { name: 'onboarding', group: 'coaching', band: 'domain', procedures: { onboarding } },
  { name: 'ways', group: 'nutrition', band: 'domain', procedures: { ways } },
  { name: 'targets', group: 'nutrition', band: 'domain', procedures: { targets } },
  { name: 'meals', group: 'nutrition', band: 'domain', procedures: { meals } },
  { name: 'planner', group: 'training', band: 'domain', procedures: { planner } },
  { name: 'expenses', group: 'business', band: 'domain', procedures: { expenses } },
  { name: 'privacy', group: 'account', band: 'domain', procedures: { privacy } },
  { name: 'nutrition', group: 'nutrition', band: 'views', procedures: { nutrition } },
  { name: 'metrics', group: 'business', band: 'views', procedures: { metrics } },
  { name: 'retention', group: 'business', band: 'views', procedures: { retention } },
  { name: 'flows', group: 'business', band: 'views', procedures: { flows, sequences } },
  { name: 'dashboard', group: 'coaching', band: 'views', procedures: { dashboard } },
  { name: 'decisions', group: 'business', band: 'views', procedures: { decisions } },
  { name: 'effects', group: 'business', band: 'views', procedures: { effects } },
  { name: 'performance', group: 'business', band: 'views', procedures: { performance } },
  { name: 'reports', group: 'business', band: 'views', procedures: { reports } },
  { name: 'operator', group: 'console', band: 'views', procedures: { operator } },
  { name: 'assistant', group: 'business', band: 'views', procedures: { assistant } },
  { name: 'identity', group: 'account', band: 'views', procedures: { identity } },
  { name: 'accounts', group: 'console', band: 'views', procedures: { accounts } },
] as const;

export type FeatureName = (typeof FEATURES)[number]['name'];
