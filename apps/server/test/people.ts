import {
  checkInRow,
  createClient,
  createCoach,
  createUser,
  type NewCheckIn,
  type NewCoach,
  type NewRelationship,
  type NewUser,
} from '../seed/factories.ts';
import { checkIns } from '../src/features/checkins/checkins.table.ts';
import type { Api } from './api.ts';
import { type Caller, hashOfPassword, type TestApp } from './app.ts';

/** A signed-in person: typed calls through `api`, HTTP through `caller`. */
export type Person = { id: string; email: string; name: string; caller: Caller; api: Api };
export type Coach = Person & { timeZone: string };
export type Client = Person & { coachId: string; clientId: string };

const signIn = async ({ signIn: enter }: TestApp, email: string) => {
  const caller = await enter(email);
  return { caller, api: caller.api };
};

/** An active coach on Coach Pro, signed in. */
export async function aCoach(test: TestApp, options: NewCoach = {}): Promise<Coach> {
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(test.owner, { plan: 'pro', passwordHash, ...options });
  return { ...coach, ...(await signIn(test, coach.email)) };
}

type NewClient = Omit<NewRelationship, 'person'> & { of: { id: string }; person?: NewUser };

/** An active client of the coach `of`, signed in; a check-in is due every week from 2026-01-05 on. */
export async function aClient(test: TestApp, { of, person: user = {}, ...options }: NewClient): Promise<Client> {
  const person = await createUser(test.owner, 'Client', { passwordHash: await hashOfPassword(), ...user });
  const { clientId } = await createClient(test.owner, of.id, { checkInAnchor: '2026-01-05', ...options, person });
  return { ...person, coachId: of.id, clientId, ...(await signIn(test, person.email)) };
}

type Reporter = { coachId: string; clientId: string };

/** A stored check-in of the client `by`. */
export async function aCheckIn(
  test: TestApp,
  { by, ...options }: Omit<NewCheckIn, 'coachId' | 'clientId'> & { by: Reporter },
): Promise<string> {
  const row = checkInRow({ coachId: by.coachId, clientId: by.clientId, ...options });
  const [{ id } = { id: '' }] = await test.owner.insert(checkIns).values(row).returning({ id: checkIns.id });
  return id;
}

/** The newest notifications of a person, as the bell shows them. */
export const notificationsOf = async ({ api }: { api: Api }) =>
  (await api.notifications.listNotifications({})).notifications;
