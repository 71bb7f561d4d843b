import type { Plan } from '@stridewell/contract/billing/billing.rules';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import type { OperatorRole } from '@stridewell/contract/operator/operator.rules';
import type { Role } from '@stridewell/contract/people.rules';
import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { v7 as uuidv7 } from 'uuid';
import { accounts } from '../src/core/auth/auth.table.ts';
import { clients, coaches, preferences, userRoles, users } from '../src/core/people/people.table.ts';
import { coachingOf } from '../src/core/relationships/coachings.data.ts';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { noteCheckIns } from '../src/features/checkins/checkins.figures.data.ts';
import { checkIns } from '../src/features/checkins/checkins.table.ts';

/** A connection of the database's owner, with which seeds and tests bypass the policies. */
export type OwnerDb = NodePgDatabase<Record<string, never>>;

let counter = 0;
const next = () => {
  counter += 1;
  return counter;
};

/** A new id with the time `at`, for rows older than the seed. */
export const idAt = (at: Date): string => uuidv7({ msecs: at.getTime() });

export type NewUser = {
  id?: string;
  email?: string;
  name?: string;
  /** From the auth library's hash function. Without one, password sign-in fails. */
  passwordHash?: string;
  emailVerified?: boolean;
  isDemo?: boolean;
  /** Role of an operator; admin by default. */
  operatorRole?: OperatorRole;
  timeZone?: string;
  unitSystem?: 'metric' | 'imperial';
  /** When the person signed up; now by default. The id has the same time. */
  joinedAt?: Date;
};

export type SeededUser = { id: string; email: string; name: string };

/** Creates an account with the given role, or without a stored role. */
export async function createUser(db: OwnerDb, role: Role | null, options: NewUser = {}): Promise<SeededUser> {
  const { joinedAt: createdAt = new Date(), passwordHash, emailVerified = true, isDemo = false } = options;
  const { id = idAt(createdAt), operatorRole = 'admin' } = options;
  const { email = `person${next()}-${id.slice(-6)}@example.com`, name = `Person ${next()}` } = options;
  await db.insert(users).values({ id, email, name, emailVerified, isDemo, createdAt });
  if (passwordHash) {
    const account = { userId: id, accountId: id, providerId: 'credential', password: passwordHash, createdAt };
    await db.insert(accounts).values({ ...account, id: idAt(createdAt) });
  }
  if (role) {
    await db.insert(userRoles).values({ userId: id, role, operatorRole: role === 'Operator' ? operatorRole : null });
  }
  const { timeZone = 'America/Los_Angeles', unitSystem = 'metric' } = options;
  await db.insert(preferences).values({ userId: id, timeZone, unitSystem });
  return { id, email, name };
}

export type NewCoach = NewUser & { plan?: Plan; status?: string };

/** An active coach on `plan`. */
export async function createCoach(db: OwnerDb, options: NewCoach = {}): Promise<SeededUser & { timeZone: string }> {
  const { plan = 'base', status = 'active', timeZone = 'America/Los_Angeles', joinedAt: createdAt } = options;
  const { role, includedClients } = PLANS[plan];
  const user = await createUser(db, role, { ...options, timeZone });
  await db.update(users).set({ plan, includedClients }).where(eq(users.id, user.id));
  await db.insert(coaches).values({ id: user.id, userId: user.id, status, fullName: user.name, timeZone, createdAt });
  return { ...user, timeZone };
}

export type NewRelationship = Partial<typeof relationships.$inferInsert> & { person?: SeededUser };

/** Creates a client of the coach: active and linked when `person` is given, else invited. */
export async function createClient(
  db: OwnerDb,
  coachId: string,
  { person, ...options }: NewRelationship = {},
): Promise<{ coachId: string; clientId: string; fullName: string; email: string }> {
  const clientId = options.clientId ?? uuidv7();
  const fullName = options.fullName ?? person?.name ?? `Client ${next()}`;
  const email = options.email ?? person?.email ?? `client${next()}-${clientId.slice(-6)}@example.com`;
  if (person) {
    const { acceptedAt: createdAt } = options;
    await db
      .insert(clients)
      .values({ id: person.id, fullName, email, ...(createdAt && { createdAt }) })
      .onConflictDoNothing();
  }
  await db.insert(relationships).values({
    coachId,
    clientId,
    fullName,
    email,
    personId: person?.id ?? null,
    status: person ? 'active' : 'invited',
    onboardingCompleted: Boolean(person),
    ...(person ? { acceptedAt: new Date() } : {}),
    ...options,
  });
  await db.execute(coachingOf({ coachId, clientId }));
  return { coachId, clientId, fullName, email };
}

export type NewCheckIn = Partial<typeof checkIns.$inferInsert> & { coachId: string; clientId: string; day: string };

export const checkInRow = (options: NewCheckIn): typeof checkIns.$inferInsert => ({
  id: uuidv7(),
  weightKg: 80,
  adherence: 85,
  energy: 4,
  sleepHours: 7.5,
  note: '',
  submittedAt: new Date(`${options.day}T17:00:00Z`),
  ...options,
});

/** Stores check-ins and the figures derived from them. */
export async function insertCheckIns(db: OwnerDb, rows: readonly (typeof checkIns.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return;
  await db.insert(checkIns).values([...rows]);
  for (const { coachId, clientId } of new Map(rows.map((row) => [row.clientId, row])).values()) {
    await db.execute(noteCheckIns({ coachId, clientId }));
  }
}
