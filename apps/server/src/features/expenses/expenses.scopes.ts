import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';

/** Finds coaches with due recurring expenses, across tenants. */
export const dueExpensesScope = systemScope.expenses;

/** Scope of a coach, for adding recurring expenses. Take the id from the recurring expense. */
export const bookkeeperScopeOf = (coachId: string): CoachScope => mintCoachScope(coachId);
