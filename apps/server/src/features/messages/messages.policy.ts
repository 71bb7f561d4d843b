import { ORPCError } from '@orpc/server';
import type { Side } from '@stridewell/contract/messages.rules';
import type { Actor } from '../../platform/auth/actor.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import { requireActor, requireClient, requireCoach } from '../identity/identity.policy.ts';

export type ParticipantScope = CoachScope | ClientScope;
/** One of the two people of a conversation, and which of them. */
export type Participant = { actor: Actor; side: Side; scope: ParticipantScope; clientId: string };

/**
 * The coach of the tenant, or the client whose conversation it is. Whether a coach has such a client is for the
 * database to say. Another's conversation is answered like one that does not exist.
 * @throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND
 */
export function requireParticipant(
  actor: Actor | null,
  { coachId, conversationId }: { coachId: string; conversationId: string },
): Participant {
  const person = requireActor(actor);
  if (person.role !== 'Client') {
    return { ...requireCoach(person, coachId), side: 'coach', clientId: conversationId };
  }
  const own = requireClient(person);
  if (own.scope.coachId !== coachId || own.scope.clientId !== conversationId) {
    throw new ORPCError('NOT_FOUND', { message: 'We could not find that.' });
  }
  return { ...own, side: 'client', clientId: conversationId };
}
