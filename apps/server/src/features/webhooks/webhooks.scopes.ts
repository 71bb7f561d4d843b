import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds coaches with webhooks across tenants. */
export const webhooksScope = systemScope.webhooks;

/** Scope of a coach, for their deliveries. Take the id from a row or a job. */
export const senderScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
