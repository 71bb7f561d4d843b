import { randomUUID } from 'node:crypto';
import { coachBrands } from '../src/features/branding/branding.table.ts';
import { coachDomains } from '../src/features/domains/domains.table.ts';
import { flowRuns, flows, flowTasks, flowVersions } from '../src/features/flows/flows.table.ts';
import { calendarConnections, connectedCalendars } from '../src/features/integrations/integrations.calendars.table.ts';
import { calendarWrites, sessionCalendars } from '../src/features/integrations/integrations.sessions.table.ts';
import { webhookDeliveries, webhookEndpoints } from '../src/features/webhooks/webhooks.table.ts';
import type { TestApp } from './app.ts';
import type { World } from './world.ts';

/** When the event of the session was found to be deleted. */
export const FOUND_AT = '2026-01-05T12:00:00.000Z';

/** A feed and an account at addresses that no installation reads, with the event of a session. */
export async function insertConnections(
  { owner, services }: Pick<TestApp, 'owner' | 'services'>,
  { coachId, sessionId }: { coachId: string; sessionId: string },
): Promise<Pick<World, 'connectionId' | 'accountId'>> {
  const [connectionId, accountId] = [randomUUID(), randomUUID()];
  const row = { coachId, name: 'Family', host: 'x', nextReadAt: new Date() };
  // No job touches the account while tests run.
  const later = new Date(Date.now() + 86_400_000);
  const sealed = services.seal.seal(JSON.stringify({ url: 'https://127.0.0.1/calendar.ics' }));
  const account = { server: 'https://127.0.0.1/', user: 'maya', password: 'app-password-1' };
  await owner.insert(calendarConnections).values([
    { ...row, id: connectionId, kind: 'feed', sealed },
    { ...row, id: accountId, kind: 'caldav', sealed: services.seal.seal(JSON.stringify(account)), leasedUntil: later },
  ]);
  const calendar = { coachId, id: connectionId, connectionId, key: '', name: 'Family', blocks: true };
  const receiving = {
    coachId,
    id: accountId,
    connectionId: accountId,
    key: account.server,
    name: 'Work',
    blocks: false,
  };
  await owner.insert(connectedCalendars).values([calendar, receiving]);
  const ofCalendar = { coachId, calendarId: accountId };
  const receives = { connectionId: accountId, active: true, nextWriteAt: later };
  await owner.insert(sessionCalendars).values({ ...ofCalendar, ...receives });
  const found = { kind: 'deleted', at: FOUND_AT, startsAt: null, minutes: null, etag: null } as const;
  const event = { uid: sessionId, path: `/${sessionId}.ics`, digest: '', startsAt: later, minutes: 60 };
  await owner.insert(calendarWrites).values({ ...ofCalendar, sessionId, ...event, found });
  return { connectionId, accountId };
}

/** A brand of the coach that is published. */
export async function insertBrand(owner: TestApp['owner'], coachId: string): Promise<void> {
  const name = `Fit ${coachId}`.slice(0, 40);
  const published = { name, color: '#1a73e8', logo: null, iconId: null, publishedAt: '2026-01-05T12:00:00.000Z' };
  await owner.insert(coachBrands).values({ coachId, name, color: '#1a73e8', published, nameKey: coachId });
}

/** A verified domain of the coach, for which no check is due. */
export async function insertDomain(owner: TestApp['owner'], coachId: string): Promise<void> {
  const at = new Date('2026-01-05T12:00:00Z');
  const domain = 'portal.example.org';
  await owner.insert(coachDomains).values({ coachId, domain, token: 'token', claimedAt: at, verifiedAt: at });
}

/** A flow of the coach that the client is in, with a task of it. */
export async function insertSequence(
  owner: TestApp['owner'],
  row: { coachId: string; clientId: string },
): Promise<Pick<World, 'sequenceId' | 'runId' | 'sequenceTaskId'>> {
  const [sequenceId, runId, sequenceTaskId, stepId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const { coachId, clientId } = row;
  const at = new Date('2026-01-05T12:00:00Z');
  await owner.insert(flows).values({
    coachId,
    id: sequenceId,
    kind: 'sequence',
    name: 'Welcome',
    trigger: { on: 'client_by_hand' },
    steps: [],
    quietFrom: 21,
    quietUntil: 8,
    holdOut: 0,
    resumeDays: 7,
    isOn: true,
    onSince: at,
    version: 1,
    createdAt: at,
    changedAt: at,
  });
  await owner.insert(flowVersions).values({
    coachId,
    flowId: sequenceId,
    version: 1,
    steps: [{ id: stepId, kind: 'task', text: 'Call', dueInDays: 1 }],
  });
  await owner.insert(flowRuns).values({
    coachId,
    id: runId,
    flowId: sequenceId,
    clientId,
    version: 1,
    cause: 'hand',
    startedOn: '2026-01-05',
    startedAt: at,
    stepId,
    dueAt: at,
    state: 'open',
  });
  await owner
    .insert(flowTasks)
    .values({ coachId, id: sequenceTaskId, runId, clientId, text: 'Call', dueOn: '2026-01-06', createdAt: at });
  return { sequenceId, runId, sequenceTaskId };
}

/** A webhook whose address nothing is sent to, because it is private, and a delivery that failed. */
export async function insertWebhook(
  { owner, services }: TestApp,
  coachId: string,
): Promise<Pick<World, 'endpointId' | 'deliveredId'>> {
  const [endpointId, deliveredId, at] = [randomUUID(), randomUUID(), new Date()];
  await owner.insert(webhookEndpoints).values({
    coachId,
    id: endpointId,
    label: 'Zapier',
    address: 'https://127.0.0.1/hook',
    events: { 'message.sent': at.toISOString() },
    fields: [],
    isOn: true,
    sealed: services.seal.seal(`whsec_${Buffer.from(endpointId).toString('base64')}`),
    secretNumber: 1,
    readUntil: at,
    createdAt: at,
  });
  await owner.insert(webhookDeliveries).values({
    coachId,
    endpointId,
    eventId: deliveredId,
    type: 'message.sent',
    actor: 'coach',
    occurredAt: at,
    recordedAt: at,
    status: 'failed',
  });
  return { endpointId, deliveredId };
}
