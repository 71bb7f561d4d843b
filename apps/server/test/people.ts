import { randomUUID } from 'node:crypto';
import type { Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { Role } from '@stridewell/contract/people.rules';
import { and, eq } from 'drizzle-orm';
import {
  checkInRow,
  createClient,
  createCoach,
  createUser,
  insertCheckIns,
  type NewCheckIn,
  type NewCoach,
  type NewRelationship,
  type NewUser,
} from '../seed/factories.ts';
import { users } from '../src/core/people/people.table.ts';
import { coachingOf } from '../src/core/relationships/coachings.data.ts';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { coachSessions } from '../src/features/calendar/calendar.table.ts';
import { checkInTemplates, checkInTemplateVersions } from '../src/features/checkins/checkins.table.ts';
import { sessionCookieName } from '../src/platform/http/session-cookie.ts';
import type { Api } from './api.ts';
import { type Caller, hashOfPassword, linkIn, type TestApp } from './app.ts';
import { createSession } from './stored-sessions.ts';

/** A signed-in person: typed calls through `api`, HTTP through `caller`. */
export type Person = { id: string; email: string; name: string; caller: Caller; api: Api };
export type Coach = Person & { timeZone: string };
export type Client = Person & { coachId: string; clientId: string };

/**
 * Signs in a stored person by storing a session, because checking a password is slow.
 * @param host of a coach's domain; the product's without one
 */
export async function signIn({ owner, services, withCookies }: TestApp, userId: string, host?: string) {
  const value = await createSession(owner, userId, services.secret, host);
  const caller = withCookies(`${sessionCookieName(services.env.appUrl)}=${value}`);
  return { caller, api: caller.api };
}

/** A signed-in person without a coach. */
export async function aPerson(test: TestApp, options: NewUser = {}, role: Role = 'Client'): Promise<Person> {
  const person = await createUser(test.owner, role, { passwordHash: await hashOfPassword(), ...options });
  return { ...person, ...(await signIn(test, person.id)) };
}

/** A signed-in operator with two-factor sign-in; an admin by default. */
export async function anOperator(test: TestApp, options: NewUser = {}): Promise<Person> {
  const operator = await aPerson(test, options, 'Operator');
  await test.owner.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, operator.id));
  return operator;
}

/** An active coach on Coach Pro, signed in. */
export async function aCoach(test: TestApp, options: NewCoach = {}): Promise<Coach> {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { plan: 'pro', passwordHash, ...options });
  return { ...coach, ...(await signIn(test, coach.id)) };
}

/** The ids of a coach and a client in procedures. */
export type Pair = { coachId: string; clientId: string };

type NewClient = Omit<NewRelationship, 'person'> & { of: { id: string }; person?: NewUser | Person };

const isSignedIn = (person: NewUser | Person): person is Person => 'api' in person;

/**
 * A signed-in active client of the coach `of`. A check-in is due every week from 2026-01-05 on.
 * @param options.person an existing person, or changes of the new one
 */
export async function aClient(test: TestApp, { of, person: given = {}, ...options }: NewClient): Promise<Client> {
  const person = isSignedIn(given) ? given : await aPerson(test, given);
  const { clientId } = await createClient(test.owner, of.id, { checkInAnchor: '2026-01-05', ...options, person });
  return { ...person, coachId: of.id, clientId };
}

/** Changes the stored relationship, bypassing the services. */
export async function updateRelationship(
  test: TestApp,
  { coachId, clientId }: Pair,
  changes: Partial<typeof relationships.$inferInsert>,
): Promise<void> {
  await test.owner
    .update(relationships)
    .set(changes)
    .where(and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId)));
  await test.owner.execute(coachingOf({ coachId, clientId }));
}

export type Invitation = Pair & { email: string; token: string };

/** An invitation that the coach `from` has mailed. */
export async function anInvitation(
  test: TestApp,
  { from, to = `invited-${randomUUID().slice(0, 8)}@example.com` }: { from: Coach; to?: string },
): Promise<Invitation> {
  const pair = { coachId: from.id, clientId: randomUUID() };
  await from.api.clients.addClient({ ...pair, fullName: 'Nina Park', email: to });
  const { pathname } = linkIn((await test.mailTo(to)).text);
  return { ...pair, email: to, token: pathname.replace('/invitation/', '') };
}

/** A stored check-in of the client `by`. */
export async function aCheckIn(
  test: TestApp,
  { by, ...options }: Omit<NewCheckIn, 'coachId' | 'clientId'> & { by: Pair },
): Promise<string> {
  const row = checkInRow({ coachId: by.coachId, clientId: by.clientId, ...options });
  await insertCheckIns(test.owner, [row]);
  return row.id;
}

type NewHistory = Omit<NewRelationship, 'person'> & {
  of: { id: string };
  reports: readonly Omit<NewCheckIn, keyof Pair>[];
};

/** An active client with stored check-ins, not signed in, for tests without calls by the client. */
export async function aClientWithCheckIns(test: TestApp, { of, reports, ...options }: NewHistory): Promise<Pair> {
  const person = await createUser(test.owner, 'Client');
  const { coachId, clientId } = await createClient(test.owner, of.id, { ...options, person });
  const rows = reports.map((report) => checkInRow({ coachId, clientId, ...report }));
  await insertCheckIns(test.owner, rows);
  return { coachId, clientId };
}

type NewTemplate = { of: { id: string }; questions?: Question[]; name?: string; isDefault?: boolean };

/** The first version of a form of the coach `of`. */
export async function aTemplate(test: TestApp, { of, questions = [], ...options }: NewTemplate): Promise<string> {
  const [coachId, id] = [of.id, randomUUID()];
  await test.owner.insert(checkInTemplates).values({ name: 'Weekly', ...options, coachId, id, version: 1 });
  await test.owner.insert(checkInTemplateVersions).values({ coachId, templateId: id, version: 1, questions });
  return id;
}

type NewSession = Partial<typeof coachSessions.$inferInsert> & { at: Date | string };

/** A stored session of the client `by`. */
export async function aSession(test: TestApp, { by, at, ...options }: NewSession & { by: Pair }): Promise<string> {
  const id = randomUUID();
  const { coachId, clientId } = by;
  const row = { coachId, clientId, id, clientName: 'Nina Park', sessionType: 'Strength', sessionDate: new Date(at) };
  await test.owner.insert(coachSessions).values({ ...row, ...options });
  return id;
}

/** The newest notifications of a person in the bell menu, after all sent ones are delivered. */
export async function notificationsOf(test: TestApp, { api }: { api: Api }) {
  await test.delivered();
  return (await api.notifications.listNotifications({})).notifications;
}
