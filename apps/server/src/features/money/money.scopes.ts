import { mintCoachScope, mintPayerScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds due subscriptions and invoices of all coaches. */
export const dueMoneyScope = systemScope.money;

/** Scope of one coach, for issuing invoices and reminders. */
export const bookkeeperScopeOf = mintCoachScope;

/**
 * Scope for recording a client's payment by card: as the client, or as the coach once the client's account is deleted.
 */
export const payerScopeOf = ({ coachId, userId }: { coachId: string; userId: string | null }): CoachScope =>
  userId === null ? bookkeeperScopeOf(coachId) : mintPayerScope({ coachId, userId });
