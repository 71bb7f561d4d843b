import { ORPCError } from '@orpc/server';
import { isCoachRole } from '@stridewell/contract/identity.rules';
import type { Actor } from '../../core/tenancy/actor.ts';
import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Work on purchases and plan records, which nobody does in their own name. */
export const billingScope = systemScope.billing;

/** To count the seats of a coach on the bill. */
export const seatsScope = (coachId: string): CoachScope => mintCoachScope(coachId);

/** A coach in whatever state, for their own subscription. @throws UNAUTHORIZED, FORBIDDEN for another role. */
export function requireSubscriber(actor: Actor | null, message = 'Auth session missing!'): Actor {
  if (!actor) throw new ORPCError('UNAUTHORIZED', { message });
  if (!isCoachRole(actor.role)) throw new ORPCError('FORBIDDEN', { message: 'Plans are for coaches.' });
  return actor;
}

/** @throws UNAUTHORIZED, FORBIDDEN for everybody but an operator. */
export function requireOperator(actor: Actor | null): Actor {
  if (!actor) throw new ORPCError('UNAUTHORIZED', { message: 'Auth session missing!' });
  if (actor.role !== 'Operator') throw new ORPCError('FORBIDDEN', { message: 'You do not have access to this.' });
  return actor;
}
