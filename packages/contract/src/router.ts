import { oc } from '@orpc/contract';
import { accounts } from './accounts/accounts.ts';
import { adjustments } from './adjustments/adjustments.ts';
import { audit } from './audit/audit.ts';
import { billing, billingFunctions } from './billing/billing.ts';
import { bookings, calendar } from './calendar/calendar.ts';
import { checkins } from './checkins/checkins.ts';
import { clients } from './clients/clients.ts';
import { coaches } from './coaches/coaches.ts';
import { contacts } from './contacts/contacts.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { exercises } from './exercises/exercises.ts';
import { expenses } from './expenses/expenses.ts';
import { files } from './files/files.ts';
import { foods } from './foods/foods.ts';
import { identity } from './identity/identity.ts';
import { jobs } from './jobs/jobs.ts';
import { messages } from './messages/messages.ts';
import { metrics } from './metrics/metrics.ts';
import { money } from './money/money.ts';
import { notifications } from './notifications/notifications.ts';
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
import { settings } from './settings/settings.ts';
import { site, siteFunctions } from './site/site.ts';
import { workouts } from './workouts/workouts.ts';

/** Procedures by feature. */
const rest = oc.prefix('/rest/v1').router({
  identity,
  billing,
  clients,
  records,
  coaches,
  onboarding,
  progress,
  checkins,
  messages,
  notifications,
  files,
  calendar,
  bookings,
  metrics,
  dashboard,
  exercises,
  foods,
  programs,
  workouts,
  planner,
  adjustments,
  pipeline,
  performance,
  money,
  expenses,
  operator,
  contacts,
  prospects,
  audit,
  accounts,
  jobs,
  settings,
  privacy,
  site,
});

/** Functions that the spec calls by name; each feature defines its own beside its procedures. */
const functions = oc.prefix('/functions/v1').router({ ...billingFunctions, ...siteFunctions });

/** The contract between server and web app. */
export const contract = { ...rest, functions };
