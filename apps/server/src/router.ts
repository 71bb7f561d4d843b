import { billingFunctions, billingProcedures } from './features/billing/billing.procedures.ts';
import { bookingsProcedures, calendarProcedures } from './features/calendar/calendar.procedures.ts';
import { checkinsProcedures } from './features/checkins/checkins.procedures.ts';
import { clientsProcedures } from './features/clients/clients.procedures.ts';
import { coachesProcedures } from './features/coaches/coaches.procedures.ts';
import { dashboardProcedures } from './features/dashboard/dashboard.procedures.ts';
import { identityProcedures } from './features/identity/identity.procedures.ts';
import { messagesProcedures } from './features/messages/messages.procedures.ts';
import { metricsProcedures } from './features/metrics/metrics.procedures.ts';
import { notificationsProcedures } from './features/notifications/notifications.procedures.ts';
import { onboardingProcedures } from './features/onboarding/onboarding.procedures.ts';
import { progressProcedures } from './features/progress/progress.procedures.ts';
import { siteFunctions, siteProcedures } from './features/site/site.procedures.ts';
import { os } from './core/procedures.ts';

/** Every procedure, one line a feature. */
export const router = os.router({
  identity: identityProcedures,
  billing: billingProcedures,
  clients: clientsProcedures,
  coaches: coachesProcedures,
  onboarding: onboardingProcedures,
  progress: progressProcedures,
  checkins: checkinsProcedures,
  messages: messagesProcedures,
  notifications: notificationsProcedures,
  calendar: calendarProcedures,
  bookings: bookingsProcedures,
  metrics: metricsProcedures,
  dashboard: dashboardProcedures,
  site: siteProcedures,
  functions: { ...billingFunctions, ...siteFunctions },
});
