import { refuse } from '../refusals.ts';

/**
 * Procedures that answer operators who view as a coach: calendar, programs, leads, money and settings, without names and
 * without texts that people wrote (`viewing.texts.ts`). Everything that tells how a client is doing is withheld, and so
 * are messages, photos and files. A new procedure is withheld until it is added here.
 */
const SHOWN = new Set([
  'identity.getSession',
  'identity.getRole',
  'identity.getCoach',
  'billing.getPlanAccess',
  'billing.getSubscription',
  'coaches.getCoachProfile',
  'onboarding.getCoachSetup',
  'dashboard.getCoachDashboard',
  'checkins.listTemplates',
  'messages.countUnread',
  'notifications.getNotificationPreferences',
  'calendar.listSessions',
  'calendar.getCalendar',
  'calendar.getSeries',
  'metrics.getPipelineMetrics',
  'metrics.getBusinessMetrics',
  'metrics.listBusinessRows',
  'metrics.getExpenseAnalytics',
  'exercises.listExercises',
  'programs.listPrograms',
  'programs.getProgram',
  'programs.listProgramVersions',
  'programs.getProgramVersion',
  'adjustments.getGuardrails',
  'pipeline.getBoard',
  'pipeline.listLeads',
  'pipeline.getLeadForm',
  'coaches.getBusiness',
  'files.getStorage',
  'money.listPackages',
  'money.listSubscriptions',
  'money.getMoney',
  'money.listInvoices',
  'money.getInvoice',
  'money.listPayments',
  'money.getInvoiceSettings',
  'money.listMoneyHistory',
  'money.getOnlinePayments',
  'expenses.listExpenses',
  'expenses.listPayees',
  'expenses.listRecurring',
  'audit.listOwnEntries',
]);

export const NOT_SHOWN = 'Not shown to operators.';

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
  throw refuse('VIEWING', { message: NOT_SHOWN });
}

/** Links of mails and endpoints of the auth library write with GET as well. They are about the operator's own account. */
const OWN_ACCOUNT = ['/auth/v1/', '/links/'];

/** Whether a request could change something, and does not end the view. */
export const isRefusedWhileViewing = (method: string, path: string): boolean =>
  !STOPS.has(path) && (!SAFE_METHODS.has(method) || OWN_ACCOUNT.some((start) => path.startsWith(start)));
