import { and, eq, ne, or, sql } from 'drizzle-orm';
import { clients, coaches, preferences, userRoles, users } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';

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
