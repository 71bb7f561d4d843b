import type { Side } from '@stridewell/contract/people.rules';
import { requireActor, requireClient, requireCoach, requireRelationship } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import { mintCoachScope } from '../../core/tenancy/mint.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';

export type ParticipantScope = CoachScope | ClientScope;
/** The coach or the client of a conversation. */
export type Participant = { actor: Actor; side: Side; scope: ParticipantScope; clientId: string };

/**
 * The coach of the tenant, or the client of the conversation.
 * @throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND
 */
export function requireParticipant(
  actor: Actor | null,
  { coachId, conversationId: clientId }: { coachId: string; conversationId: string },
): Participant {
  const person = requireActor(actor);
  const scope = requireRelationship(person, { coachId, clientId });
  return { actor: person, side: scope.role, scope, clientId };
}

/**
 * A coach with all their conversations, or a client with that of their current relationship.
 * @throws UNAUTHORIZED, FORBIDDEN
 */
export function requireCorrespondent(actor: Actor | null): ParticipantScope {
  const person = requireActor(actor);
  if (person.role === 'Client') return requireClient(person).scope;
  return requireCoach(person, person.coach?.id ?? '').scope;
}

/** Scope of the coach who sent the group message. The job exists only if the coach's transaction committed. */
export const scopeOfBroadcast = (job: { coachId: string }): CoachScope => mintCoachScope(job.coachId);
