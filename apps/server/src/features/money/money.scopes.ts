import { mintCoachScope, mintPayerScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds the subscriptions and invoices that are due, of all coaches. */
export const dueMoneyScope = systemScope.money;

/** Issues invoices and reminds of them in the name of one coach. */
export const bookkeeperScopeOf = mintCoachScope;

/** Records what a client paid by card. Without an account, nothing but the tenant is left to act for. */
export const payerScopeOf = ({ coachId, userId }: { coachId: string; userId: string | null }): CoachScope =>
  userId === null ? bookkeeperScopeOf(coachId) : mintPayerScope({ coachId, userId });
