import type { CurrentSession, Device } from '@stridewell/contract/identity';
import { initialCoachStatus, nextCoachStatusOnSignIn, resolveRole } from '@stridewell/contract/identity.rules';
import type { Accounts } from '../../core/auth/accounts.ts';
import { identityScope } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import type { UserScope } from '../../core/tenancy/scope.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listOwnCoachings } from '../coaches/coaches.service.ts';
import { countUnreadNotifications } from '../notifications/notifications.service.ts';
import {
  type Deletion,
  deleteOwnAccount,
  findCoachStatus,
  findPerson,
  findRole,
  insertCoach,
  setCoachStatus,
  updateNames,
  upsertPreferences,
  upsertRole,
} from './identity.data.ts';

type IdentityDeps = Pick<Infrastructure, 'db' | 'log' | 'now' | 'env'>;

/** What the shells of the web app show about the caller. */
export async function describeSession(deps: IdentityDeps, actor: Actor, scope: UserScope): Promise<CurrentSession> {
  const [unreadNotifications, coachings] = await deps.db.readAtOnce(scope, (tx) =>
    Promise.all([countUnreadNotifications(tx), actor.relationship ? listOwnCoachings(tx) : []]),
  );
  const { coach, relationship } = actor;
  return {
    expiresAt: actor.expiresAt.toISOString(),
    user: {
      id: actor.userId,
      email: actor.email,
      emailVerified: actor.emailVerified,
      fullName: actor.fullName,
      image: actor.image,
      unitSystem: actor.unitSystem,
      timeZone: actor.timeZone,
    },
    role: actor.role,
    plan: actor.plan,
    coach: coach && { id: coach.id, status: coach.status, fullName: coach.fullName, timeZone: coach.timeZone },
    client: relationship && {
      coachId: relationship.coachId,
      clientId: relationship.clientId,
      coachName: relationship.coachName,
      status: relationship.status,
      photoId: relationship.photoId,
    },
    coachings,
    unreadNotifications,
    demo: deps.env.demo,
  };
}

/**
 * After an account was made. A wish for a plan makes a coach on the free plan; without one the person is a client
 * who has no coach yet. The wish itself grants nothing.
 */
export async function completeSignUp(
  deps: IdentityDeps,
  person: { id: string; name: string; planIntent?: string | null },
): Promise<void> {
  if (!person.planIntent) return;
  await deps.db.write(identityScope, async (tx) => {
    const status = initialCoachStatus({ plan: 'base', autoApproveBase: deps.env.autoApproveBase });
    await insertCoach(tx, { id: person.id, fullName: person.name, status });
    await upsertRole(tx, person.id, 'Coach-Base');
  });
}

/** At every new session: resolves the role in the spec's order, and activates an approved or inactive coach. */
export async function completeSignIn(deps: IdentityDeps, userId: string): Promise<void> {
  await deps.db.write(identityScope, async (tx) => {
    const person = await findPerson(tx, userId);
    const coachStatus = await findCoachStatus(tx, userId);
    await resolveRole(
      { email: person?.email ?? null, demoMode: deps.env.demo, isSeeded: person?.isDemo ?? false },
      {
        findUserRole: () => findRole(tx, userId),
        findCoach: async () => coachStatus !== undefined,
        grantCoachBase: () => upsertRole(tx, userId, 'Coach-Base'),
        log: (error) => deps.log.error({ err: error }, 'role lookup failed'),
      },
    );
    if (coachStatus === undefined) return;
    const next = nextCoachStatusOnSignIn(coachStatus);
    if (next !== coachStatus) await setCoachStatus(tx, userId, { from: coachStatus, to: next });
  });
}

/** A verified address from OPERATOR_EMAILS becomes an operator. */
export async function completeVerification(deps: IdentityDeps, person: { id: string; email: string }): Promise<void> {
  if (!deps.env.OPERATOR_EMAILS.includes(person.email.toLowerCase())) return;
  await deps.db.write(identityScope, (tx) => upsertRole(tx, person.id, 'Operator'));
  deps.log.warn({ userId: person.id }, 'operator role granted by OPERATOR_EMAILS');
}

/** A new name or address of a person reaches those who know them. */
export async function updatePerson(
  deps: IdentityDeps,
  person: { id: string; name: string; email: string },
): Promise<void> {
  await deps.db.write(identityScope, (tx) => updateNames(tx, person));
}

export async function savePreferences(
  deps: IdentityDeps,
  userId: string,
  values: { unitSystem: 'metric' | 'imperial'; timeZone: string },
): Promise<void> {
  await deps.db.write(identityScope, (tx) => upsertPreferences(tx, userId, values));
}

/** Where somebody is signed in, and whether that takes two steps. */
export async function describeSecurity(
  accounts: Accounts,
  { userId, sessionId }: Actor,
): Promise<{ twoFactorEnabled: boolean; devices: Device[] }> {
  const { twoFactorEnabled, sessions } = await accounts.securityOf(userId);
  return {
    twoFactorEnabled,
    devices: sessions.map(({ id, userAgent, createdAt, updatedAt }) => ({
      id,
      userAgent,
      signedInAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
      current: id === sessionId,
    })),
  };
}

/** Part of one transaction: everything about the person goes, or nothing. */
export async function deleteAccount(tx: Tx<UserScope>): Promise<Deletion> {
  const deletion = await deleteOwnAccount(tx);
  if (!deletion) throw new Error('the deletion of an account answered nothing');
  return deletion;
}
