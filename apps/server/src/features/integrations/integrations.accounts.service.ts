import type { CalendarProvider } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { CalendarError } from './integrations.fetch.service.ts';
import { findGoogleCalendars, readGoogleCalendar } from './integrations.google.service.ts';
import { findMicrosoftCalendars, readMicrosoftCalendar } from './integrations.microsoft.service.ts';
import type { FoundAccount, ProviderChanges, ReadFrom } from './integrations.pages.service.ts';
import type { Api } from './integrations.providers.service.ts';

/** Access to the calendars of an account at a provider. */
export type Account = { kind: CalendarProvider; api: Api };

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
