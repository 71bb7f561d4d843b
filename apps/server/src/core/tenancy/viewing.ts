import { refuse } from '../refusals.ts';

/**
 * What an operator sees while viewing as a coach: calendar, programs, leads, money and settings. Everything that tells how
 * a client is doing is withheld, and so are messages, photos and files. A new procedure is withheld until it is added here.
 */
const SHOWN = new Set([
  'identity.getSession',
  'identity.getRole',
  'identity.getCoach',
  'billing.getPlanAccess',
  'billing.getSubscription',
  'coaches.getCoachProfile',
  'onboarding.getCoachSetup',
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
  'money.listPayments',
  'money.getInvoiceSettings',
  'money.listMoneyHistory',
  'money.getOnlinePayments',
  'expenses.listExpenses',
  'expenses.listPayees',
  'expenses.listRecurring',
  'audit.listOwnEntries',
]);

const NOT_SHOWN = 'Not shown to operators.';

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

/** Fields of shown answers that hold what a coach wrote about a client. */
const NOTES = new Set(['note', 'notes']);

/** The answer without the notes that it holds at any depth. */
export function withoutNotes(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutNotes);
  if (typeof answer !== 'object' || answer === null || answer instanceof Date) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      NOTES.has(key) && typeof value === 'string' && value !== '' ? NOT_SHOWN : withoutNotes(value),
    ]),
  );
}

/** Whether a request could change something, and does not end the view. */
export const isRefusedWhileViewing = (method: string, path: string): boolean =>
  !STOPS.has(path) && (!SAFE_METHODS.has(method) || OWN_ACCOUNT.some((start) => path.startsWith(start)));
