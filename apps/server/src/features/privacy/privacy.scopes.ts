import { mintClientScope, mintCoachScope, mintUserScope, systemScope } from '../../core/tenancy/mint.ts';
import type { ClientScope, CoachScope, UserScope } from '../../core/tenancy/scope.ts';

/** Writes, expires and deletes the copies of all people. It reads none of their other data. */
export const exportScope = systemScope.privacy;

/** The scope in which a person's own data is read for their copy, as they would read it themselves. */
export const scopeOfPerson = (userId: string): UserScope => mintUserScope(userId);

/** The tenant of a coach, for their copy. */
export const scopeOfCoach = (coachId: string): CoachScope => mintCoachScope(coachId);

/** One relationship of a client, for their copy. Reading needs no seat. */
export const scopeOfClient = (of: {
  userId: string;
  coachId: string;
  clientId: string;
  relationshipStatus: string;
}): ClientScope => mintClientScope({ ...of, seat: 'none' });
