import type { Plan } from '../billing/billing.rules.ts';
import { PLANS } from '../billing/billing.rules.ts';

/** A feed is read by its address, and the calendars of an account at a CalDAV server with a password. */
export const CALENDAR_KINDS = ['feed', 'caldav'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** Largest feed that is read, in bytes. */
export const MAX_FEED_BYTES = 5 * 1024 * 1024;

/** Why a connected calendar could not be read, as the coach reads it. */
export const CALENDAR_PROBLEMS = {
  sign_in: 'The server did not accept the user name and password. Connect the calendar again with an app password.',
  not_caldav: 'We found no calendars at this server. Check its address.',
  unreachable: 'The calendar’s server did not answer.',
  refused: 'The calendar’s server refused access. Check whether the address is still valid.',
  not_secure: 'The address must start with https://.',
  private_address: 'The address belongs to a private network.',
  too_many_redirects: 'The address redirects more than three times.',
  too_large: 'The calendar is larger than 5 MB.',
  unreadable: 'The address does not lead to a calendar. Use the address that ends in .ics.',
  too_complex: 'The calendar has more events than we can read.',
} as const satisfies Record<string, string>;
export type CalendarProblem = keyof typeof CALENDAR_PROBLEMS;
export const CALENDAR_PROBLEM_NAMES = Object.keys(CALENDAR_PROBLEMS) as [CalendarProblem, ...CalendarProblem[]];

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
