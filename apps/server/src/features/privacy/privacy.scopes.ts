import { mintClientScope, mintCoachScope, mintUserScope, systemScope } from '../../core/tenancy/mint.ts';
import type { ClientScope, CoachScope, UserScope } from '../../core/tenancy/scope.ts';

/** Scope that writes, expires and deletes copies of all people, and cannot read their other data. */
export const exportScope = systemScope.privacy;

/** Scope of a person, for their copy. */
export const scopeOfPerson = (userId: string): UserScope => mintUserScope(userId);

/** Scope of a coach's tenant, for their copy. */
export const scopeOfCoach = (coachId: string): CoachScope => mintCoachScope(coachId);

/** Scope of one relationship of a client, for their copy, which is complete. Reading needs no seat. */
export const scopeOfClient = (of: {
  userId: string;
  coachId: string;
  clientId: string;
  relationshipStatus: string;
}): ClientScope => mintClientScope({ ...of, seat: 'none', numbersOff: false });
