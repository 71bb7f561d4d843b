import type { CalendarConnection } from '@stridewell/contract/integrations/integrations.calendars';
import type { CalendarProvider } from '@stridewell/contract/integrations/integrations.calendars.rules';
import type { TestApp } from './app.ts';
import { CALENDAR_CLIENT } from './calendar-provider-server.ts';
import { GoogleServer } from './google-calendar-server.ts';
import { MicrosoftServer } from './microsoft-calendar-server.ts';
import type { Coach } from './people.ts';

/** Both providers of calendars, and the settings of an app that uses them. */
export async function startCalendarProviders() {
  const servers = { google: new GoogleServer(), microsoft: new MicrosoftServer() };
  const [google, microsoft] = [await servers.google.start(), await servers.microsoft.start()];
  return {
    servers,
    env: {
      GOOGLE_CALENDAR_CLIENT_ID: CALENDAR_CLIENT.id,
      GOOGLE_CALENDAR_CLIENT_SECRET: CALENDAR_CLIENT.secret,
      GOOGLE_CALENDAR_URL: google,
      MICROSOFT_CLIENT_ID: CALENDAR_CLIENT.id,
      MICROSOFT_CLIENT_SECRET: CALENDAR_CLIENT.secret,
      MICROSOFT_URL: microsoft,
    },
    stop() {
      for (const server of Object.values(servers)) server.stop();
    },
  };
}

type Visit = { account: string | null; scope?: string; connectionId?: string; toWrite?: boolean };
type Providers = Awaited<ReturnType<typeof startCalendarProviders>>['servers'];

/** Signs in at the provider and comes back. @returns what the page of integrations gets */
export async function visitProvider(
  { app }: Pick<TestApp, 'app'>,
  servers: Providers,
  { api, id: coachId }: Coach,
  kind: CalendarProvider,
  { connectionId, toWrite = false, ...visit }: Visit,
): Promise<{ coachId: string; kind: CalendarProvider; state: string; code: string | null }> {
  const wanted = { coachId, kind, connectionId: connectionId ?? null, toWrite };
  const { url } = await api.calendarConnections.beginSignIn(wanted);
  const back = servers[kind].visit(url, visit);
  const { headers } = await app.inject({ url: back.pathname + back.search });
  const page = new URL(headers.location ?? '', back);
  if (page.pathname !== `/coach/${coachId}/integrations`) throw new Error(`led to ${page.pathname}`);
  return { coachId, kind, state: page.searchParams.get('state') ?? '', code: page.searchParams.get('code') };
}

/** Connects an account at a provider. */
export async function connectAccount(
  test: TestApp,
  servers: Providers,
  coach: Coach,
  kind: CalendarProvider,
  visit: Visit,
): Promise<CalendarConnection> {
  const answer = await visitProvider(test, servers, coach, kind, visit);
  const { connection } = await coach.api.calendarConnections.finishSignIn(answer);
  if (!connection) throw new Error('the sign-in was refused');
  return connection;
}
