/**
 * Actions of the audit log, with the words that people read. An entry holds ids, amounts and settings before and after,
 * and no texts of people: names are read when the log is shown, and health answers never enter it.
 */
export const AUDIT_ACTIONS = {
  'account.signed_in': 'Signed in',
  'account.password_changed': 'Changed the password',
  'account.email_change_asked': 'Requested a new email address',
  'account.two_factor_changed': 'Changed two-factor sign-in',
  'account.two_factor_locked': 'Locked two-factor sign-in after ten wrong codes',
  'account.sign_in_method_added': 'Added a way to sign in',
  'account.sign_in_method_removed': 'Removed a way to sign in',
  'account.deleted': 'Deleted the account',
  'account.verification_resent': 'Sent the verification email again',
  'account.two_factor_reset_asked': 'Requested that two-factor sign-in be turned off',
  'account.two_factor_reset': 'Turned two-factor sign-in off for the account',
  'account.session_end_asked': 'Requested sign-out of one browser',
  'account.session_ended': 'Signed the account out of one browser',
  'account.sessions_end_asked': 'Requested sign-out everywhere',
  'account.sessions_ended': 'Signed the account out everywhere',
  'account.change_refused': 'The request was refused, so nothing was changed',
  'account.change_unconfirmed': 'The request was not confirmed',
  'account.view_started': 'Started viewing the account as its owner',
  'account.view_ended': 'Stopped viewing the account',
  'account.erasure_asked': 'Requested deletion of the account',
  'account.erasure_cancelled': 'Canceled the deletion of the account',
  'account.export_asked': 'Requested a copy of the account data',
  'account.export_downloaded': 'Downloaded the copy of the account data',
  'role.changed': 'Changed the role',
  'plan.changed': 'Changed the plan',
  'plan.subscription_change_asked': 'Requested a plan change from the payment provider',
  'plan.subscription_changed': 'Changed the plan of the subscription',
  'plan.grace_asked': 'Requested a longer grace period',
  'plan.grace_extended': 'Extended the grace period',
  'plan.refund_asked': 'Requested a refund from the payment provider',
  'plan.refunded': 'Refunded the payments',
  'coach.approve': 'Approved the coach',
  'coach.reject': 'Rejected the coach',
  'coach.ask': 'Asked the coach a question',
  'coach.suspend': 'Suspended the coach',
  'coach.reinstate': 'Reinstated the coach',
  'operator.invited': 'Invited an operator',
  'operator.invitation_resent': 'Sent an operator’s invitation again',
  'operator.invitation_withdrawn': 'Withdrew an operator’s invitation',
  'operator.joined': 'Became an operator',
  'operator.role_changed': 'Changed an operator’s role',
  'operator.removed': 'Removed the operator',
  'jobs.retried': 'Retried failed jobs',
  'jobs.discarded': 'Discarded failed jobs',
  'webhook.replayed': 'Replayed an event of the payment provider',
  'alert.changed': 'Changed an alert threshold',
  'mail.sent_again': 'Sent a failed email again',
  'mail.discarded': 'Discarded a failed email',
  'settings.changed': 'Changed the settings of the platform',
  'exercise.curated': 'Changed an exercise for all coaches',
  'food.added': 'Added a food',
  'food.changed': 'Changed a food',
  'food.imported': 'Imported foods',
  'food.import_undone': 'Undid an import of foods',
  'contact.assigned': 'Assigned the contact',
  'contact.status_changed': 'Changed the status of the contact',
  'contact.noted': 'Added a note to the contact',
  'contact.replied': 'Replied to the contact',
  'contact.converted': 'Added the contact to the pipeline',
  'contact.deleted': 'Deleted the contact',
  'prospect.moved': 'Moved the prospect',
  'prospect.changed': 'Changed the prospect',
  'prospect.noted': 'Added a note to the prospect',
  'prospect.deleted': 'Deleted the prospect',
  'export.downloaded': 'Downloaded an export',
  'revenue.added': 'Added revenue',
  'expense.added': 'Added an expense',
  'expense.changed': 'Changed an expense',
  'expense.deleted': 'Deleted an expense',
  'expense.restored': 'Restored an expense',
  'expense.imported': 'Imported expenses',
  'expense.import_undone': 'Undid an import of expenses',
  'recurring_expense.added': 'Added a recurring expense',
  'recurring_expense.changed': 'Changed a recurring expense',
  'recurring_expense.deleted': 'Deleted a recurring expense',
  'health.answered': 'Answered the health questions',
  'health.consent_changed': 'Changed the consent to health data',
  'health.numbers_hidden': 'Hid calories, macros and body weight from the client',
  'health.numbers_shown': 'Showed calories, macros and body weight to the client',
  'health.way_changed': 'Changed how the client works on nutrition',
  'flow.changed': 'Changed a rule of automatic messages',
  'flow.deleted': 'Deleted a rule of automatic messages',
  'sequence.changed': 'Changed a flow',
  'sequence.deleted': 'Deleted a flow',
  'sequence.started': 'Added people to a flow',
  'sequence.runs_moved': 'Moved people to the latest version of a flow',
  'sequence.run_changed': 'Changed a flow for one person',
  'sequence.step': 'A flow took a step automatically',
  'calendar_feed.turned_on': 'Turned the calendar feed on',
  'calendar_feed.changed': 'Changed the calendar feed',
  'calendar_feed.turned_off': 'Turned the calendar feed off',
  'calendar_connection.added': 'Connected a calendar',
  'calendar_connection.changed': 'Changed a connected calendar',
  'calendar_connection.reconnected': 'Signed in again for a connected calendar',
  'calendar_connection.removed': 'Disconnected a calendar',
  'calendar_sessions.turned_on': 'Added sessions to a connected calendar',
  'calendar_sessions.changed': 'Changed how a connected calendar shows sessions',
  'calendar_sessions.turned_off': 'Stopped adding sessions to a connected calendar',
  'calendar_sessions.written': 'Brought sessions in a connected calendar up to date',
  'calendar_question.followed': 'Changed a session as in a connected calendar',
  'calendar_question.kept': 'Kept a session that was changed in a connected calendar',
  'webhook_endpoint.added': 'Added a webhook',
  'webhook_endpoint.changed': 'Changed a webhook',
  'webhook_endpoint.deleted': 'Deleted a webhook',
  'webhook_endpoint.secret_changed': 'Made a new secret for a webhook',
  'webhook_endpoint.tested': 'Sent a test event to a webhook',
  'webhook_endpoint.replayed': 'Sent an event to a webhook again',
  'webhook_endpoint.turned_off': 'Turned a webhook off after failures',
  'crm.connected': 'Connected HubSpot',
  'crm.disconnected': 'Disconnected HubSpot',
  'crm.settings_changed': 'Changed what is sent to HubSpot',
  'crm.sent': 'Sent changes to HubSpot',
  'crm.received': 'Took over changes from HubSpot',
  'crm.access_lost': 'HubSpot no longer accepted our access',
  'crm.contact_erased': 'Deleted a contact in HubSpot for an erased person',
  'crm.erasure_failed': 'Could not delete a contact in HubSpot for an erased person',
  'crm.erasure_confirmed': 'Confirmed that a contact was deleted in HubSpot',
  'brand.saved': 'Saved the draft of the brand',
  'brand.published': 'Published the brand',
  'brand.unpublished': 'Went back to the usual look',
  'brand.suspended': 'Suspended the brand',
  'brand.reinstated': 'Ended the suspension of the brand',
  'domain.claimed': 'Claimed a domain',
  'domain.verified': 'Verified a domain',
  'domain.failing': 'Found records of a domain missing',
  'domain.lost': 'Stopped serving a domain',
  'domain.removed': 'Removed a domain',
  'sender.added': 'Added a sender address',
  'sender.verified': 'Verified a sender address',
  'sender.lost': 'Stopped using a sender address, because its records are missing',
  'sender.removed': 'Removed a sender address',
  'package.saved': 'Saved a package',
  'invoice_settings.changed': 'Changed the invoice settings',
  'business.changed': 'Changed the currency or the client spots',
  'business.practice_changed': 'Changed the scope of practice',
  'subscription.started': 'Started a subscription',
  'subscription.changed': 'Changed the price of a subscription',
  'subscription.paused': 'Paused a subscription',
  'subscription.resumed': 'Resumed a subscription',
  'subscription.ended': 'Ended a subscription',
  'invoice.issued': 'Sent an invoice',
  'invoice.voided': 'Voided an invoice',
  'invoice.reminders_changed': 'Changed the reminders for an invoice',
  'payment.recorded': 'Recorded a payment',
  'payment.failed': 'Recorded a failed payment',
  'payment.refunded': 'Recorded a refund',
  'payment.removed': 'Removed a payment',
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];

/** Subjects of actions, by which operators look for them. The last one has all actions of no other subject. */
const SUBJECTS = {
  accounts: { label: 'Accounts', begin: ['account.', 'role.', 'plan.'] },
  coaches: { label: 'Coaches', begin: ['coach.', 'brand.'] },
  contacts: { label: 'Contacts and pipeline', begin: ['contact.', 'prospect.'] },
  health: { label: 'Health data', begin: ['health.'] },
  money: { label: 'Money', begin: ['invoice', 'payment.', 'subscription.', 'package.', 'revenue.'] },
  expenses: { label: 'Expenses', begin: ['expense.', 'recurring_expense.'] },
  platform: { label: 'Platform', begin: [] },
} as const satisfies Record<string, { label: string; begin: readonly string[] }>;
export type AuditSubject = keyof typeof SUBJECTS;

export const AUDIT_SUBJECTS = Object.keys(SUBJECTS) as [AuditSubject, ...AuditSubject[]];
export const subjectLabel = (subject: AuditSubject): string => SUBJECTS[subject].label;

export const subjectOf = (action: AuditAction): AuditSubject =>
  AUDIT_SUBJECTS.find((subject) => SUBJECTS[subject].begin.some((start) => action.startsWith(start))) ?? 'platform';

/** The actions of a subject, in the order of the list. */
export const actionsOf = (subject: AuditSubject): AuditAction[] =>
  AUDIT_ACTION_NAMES.filter((action) => subjectOf(action) === subject);

/** The role that acted. The system stands for jobs and for webhooks of the payment provider. */
export const AUDIT_ACTORS = ['coach', 'client', 'person', 'operator', 'system'] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** Small facts of a row, such as its amount and status. */
export type AuditFacts = Readonly<Record<string, Json>>;

/** An entry as its seal covers it. */
export type AuditRow = {
  chainId: string;
  /** Counts the entries of the chain from 1, without gaps. */
  seq: number;
  id: string;
  at: Date;
  actor: AuditActor;
  actorId: string | null;
  action: AuditAction;
  subjectId: string | null;
  clientId: string | null;
  before: AuditFacts | null;
  after: AuditFacts | null;
  network: string | null;
};

/** JSON with sorted keys, because PostgreSQL reorders the keys of an object. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}

/** Problem of an entry. An entry sealed with another key cannot be checked. */
export const AUDIT_PROBLEMS = ['changed', 'missing', 'other_key'] as const;
export type AuditProblemKind = (typeof AUDIT_PROBLEMS)[number];

/** The network of an IP address: enough to recognize a place, and too coarse to name a connection. */
export function networkOf(address: string): string | null {
  const mapped = address.replace(/^::ffff:/i, '');
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(mapped);
  if (four) return `${four[1]}.${four[2]}.${four[3]}.0/24`;
  if (!mapped.includes(':')) return null;
  const [head = '', tail] = mapped.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...start, ...Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end];
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`;
}
