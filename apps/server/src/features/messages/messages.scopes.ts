import type { Side } from '@stridewell/contract/people.rules';
import type { Actor } from '../../core/tenancy/actor.ts';
import { mintCoachScope } from '../../core/tenancy/mint.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';

export type ParticipantScope = CoachScope | ClientScope;
/** The coach or the client of a conversation. */
export type Participant = { actor: Actor; side: Side; scope: ParticipantScope; clientId: string };

/** The job acts for the coach who sent the group message: it exists only because that transaction committed. */
export const scopeOfBroadcast = (job: { coachId: string }): CoachScope => mintCoachScope(job.coachId);
