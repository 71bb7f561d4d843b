import type {
  Access,
  ClientAccess,
  CoachAccess,
  OperatorAccess,
  PersonAccess,
  RelationshipAccess,
  ViewerAccess,
} from '@stridewell/contract/access';
import { isCoachRole, type Role } from '@stridewell/contract/people.rules';
import { refuse } from '../refusals.ts';
import {
  requireClient,
  requireCoach,
  requireFeature,
  requireNamed,
  requireOperator,
  requireRelationship,
  requireSender,
  requireUser,
  requireVerifiedEmail,
  requireViewer,
} from './access.ts';
import type { Actor } from './actor.ts';

/** A person at the door of a procedure: what its access says, and what they ask for. */
export type Caller<Of extends Access> = { actor: Actor | null; access: Of; input: unknown; now: Date };

/** The id in a field of checked input. Empty for a missing one, which belongs to nothing. */
const idIn = (input: unknown, field: string): string => optionalIdIn(input, field) ?? '';

function optionalIdIn(input: unknown, field: string): string | undefined {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, field) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** @throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, EMAIL_NOT_VERIFIED, FEATURE_REQUIRED */
export function admitCoach({ actor, access, input, now }: Caller<CoachAccess>) {
  const { tenant = 'coachId', plan, verifiedEmail } = access;
  const active = requireCoach(actor, tenant === 'own' ? (actor?.coach?.id ?? '') : idIn(input, tenant));
  if (verifiedEmail) requireVerifiedEmail(active.actor);
  if (plan) requireFeature(active.actor, plan, now);
  return { ...active, today: { now, timeZone: active.coach.timeZone } };
}

/**
 * @returns null for a client without a coach, where the access says so
 * @throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND
 */
export function admitClient({ actor, access, input, now }: Caller<ClientAccess>) {
  if (access.nullWithoutCoach && actor?.role === 'Client' && !actor.relationship) return null;
  const client = requireClient(actor);
  if (access.named) requireNamed(client.scope, { coachId: idIn(input, 'coachId'), clientId: idIn(input, 'clientId') });
  if (access.sends) requireSender(client, optionalIdIn(input, 'coachId'));
  return { ...client, today: { now, timeZone: client.actor.timeZone } };
}

/** @throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND */
export function admitRelationship({ actor, access, input, now }: Caller<RelationshipAccess>) {
  const { actor: person } = requireUser(actor);
  const { tenant, client = 'clientId' } = access;
  const { coach, relationship, role, timeZone } = person;
  const own = role === 'Client' ? relationship : coach && { coachId: coach.id, clientId: '' };
  const named = { coachId: idIn(input, 'coachId'), clientId: idIn(input, client) };
  const scope = requireRelationship(person, tenant === 'own' && own ? own : named);
  return { actor: person, scope, today: { now, timeZone: role !== 'Client' && coach ? coach.timeZone : timeZone } };
}

const ROLES: Record<NonNullable<PersonAccess['role']>, (role: Role) => boolean> = {
  coach: isCoachRole,
  client: (role) => role === 'Client',
  customer: (role) => role !== 'Operator',
};

/** @throws UNAUTHORIZED, FORBIDDEN for another role, EMAIL_NOT_VERIFIED */
export function admitPerson({ actor, access: { role, verifiedEmail } }: Caller<PersonAccess>) {
  const user = requireUser(actor);
  if (role && !ROLES[role](user.actor.role)) throw refuse('FORBIDDEN');
  if (verifiedEmail) requireVerifiedEmail(user.actor);
  return user;
}

/** @throws UNAUTHORIZED, FORBIDDEN */
export const admitOperator = ({ actor, access }: Caller<OperatorAccess>) => requireOperator(actor, access.right);

/** @throws UNAUTHORIZED, FORBIDDEN */
export const admitViewer = ({ actor }: Caller<ViewerAccess>) => requireViewer(actor);
