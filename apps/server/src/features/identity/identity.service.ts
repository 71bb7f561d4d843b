import type { CurrentSession, Device, SignInMethod } from '@stridewell/contract/identity/identity';
import { initialCoachStatus, nextCoachStatusOnSignIn, resolveRole } from '@stridewell/contract/identity/identity.rules';
import type { Accounts } from '../../core/auth/accounts.ts';
import { brandInForce, toBarBrand, toShownBrand } from '../../core/brand.ts';
import type { HostedCoach } from '../../core/hosts.ts';
import { tellOperators } from '../../core/operator-events.ts';
import { billSeatsJob } from '../../core/payments/seat-jobs.ts';
import { refuse } from '../../core/refusals.ts';
import type { OwnCoaching } from '../../core/relationships/coachings.data.ts';
import type { Infrastructure } from '../../core/services.ts';
import { identityScope, needsTwoFactor } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import type { UserScope } from '../../core/tenancy/scope.ts';
import { findSessionFacts, type SessionFacts } from '../../core/tenancy/session.data.ts';
import { announceTouch } from '../../core/touches.ts';
import { announceEndedViews } from '../../core/views.ts';
import type { Tx } from '../../platform/db/database.ts';
import { deleteDeliveriesTo } from '../../platform/mail/deliveries.data.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { renameSessions } from '../calendar/calendar.service.ts';
import { findRevocation, revokeJob } from '../crm/crm.connect.service.ts';
import { requestSweep } from '../files/files.service.ts';
import { listRevocations, revokeTokenJob } from '../integrations/integrations.signins.service.ts';
import { requestExportSweep } from '../privacy/privacy.service.ts';
import {
  deleteOwnAccount,
  findCoachStatus,
  findPerson,
  findRole,
  insertCoach,
  listRelationshipsOf,
  type Preferences,
  updateCoachStatus,
  updateNames,
  updateNamesOf,
  upsertPreferences,
  upsertRole,
} from './identity.data.ts';
import { senderAsked } from './identity.host.service.ts';
import { securityNoticeMail } from './identity.mails.ts';

type IdentityDeps = Pick<Infrastructure, 'db' | 'log' | 'now' | 'env' | 'settings'>;

/** The caller's session for the web app. */
export async function describeSession(
  deps: IdentityDeps,
  actor: Actor,
  scope: UserScope,
  at: HostedCoach | null,
): Promise<CurrentSession> {
  return toSession(deps, actor, await deps.db.readAtOnce(scope, findSessionFacts), at);
}

/** At a coach's domain, a client's other coaches do not exist. */
export const coachingsAt = (at: HostedCoach | null, coachings: readonly OwnCoaching[]): readonly OwnCoaching[] =>
  at ? coachings.filter(({ coachId }) => coachId === at.coachId) : coachings;

/** A session with the facts beside it, at a coach's domain or at the product's. */
export async function toSession(
  deps: IdentityDeps,
  actor: Actor,
  { unreadNotifications, coachings: all, ownBrand }: SessionFacts,
  at: HostedCoach | null,
): Promise<CurrentSession> {
  const notices = await deps.settings.notices(actor.role, deps.now());
  const { coach, relationship } = actor;
  const found = coachingsAt(at, all);
  const current = found.find(({ coachId }) => coachId === relationship?.coachId);
  const coachings = found.map(({ coachId, clientId, coachName, status }) => ({ coachId, clientId, coachName, status }));
  return {
    expiresAt: actor.expiresAt.toISOString(),
    user: {
      id: actor.userId,
      email: actor.email,
      emailVerified: actor.emailVerified,
      fullName: actor.fullName,
      image: actor.image,
      unitSystem: actor.unitSystem,
      energyUnit: actor.energyUnit,
      timeZone: actor.timeZone,
    },
    role: actor.role,
    plan: actor.plan,
    operatorRole: actor.operatorRole,
    needsTwoFactor: needsTwoFactor(actor),
    viewingUntil: actor.viewing?.until.toISOString() ?? null,
    coach: coach && {
      id: coach.id,
      status: coach.status,
      statusReason: coach.statusReason,
      fullName: coach.fullName,
      timeZone: coach.timeZone,
      currency: coach.currency,
      prescribesNutrition: coach.prescribesNutrition,
      brand: toBarBrand(brandInForce(ownBrand, deps.now())),
    },
    client: relationship && {
      coachId: relationship.coachId,
      clientId: relationship.clientId,
      coachName: relationship.coachName,
      status: relationship.status,
      photoId: relationship.photoId,
      nutritionWay: relationship.nutritionWay,
      numbersOff: relationship.numbersOff,
      brand: toShownBrand(brandInForce(current?.brand ?? null, deps.now())),
    },
    coachings,
    unreadNotifications,
    notices,
    demo: deps.env.demo,
  };
}

/**
 * Runs after an account is created. A person who chose a plan becomes a coach on the free plan, anyone else a client
 * without a coach. The choice grants no paid plan.
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
    if (status === 'pending') await tellOperators(tx, 'approvals');
    auditAbout(tx, person.id, { action: 'role.changed', after: { role: 'Coach-Base' }, byPerson: person.id });
    const { id, name } = person;
    const email = (await findPerson(tx, id))?.email;
    if (email) await announceTouch(tx, { kind: 'sign_up', id, coachId: id, email, name, at: deps.now() });
  });
}

/** Runs for every new session. Resolves the role in the spec's order, and activates an approved or inactive coach. */
export async function completeSignIn(deps: IdentityDeps, userId: string): Promise<void> {
  await deps.db.write(identityScope, async (tx) => {
    auditAbout(tx, userId, { action: 'account.signed_in', byPerson: userId });
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
    if (next !== coachStatus) await updateCoachStatus(tx, userId, { from: coachStatus, to: next });
  });
}

/** A verified address from OPERATOR_EMAILS becomes an operator. */
export async function completeVerification(deps: IdentityDeps, person: { id: string; email: string }): Promise<void> {
  if (!deps.env.OPERATOR_EMAILS.includes(person.email.toLowerCase())) return;
  await deps.db.write(identityScope, async (tx) => {
    auditAbout(tx, person.id, { action: 'role.changed', after: { role: 'Operator' } });
    await upsertRole(tx, person.id, 'Operator');
    await announceEndedViews(tx, { viewedId: person.id });
  });
  deps.log.warn({ userId: person.id }, 'operator role granted by OPERATOR_EMAILS');
}

/** Copies a changed name or address to where coaches and clients see it. */
export async function updatePerson(
  deps: IdentityDeps,
  person: { id: string; name: string; email: string },
): Promise<void> {
  await deps.db.write(identityScope, async (tx) => {
    await updateNames(tx, person);
    for (const relationship of await listRelationshipsOf(tx, person.id)) {
      if (await updateNamesOf(tx, relationship, person)) await renameSessions(tx, relationship, deps.now());
    }
  });
}

export async function savePreferences(deps: IdentityDeps, userId: string, values: Preferences): Promise<void> {
  await deps.db.write(identityScope, (tx) => upsertPreferences(tx, userId, values));
}

/** The caller's devices, how they can sign in, and whether sign-in needs a second step. */
export async function describeSecurity(
  accounts: Accounts,
  { userId, sessionId }: Actor,
): Promise<{ twoFactorEnabled: boolean; methods: SignInMethod[]; devices: Device[] }> {
  const { twoFactorEnabled, methods, sessions } = await accounts.securityOf(userId);
  return {
    twoFactorEnabled,
    methods: methods.map(({ id, kind, name, host, addedAt, lastUsedAt, isUsable, isRemovable }) => ({
      id,
      kind,
      name,
      host,
      addedAt: addedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isUsable,
      isRemovable,
    })),
    devices: sessions.map(({ id, userAgent, createdAt, updatedAt }) => ({
      id,
      userAgent,
      signedInAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
      current: id === sessionId,
    })),
  };
}

/**
 * Deletes the person with all their data, updates the bills of coaches with freed seats and confirms by mail, in one
 * transaction. Idempotent.
 * @throws SUBSCRIPTION_RUNNING
 */
export async function deleteAccount(
  tx: Tx<UserScope, 'SUBSCRIPTION_RUNNING'>,
  { queue, mailer, env, seal }: Pick<Infrastructure, 'queue' | 'mailer' | 'env' | 'seal'>,
  { email, fullName: name }: Pick<Actor, 'email' | 'fullName'>,
): Promise<void> {
  await announceEndedViews(tx, { viewedId: tx.scope.userId });
  const revocations = await listRevocations(tx);
  const crmRevocation = await findRevocation(tx, { seal });
  const { outcome, freed_coaches: freedCoaches } = await deleteOwnAccount(tx);
  if (outcome === 'subscribed') throw refuse(tx, 'SUBSCRIPTION_RUNNING');
  if (outcome === 'gone') return;
  auditAbout(tx, tx.scope.userId, { action: 'account.deleted' });
  await deleteDeliveriesTo(tx, email);
  for (const coachId of freedCoaches) await queue.send(billSeatsJob, { coachId }, tx);
  for (const revocation of revocations) await queue.send(revokeTokenJob, revocation, tx);
  if (crmRevocation) await queue.send(revokeJob, crmRevocation, tx);
  // The file rows are hidden. The sweep deletes the content.
  await requestSweep(queue, tx);
  await requestExportSweep(queue, tx);
  const props = { name, event: 'account_deleted', url: env.appUrl };
  await mailer.send(Object.assign({ to: email, template: securityNoticeMail, props }, senderAsked()), tx);
}
