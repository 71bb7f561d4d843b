import type { EnergyUnit, UnitSystem } from '@stridewell/contract/units';
import { and, eq, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { clients, coaches, preferences, userRoles, users } from '../../core/people/people.table.ts';
import { followTimeZone } from '../../core/relationships/coachings.data.ts';
import { coachings } from '../../core/relationships/coachings.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';

type Pair = { coachId: string; clientId: string };

export async function findRole(tx: Tx<SystemScope<'identity'>>, userId: string): Promise<string | undefined> {
  const [row] = await tx.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId));
  return row?.role;
}

export async function findPerson(tx: Tx<SystemScope<'identity'>>, userId: string) {
  const [row] = await tx.select({ email: users.email, isDemo: users.isDemo }).from(users).where(eq(users.id, userId));
  return row;
}

/** Whether a person is or was a client of a coach, or is invited by them. */
export async function isClientOfCoach(
  tx: Tx<SystemScope<'identity'>>,
  { userId, coachId }: { userId: string; coachId: string },
): Promise<boolean> {
  const email = (await findPerson(tx, userId))?.email ?? '';
  const rows = await tx
    .select({ coachId: coachings.coachId })
    .from(coachings)
    .where(and(eq(coachings.coachId, coachId), or(eq(coachings.userId, userId), eq(coachings.invitedEmail, email))))
    .limit(1);
  return rows.length > 0;
}

/** Gives a person a role. An operator added this way is an admin. */
export async function upsertRole(tx: Tx<SystemScope<'identity'>>, userId: string, role: string): Promise<void> {
  const set = { role, operatorRole: role === 'Operator' ? ('admin' as const) : null };
  await tx
    .insert(userRoles)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: userRoles.userId, set });
}

/** Adds a coach, unless they exist. */
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

export async function updateCoachStatus(
  tx: Tx<SystemScope<'identity'>>,
  coachId: string,
  change: { from: string; to: string },
): Promise<void> {
  await tx
    .update(coaches)
    .set({ status: change.to })
    .where(and(eq(coaches.id, coachId), eq(coaches.status, change.from)));
}

/** Copies name and address to the directory of coaches and clients. */
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
}

/** Relationships of a person, from the directory. */
export async function listRelationshipsOf(tx: Tx<SystemScope<'identity'>>, personId: string): Promise<Pair[]> {
  return tx
    .select({ coachId: coachings.coachId, clientId: coachings.clientId })
    .from(coachings)
    .where(eq(coachings.userId, personId))
    .orderBy(coachings.coachId);
}

/**
 * Copies name and address to one relationship. It keeps its address if another client of the coach has the new one.
 * @returns whether the name changed
 */
export async function updateNamesOf(
  tx: Tx<SystemScope<'identity'>>,
  { coachId, clientId }: Pair,
  { name, email }: { name: string; email: string },
): Promise<boolean> {
  const own = and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId));
  const taken = alias(relationships, 'taken');
  const [renamed] = await Promise.all([
    tx
      .update(relationships)
      .set({ fullName: name })
      .where(and(own, ne(relationships.fullName, name))),
    tx
      .update(relationships)
      .set({ email })
      .where(
        and(
          own,
          ne(relationships.email, email),
          notExists(
            tx
              .select({ one: sql`1` })
              .from(taken)
              .where(and(eq(taken.coachId, coachId), eq(taken.email, email))),
          ),
        ),
      ),
  ]);
  return renamed.rowCount === 1;
}

export type Preferences = { unitSystem: UnitSystem; timeZone: string; energyUnit?: EnergyUnit | undefined };

/** Saves preferences. Coachings and a coach's calendar use the same time zone. Stored days do not change. */
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
  await followTimeZone(tx, userId, values.timeZone);
}

type Deletion = { outcome: 'deleted' | 'gone' | 'subscribed'; freed_coaches: string[] };

/** Deletes the person in scope. Uses a database function, because no role of the server can access all their rows. */
export async function deleteOwnAccount(tx: Tx<UserScope>): Promise<Deletion> {
  const { rows } = await tx.execute<Deletion>(sql`select * from delete_own_account()`);
  const [deletion] = rows;
  if (!deletion) throw new Error('the deletion of an account returned no row');
  return deletion;
}
