import type { Plan } from '../billing/billing.rules.ts';
import { PLANS } from '../billing/billing.rules.ts';

/** Providers at which a coach signs in to connect the calendars of an account, with their names on buttons. */
export const CALENDAR_PROVIDERS = { google: 'Google Calendar', microsoft: 'Outlook / Microsoft 365' } as const;
export type CalendarProvider = keyof typeof CALENDAR_PROVIDERS;
export const CALENDAR_PROVIDER_NAMES = Object.keys(CALENDAR_PROVIDERS) as [CalendarProvider, ...CalendarProvider[]];

/** For a coach who did not let us read the calendars of an account. */
export const CALENDAR_ACCESS_REFUSED =
  'We did not get access to your calendars, so nothing was connected. Sign in again and allow every item.';

/** For a coach who did not let us add events to the calendars of a connected account. */
export const CALENDAR_WRITING_REFUSED =
  'You did not allow us to add events, so your sessions are not added. Your calendars stay connected as before.';

/**
 * A feed is read by its address, the calendars of an account at a CalDAV server with a password, and those of a provider
 * after a sign-in there.
 */
export const CALENDAR_KINDS = ['feed', 'caldav', ...CALENDAR_PROVIDER_NAMES] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

export const isCalendarProvider = (kind: string): kind is CalendarProvider => Object.hasOwn(CALENDAR_PROVIDERS, kind);

/** Largest feed that is read, in bytes. */
export const MAX_FEED_BYTES = 5 * 1024 * 1024;

/** Why a connected calendar could not be read or written to, as the coach reads it. */
export const CALENDAR_PROBLEMS = {
  sign_in: 'The server did not accept the user name and password. Connect the calendar again with an app password.',
  not_caldav: 'We found no calendars at this server. Check its address.',
  unreachable: 'The calendar’s server did not answer.',
  refused: 'The calendar’s server refused access. Check whether the address is still valid.',
  read_only: 'The server does not allow changes to this calendar. Choose another calendar for your sessions.',
  not_secure: 'The address must start with https://.',
  private_address: 'The address belongs to a private network.',
  too_many_redirects: 'The address redirects more than three times.',
  too_large: 'The calendar is larger than 5 MB.',
  unreadable: 'The address does not lead to a calendar. Use the address that ends in .ics.',
  too_complex: 'The calendar has more events than we can read.',
  sign_in_again: 'This account no longer lets us read its calendars. Sign in again to reconnect it.',
  sign_in_to_add: 'This account does not let us add events. Sign in again to allow adding sessions.',
  rate_limited: 'The provider asked us to wait before we use this calendar again.',
  not_set_up: 'Calendars of this provider are not set up here at the moment.',
} as const satisfies Record<string, string>;
export type CalendarProblem = keyof typeof CALENDAR_PROBLEMS;
export const CALENDAR_PROBLEM_NAMES = Object.keys(CALENDAR_PROBLEMS) as [CalendarProblem, ...CalendarProblem[]];

/** How a session's event differs in the other calendar. `unclear` is an event that repeats or lasts whole days. */
export const QUESTION_KINDS = ['moved', 'deleted', 'unclear'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** Most calendars on a plan. A coach without one in its grace period has those of the smallest plan with calendars. */
export const mostCalendars = (plan: Plan): number => PLANS[plan].calendars || PLANS.plus.calendars;

/** Turns a typed address into a web address. Calendar apps copy addresses with `webcal:` or without a scheme. */
export function feedAddress(typed: string): string {
  const trimmed = typed.trim();
  if (/^webcals?:\/\//i.test(trimmed)) return trimmed.replace(/^webcals?:/i, 'https:');
  return /^[a-z][a-z\d+.-]*:/i.test(trimmed) || trimmed === '' ? trimmed : `https://${trimmed}`;
}

/** Whether a feed can be fetched from here: a web address without a user name. */
export function isFeedAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
}
