import type { CalendarProvider } from '@stridewell/contract/integrations/integrations.calendars.rules';
import type { OwnEvents } from '../../core/icalendar/own-events.ts';
import type { ConnectionKey } from './integrations.calendars.data.ts';
import { CalendarError } from './integrations.fetch.service.ts';
import { findGoogleCalendars, readGoogleCalendar } from './integrations.google.service.ts';
import { googleEvents } from './integrations.google-events.service.ts';
import { findMicrosoftCalendars, readMicrosoftCalendar } from './integrations.microsoft.service.ts';
import { microsoftEvents } from './integrations.microsoft-events.service.ts';
import type { FoundAccount, ProviderChanges, ReadFrom } from './integrations.pages.service.ts';
import { type Api, apiOf, type ProviderEnv, providerOf } from './integrations.providers.service.ts';
import type { SessionEvents } from './integrations.sessions.rules.ts';
import { findAccessToken } from './integrations.tokens.service.ts';

/** Access to the calendars of an account at a provider. */
export type Account = { kind: CalendarProvider; api: Api };

export type AccountDeps = Parameters<typeof findAccessToken>[0] & { env: ProviderEnv };

/** @throws CalendarError for a provider that is not set up here any more */
export function openAccount(deps: AccountDeps, { coachId, id }: ConnectionKey, kind: CalendarProvider): Account {
  const provider = providerOf(deps.env, kind);
  if (!provider) throw new CalendarError('not_set_up');
  return { kind, api: apiOf(provider, (rejected) => findAccessToken(deps, provider, { coachId, id }, rejected)) };
}

/** Writes events of sessions into a calendar of an account. */
export const accountEvents = (
  { env }: { env: { PRODUCT_NAME: string } },
  { kind, api }: Account,
  calendar: string,
  own: OwnEvents,
): SessionEvents =>
  kind === 'google' ? googleEvents(api, calendar, own, env.PRODUCT_NAME) : microsoftEvents(api, calendar, own);

/** @throws CalendarError */
export const findAccount = ({ kind, api }: Account): Promise<FoundAccount> =>
  kind === 'google' ? findGoogleCalendars(api) : findMicrosoftCalendars(api);

/**
 * Reads a calendar of an account.
 * @returns null when the account has it no more, which its complete list confirms
 * @throws CalendarError
 */
export async function readAccountCalendar(
  account: Account,
  key: string,
  from: ReadFrom,
): Promise<ProviderChanges | null> {
  const read = account.kind === 'google' ? readGoogleCalendar : readMicrosoftCalendar;
  const changes = await read(account.api, key, from);
  if (changes) return changes;
  const { calendars } = await findAccount(account);
  if (calendars.some((calendar) => calendar.key === key)) throw new CalendarError('refused');
  return null;
}
