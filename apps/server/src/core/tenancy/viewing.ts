import { refuse } from '../refusals.ts';

/**
 * What an operator sees while viewing as a coach: how the coach's product is set up and what it costs. Everything else is
 * withheld: health answers, client records, check-ins, measurements, workouts, messages, notes, photos and files. A new
 * procedure is withheld until it is added here.
 */
const SHOWN = new Set([
  'identity.getSession',
  'identity.getRole',
  'identity.getCoach',
  'billing.getPlanAccess',
  'billing.getSubscription',
  'clients.listClients',
  'coaches.getCoachProfile',
  'onboarding.getCoachSetup',
  'checkins.listTemplates',
  'messages.countUnread',
  'notifications.getNotificationPreferences',
  'calendar.listSessions',
  'calendar.getCalendar',
  'calendar.getSeries',
  'metrics.getClientMetrics',
  'metrics.getPipelineMetrics',
  'metrics.getBusinessMetrics',
  'metrics.listBusinessRows',
  'metrics.getExpenseAnalytics',
  'performance.getPerformance',
  'dashboard.getCoachDashboard',
  'exercises.listExercises',
  'programs.listPrograms',
  'programs.getProgram',
  'programs.listProgramVersions',
  'programs.getProgramVersion',
  'adjustments.getGuardrails',
  'pipeline.getBoard',
  'pipeline.listLeads',
  'pipeline.getLeadForm',
  'money.listPackages',
  'money.listSubscriptions',
  'money.getMoney',
  'money.listInvoices',
  'money.listPayments',
  'money.getInvoiceSettings',
  'money.listMoneyHistory',
  'money.getOnlinePayments',
  'expenses.listExpenses',
  'expenses.listPayees',
  'expenses.listRecurring',
  'audit.listOwnEntries',
]);

/** What ends the view, and what ends the session with it: all that may be sent while viewing. */
const STOPS = new Set(['/rest/v1/operator/view/stop', '/auth/v1/sign-out']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The procedure that ends the view, and the only one that may write. */
export const isStop = (procedure: unknown): boolean => procedure === 'accounts.stopViewing';

/**
 * @param procedure undefined for a route that is none, such as a file or an export
 * @throws VIEWING for what operators are not shown
 */
export function requireShown(procedure: unknown): void {
  if (typeof procedure === 'string' && SHOWN.has(procedure)) return;
  throw refuse('VIEWING', { message: 'Not shown to operators.' });
}

/** Links of mails and endpoints of the auth library write with GET as well. They are about the operator's own account. */
const OWN_ACCOUNT = ['/auth/v1/', '/links/'];

/** Whether a request could change something, and does not end the view. */
export const isRefusedWhileViewing = (method: string, path: string): boolean =>
  !STOPS.has(path) && (!SAFE_METHODS.has(method) || OWN_ACCOUNT.some((start) => path.startsWith(start)));
