import { z } from 'zod';
import {
  BULK_MAX,
  EMAIL_PATTERN,
  PASSWORD_PROBLEMS,
  passwordWeaknesses,
  RELATIONSHIP_STATUSES,
} from './people.rules.ts';
import { isTimeZone } from './time.ts';
import { ENERGY_UNITS } from './units.ts';

/** Shared fields. Ids are UUIDs, instants ISO 8601 in UTC, days `YYYY-MM-DD` in the coach's time zone. */
/** Databases and signed texts have ids in lower case. */
export const id = z.uuid().toLowerCase();
/** Counts the changes of a row. An edit names the version that it is based on. */
export const version = z.int().min(0).max(1_000_000);
/** Other years are slips, and no column holds the year 0. */
const isNearYear = (value: string) => value >= '1900' && value < '2200';
const YEARS = 'Please enter a year between 1900 and 2199';
export const day = z.iso.date().refine(isNearYear, YEARS);
/** A day that we compute from others, such as the next due one, which may lie beyond the years that people can enter. */
export const computedDay = z.iso.date();
export const instant = z.iso.datetime().refine(isNearYear, YEARS);
export const cents = z.int();
export const relationshipStatus = z.enum(RELATIONSHIP_STATUSES);
export const unitSystem = z.enum(['metric', 'imperial']);
export const energyUnit = z.enum(ENERGY_UNITS);

/** Trimmed single line for names and titles. Half characters are refused because JSON columns cannot store them. */
export const line = (max: number, missing = 'Please fill this in') =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(max, `Please use at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please remove line breaks and control characters');

/** Trimmed text of several lines; may be empty. PostgreSQL cannot store NUL. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .refine((value) => !value.includes('\u0000'), 'Please remove control characters');

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Please enter a valid email address')
  .regex(EMAIL_PATTERN, 'Please enter a valid email address');

export const password = z
  .string()
  .min(8, PASSWORD_PROBLEMS.length)
  .max(128, 'Please use at most 128 characters')
  .refine((value) => !passwordWeaknesses(value).includes('pwned'), PASSWORD_PROBLEMS.pwned);

/** Adds `https://` to an address without a scheme. */
export function normalizeLink(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed)) return trimmed;
  return `https://${trimmed}`;
}

/** Whether a profile may show this link: empty, or a web address. Scripts and files are refused. */
export function isProfileLink(text: string): boolean {
  if (text === '') return true;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname.includes('.') && !hostname.endsWith('.') && username === '' && password === '';
}

/** Web address or empty. A bare `example.com` gets a scheme. */
export const webAddress = z
  .string()
  .trim()
  .max(300, 'Please use at most 300 characters')
  .transform(normalizeLink)
  .refine(isProfileLink, 'Please enter a web address, like example.com');

export const timeZone = z.string().max(64).refine(isTimeZone, 'Please choose a time zone');

/** Milliseconds and id of the last row, after an optional pinned flag. */
export const timeCursor = z
  .string()
  .max(60)
  .regex(/^(?:[01]\.)?\d{1,13}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .optional();

export const hasNoRepeats = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** Result for each client when several are changed at once. `not_possible`: the status forbids the change. */
export const BULK_OUTCOMES = ['changed', 'unchanged', 'not_possible', 'no_seat', 'not_found'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** Clients to change at once, each named once. */
export const bulkClientIds = z.array(id).min(1).max(BULK_MAX).refine(hasNoRepeats, 'Please choose each client once');

/** The outcome for each client, in the order of the request. */
export const bulkResults = z.object({
  results: z.array(z.object({ clientId: id, outcome: z.enum(BULK_OUTCOMES) })),
});
export type BulkResult = z.infer<typeof bulkResults>['results'][number];
