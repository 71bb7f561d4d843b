import type { OperatorRight, PlanFeature } from '@stridewell/contract/access';
import { isFeatureAllowed, requiredPlan } from '@stridewell/contract/billing/billing.rules';
import { line } from '@stridewell/contract/fields';
import { operatorMay } from '@stridewell/contract/operator/operator.rules';
import { isCoachRole } from '@stridewell/contract/people.rules';
import { refuse } from '../refusals.ts';
import { isCurrentStatus } from '../relationships/relationships.data.ts';
import type { Actor } from './actor.ts';
import { mintClientScope, mintCoachScope, mintOperatorScope, mintUserScope, systemScope } from './mint.ts';
import type { ClientScope, CoachScope, OperatorScope, UserScope } from './scope.ts';

/** The system's own work on roles and coach records, at sign-up and sign-in. */
export const identityScope = systemScope.identity;

export type ActiveCoach = { actor: Actor; coach: NonNullable<Actor['coach']>; scope: CoachScope };
export type CurrentClient = { actor: Actor; relationship: NonNullable<Actor['relationship']>; scope: ClientScope };

/** @throws UNAUTHORIZED without a session */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw refuse('UNAUTHORIZED');
  return actor;
}

/**
 * The signed-in person, for personal data.
 * @throws UNAUTHORIZED
 */
export function requireUser(actor: Actor | null): { actor: Actor; scope: UserScope } {
  const user = requireActor(actor);
  return { actor: user, scope: mintUserScope(user.userId) };
}

/**
 * The coach of the tenant `coachId`. Another coach's tenant gets the same answer as an unknown one.
 * @throws UNAUTHORIZED, FORBIDDEN for another role or a coach who is not active, NOT_FOUND for another tenant.
 */
export function requireCoach(actor: Actor | null, coachId: string): ActiveCoach {
  const user = requireActor(actor);
  if (!isCoachRole(user.role) || !user.coach) {
    throw refuse('FORBIDDEN');
  }
  if (user.coach.status !== 'active') {
    throw refuse('FORBIDDEN', { message: 'Your coach profile is awaiting administrator approval.' });
  }
  if (user.coach.id !== coachId) throw refuse('NOT_FOUND');
  return { actor: user, coach: user.coach, scope: mintCoachScope(coachId) };
}

/**
 * The client in their current relationship.
 * @throws UNAUTHORIZED, FORBIDDEN for another role or without a coach.
 */
export function requireClient(actor: Actor | null): CurrentClient {
  const user = requireActor(actor);
  if (user.role !== 'Client' || !user.relationship) {
    throw refuse('FORBIDDEN');
  }
  const { coachId, clientId, status, covered, numbersOff } = user.relationship;
  return {
    actor: user,
    relationship: user.relationship,
    scope: mintClientScope({
      userId: user.userId,
      coachId,
      clientId,
      relationshipStatus: status,
      seat: covered ? 'covered' : 'none',
      numbersOff,
    }),
  };
}

/**
 * Lets items through that were written on a device for the coach `writtenFor`.
 * @throws NOT_FOUND when the client has switched to another coach, FORBIDDEN when the coaching has ended
 */
export function requireSender({ relationship }: CurrentClient, writtenFor: string | undefined): void {
  if (writtenFor !== undefined && writtenFor !== relationship.coachId) {
    throw refuse('NOT_FOUND', { message: 'This was written for a coach who is not your current one.' });
  }
  if (!isCurrentStatus(relationship.status)) {
    throw refuse('FORBIDDEN', { message: 'Your coaching has ended, so this was not sent.' });
  }
}

/**
 * Another client's relationship gets the same answer as an unknown one.
 * @throws NOT_FOUND
 */
export function requireNamed(scope: ClientScope, { coachId, clientId }: { coachId: string; clientId: string }): void {
  if (scope.coachId !== coachId || scope.clientId !== clientId) throw refuse('NOT_FOUND');
}

/**
 * The coach or the client of a relationship. The database checks that the client is the coach's.
 * @throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND
 */
export function requireRelationship(
  actor: Actor | null,
  relationship: { coachId: string; clientId: string },
): CoachScope | ClientScope {
  const person = requireActor(actor);
  if (person.role === 'Client') {
    const { scope } = requireClient(person);
    requireNamed(scope, relationship);
    return scope;
  }
  return requireCoach(person, relationship.coachId).scope;
}

/** Whether the console requires two-factor sign-in. Demo accounts are exempt, because their password is public. */
export const needsTwoFactor = ({ role, twoFactorEnabled, plan }: Actor): boolean =>
  role === 'Operator' && !twoFactorEnabled && !plan.is_demo;

/**
 * An operator whose role opens this part of the console.
 * @throws UNAUTHORIZED, FORBIDDEN for another role, a role without the right, or without two-factor sign-in
 */
export function requireOperator(actor: Actor | null, right: OperatorRight): { actor: Actor; scope: OperatorScope } {
  const user = requireActor(actor);
  if (user.role !== 'Operator' || !user.operatorRole || !operatorMay(user.operatorRole, right))
    throw refuse('FORBIDDEN');
  if (needsTwoFactor(user)) {
    throw refuse('FORBIDDEN', { message: 'Please turn on two-factor sign-in in your profile first.' });
  }
  return { actor: user, scope: mintOperatorScope(user.userId) };
}

/**
 * The operator behind a view, to end it.
 * @throws UNAUTHORIZED, FORBIDDEN for a session that is not viewing
 */
export function requireViewer(actor: Actor | null): { viewId: string; scope: OperatorScope } {
  const { viewing } = requireActor(actor);
  if (!viewing) throw refuse('FORBIDDEN', { message: 'You are not viewing another account.' });
  return { viewId: viewing.viewId, scope: mintOperatorScope(viewing.operatorId) };
}

/** @throws EMAIL_NOT_VERIFIED */
export function requireVerifiedEmail(actor: Actor): void {
  if (!actor.emailVerified) {
    throw refuse('EMAIL_NOT_VERIFIED');
  }
}

/** Whether the plan on record includes the feature now. Ignores the plan shown as a fallback. */
export const isFeatureOpen = (actor: Actor, feature: PlanFeature, now: Date): boolean =>
  isFeatureAllowed(actor.plan, feature, now);

/** Whether the coach of the caller sets nutrition targets and meal plans, by their scope of practice. */
export const mayPrescribe = ({ coach, relationship }: Pick<Actor, 'coach' | 'relationship'>): boolean =>
  (coach ?? relationship)?.prescribesNutrition === true;

/** @throws FORBIDDEN when the coach's scope of practice leaves out nutrition targets and meal plans */
export function requirePrescribing(actor: Pick<Actor, 'coach' | 'relationship'>): void {
  if (mayPrescribe(actor)) return;
  throw refuse('FORBIDDEN', {
    message: 'Your scope of practice leaves out nutrition targets and meal plans. You can change it in Settings.',
  });
}

/** @throws FEATURE_REQUIRED when the plan on record lacks the feature */
export function requireFeature(actor: Actor, feature: PlanFeature, now: Date): void {
  if (isFeatureOpen(actor, feature, now)) return;
  throw refuse('FEATURE_REQUIRED', {
    data: { feature, currentPlan: actor.plan.plan, requiredPlan: requiredPlan(feature) },
  });
}

const personName = line(120);

/** Why a person cannot use this name; undefined for a valid one. */
export function personNameProblem(name: unknown): string | undefined {
  const checked = personName.safeParse(name);
  return checked.success ? undefined : (checked.error.issues[0]?.message ?? 'Please enter your name');
}
