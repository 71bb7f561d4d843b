import type { z } from 'zod';
import type { BusyTime, BusyWindow } from '../../core/icalendar/busy-times.ts';
import { sourceOf } from './integrations.caldav.service.ts';
import type { EventVersion } from './integrations.events.rules.ts';
import { CalendarError } from './integrations.fetch.service.ts';
import type { Answer, Api } from './integrations.providers.service.ts';

/** A calendar of an account, by its id at the provider. */
export type FoundCalendar = { key: string; name: string; blocks: boolean };
/** An account with its calendars. `account` is the same for each sign-in with it. */
export type FoundAccount = { account: string; calendars: FoundCalendar[] };

/**
 * Result of a read. `times` by source are all of the calendar, or those of changed and deleted events alone. `versions` are
 * these events by their ids, with null for deleted ones.
 */
export type ProviderChanges = {
  whole: boolean;
  times: Map<string, readonly BusyTime[]>;
  versions: Map<string, EventVersion | null>;
  token: string;
};
export type ReadFrom = { token: string; window: BusyWindow };

const MOST_PAGES = 200;
/** Events of an account that are looked at, with those that do not block. */
const MOST_EVENTS = 20_000;
/** Times that are stored of a calendar. */
const MOST_TIMES = 5000;
const MOST_CALENDARS = 50;
const MOST_NAME = 80;

type Page<Item> = { items: Item[]; next: string | null; token: string | null };
type Pages<Item> = { status: 200; items: Item[]; token: string | null } | { status: number; items: null };

/**
 * Follows the pages of a list to the last one, which has the token. Any other status than 200 ends it.
 * @throws CalendarError
 */
export async function readPages<Item>(
  api: Api,
  first: string,
  read: (body: unknown) => Page<Item>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Pages<Item>> {
  const items: Item[] = [];
  let url = first;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { status, body } = await api.get(url, headers);
    if (status !== 200) return { status, items: null };
    const page = read(body);
    items.push(...page.items);
    if (items.length > MOST_EVENTS) break;
    if (page.next === null) return { status: 200, items, token: page.token };
    url = page.next;
  }
  throw new CalendarError('too_complex');
}

/** An answer by its schema. Another one says nothing about events. @throws CalendarError */
export function parseAnswer<Shape extends z.ZodType>(schema: Shape, body: unknown): z.infer<Shape> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new CalendarError('unreachable', { cause: parsed.error });
  return parsed.data;
}

/** @throws CalendarError for another answer than a list */
export function requireList<Item>(pages: Pages<Item>): { items: Item[]; token: string | null } {
  if (pages.items === null) throw new CalendarError('unreachable', { cause: `answered ${pages.status}` });
  return { items: pages.items, token: 'token' in pages ? pages.token : null };
}

/** @throws CalendarError for a list of events without the token of its last page */
export function requireToken(token: string | null): string {
  if (!token) throw new CalendarError('unreachable', { cause: 'no token' });
  return token;
}

/** Whether a provider no longer takes a token, so that the calendar is read as a whole. */
export const isTokenRefused = ({ status }: Pick<Answer, 'status'>): boolean => [400, 404, 410].includes(status);

/**
 * Times by source, of which the last one counts for an event that stands on two pages.
 * @throws CalendarError for more than can be stored
 */
export function timesOf(
  events: Iterable<readonly [id: string, time: BusyTime | null]>,
  { whole }: { whole: boolean },
): Map<string, readonly BusyTime[]> {
  const times = new Map<string, readonly BusyTime[]>();
  for (const [id, time] of events) {
    const source = sourceOf(id);
    if (time) times.set(source, [time]);
    else if (whole) times.delete(source);
    else times.set(source, []);
  }
  if (times.size > MOST_TIMES) throw new CalendarError('too_complex');
  return times;
}

/** @throws CalendarError for an account without calendars */
export function accountOf(account: string | undefined, found: readonly FoundCalendar[]): FoundAccount {
  const calendars = found.slice(0, MOST_CALENDARS);
  const [first] = calendars;
  if (!first) throw new CalendarError('unreachable', { cause: 'no calendars' });
  return { account: account ?? first.key, calendars };
}

/** A name that can be stored and shown. */
export function calendarName(given: string | null | undefined): string {
  return (
    (given ?? '')
      .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
      .trim()
      .slice(0, MOST_NAME) || 'Calendar'
  );
}
