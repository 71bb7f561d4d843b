import { and, eq, ne, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope, UserScope } from '../../core/tenancy/scope.ts';
import { clients, relationships } from '../clients/clients.table.ts';
import { coaches } from '../coaches/coaches.table.ts';
import {
  accounts,
  digestOfToken,
  preferences,
  sessions,
  twoFactors,
  userRoles,
  users,
  verifications,
} from './identity.table.ts';

/** The tables of the auth library under the names it uses. */
export const authSchema = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
  twoFactor: twoFactors,
};

/** One row of the function `resolve_session`: everything that decides what a caller may do. */
export type SessionRow = {
  session_id: string;
  expires_at: Date;
  user_id: string;
  email: string;
  email_verified: boolean;
  full_name: string;
  image: string | null;
  role: string | null;
  plan: string | null;
  included_clients: number;
  is_demo: boolean;
  stripe_customer_id: string | null;
  subscription_status: string;
  grace_until: Date | null;
  coach_status: string | null;
  coach_name: string | null;
  coach_time_zone: string | null;
  coach_currency: string | null;
  relationship_coach_id: string | null;
  relationship_client_id: string | null;
  relationship_status: string | null;
  relationship_coach_name: string | null;
  relationship_time_zone: string | null;
  relationship_photo_id: string | null;
  unit_system: string;
  time_zone: string;
};

type SessionJson = Omit<SessionRow, 'expires_at' | 'grace_until'> & { expires_at: string; grace_until: string | null };

/**
 * The live session of a token, in one statement. The function runs with its owner's rights, so the application role
 * learns who a token belongs to without being able to read any. It comes as one value: every request asks for it, and
 * the driver reads the names of 25 columns anew each time.
 */
export async function findSession(pool: pg.Pool, token: string, coachId?: string): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<{ session: SessionJson }>({
    name: 'resolve_session',
    text: 'select row_to_json(s) as session from resolve_session($1, $2) s',
    values: [digestOfToken(token), coachId ?? null],
  });
  const session = rows[0]?.session;
  return (
    session && {
      ...session,
      expires_at: new Date(session.expires_at),
      grace_until: session.grace_until === null ? null : new Date(session.grace_until),
    }
  );
}

export async function findRole(tx: Tx<SystemScope<'identity'>>, userId: string): Promise<string | undefined> {
  const [row] = await tx.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId));
  return row?.role;
}

export async function findPerson(tx: Tx<SystemScope<'identity'>>, userId: string) {
  const [row] = await tx.select({ email: users.email, isDemo: users.isDemo }).from(users).where(eq(users.id, userId));
  return row;
}

export async function upsertRole(tx: Tx<SystemScope<'identity'>>, userId: string, role: string): Promise<void> {
  await tx.insert(userRoles).values({ userId, role }).onConflictDoUpdate({ target: userRoles.userId, set: { role } });
}

/** Adds a coach; one that exists stays as it is. */
export async function insertCoach(
  tx: Tx<SystemScope<'identity'>>,
  coach: { id: string; fullName: string; status: string },
): Promise<void> {
  await tx
    .insert(coaches)
    .values({ ...coach, userId: coach.id })
    .onConflictDoNothing();
}

export async function findCoachStatus(tx: Tx<SystemScope<'identity'>>, userId: string): Promise<string | undefined> {
  const [row] = await tx.select({ status: coaches.status }).from(coaches).where(eq(coaches.userId, userId));
  return row?.status;
}

export async function setCoachStatus(
  tx: Tx<SystemScope<'identity'>>,
  coachId: string,
  change: { from: string; to: string },
): Promise<void> {
  await tx
    .update(coaches)
    .set({ status: change.to })
    .where(and(eq(coaches.id, coachId), eq(coaches.status, change.from)));
}

/** Puts name and address of a person wherever others read them. A coach's list keeps an address it has already. */
export async function updateNames(
  tx: Tx<SystemScope<'identity'>>,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  await tx
    .update(coaches)
    .set({ fullName: name })
    .where(and(eq(coaches.id, id), ne(coaches.fullName, name)));
  await tx
    .update(clients)
    .set({ fullName: name, email })
    .where(and(eq(clients.id, id), or(ne(clients.fullName, name), ne(clients.email, email))));
  const own = eq(relationships.personId, id);
  await tx
    .update(relationships)
    .set({ fullName: name })
    .where(and(own, ne(relationships.fullName, name)));
  await tx
    .update(relationships)
    .set({ email })
    .where(
      and(
        own,
        ne(relationships.email, email),
        sql`not exists (select 1 from client_coach_relationships taken
          where taken.coach_id = client_coach_relationships.coach_id and taken.email = ${email})`,
      ),
    );
}

type Preferences = { unitSystem: 'metric' | 'imperial'; timeZone: string };

/** Of a coach the zone is also that of their calendar; days that are written down stay what they are. */
export async function upsertPreferences(
  tx: Tx<SystemScope<'identity'>>,
  userId: string,
  values: Preferences,
): Promise<void> {
  await tx
    .insert(preferences)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: preferences.userId, set: values });
  await tx.update(coaches).set({ timeZone: values.timeZone }).where(eq(coaches.id, userId));
}

export type Deletion = { outcome: 'deleted' | 'gone' | 'subscribed'; freed_coaches: string[] };

/** Deletes the person in scope; the function of the database reaches what no role of the server does. */
export async function deleteOwnAccount(tx: Tx<UserScope>): Promise<Deletion | undefined> {
  const { rows } = await tx.execute<Deletion>(sql`select * from delete_own_account()`);
  return rows[0];
}
