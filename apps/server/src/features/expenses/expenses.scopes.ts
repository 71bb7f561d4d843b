import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds the coaches whose recurring expenses are due, across tenants. */
export const dueExpensesScope = systemScope.expenses;

/** Recurring expenses are added in the scope of their coach. Take the id from the recurring expense itself. */
export const bookkeeperScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
