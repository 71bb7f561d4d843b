import { oc } from '@orpc/contract';
import { accounts } from './accounts.ts';
import { adjustments } from './adjustments.ts';
import { audit } from './audit.ts';
import { billing, billingFunctions } from './billing.ts';
import { bookings, calendar } from './calendar.ts';
import { checkins } from './checkins.ts';
import { clients } from './clients.ts';
import { coaches } from './coaches.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { exercises } from './exercises.ts';
import { expenses } from './expenses.ts';
import { files } from './files.ts';
import { foods } from './foods.ts';
import { identity } from './identity.ts';
import { jobs } from './jobs.ts';
import { messages } from './messages.ts';
import { metrics } from './metrics.ts';
import { money } from './money.ts';
import { notifications } from './notifications.ts';
import { onboarding } from './onboarding.ts';
import { operator } from './operator.ts';
import { performance } from './performance.ts';
import { pipeline } from './pipeline.ts';
import { planner } from './planner.ts';
import { privacy } from './privacy.ts';
import { programs } from './programs.ts';
import { progress } from './progress.ts';
import { prospects } from './prospects.ts';
import { records } from './records.ts';
import { settings } from './settings.ts';
import { site, siteFunctions } from './site.ts';
import { workouts } from './workouts.ts';

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
