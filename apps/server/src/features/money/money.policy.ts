import { mintCoachScope, systemScope } from '../../core/tenancy/mint.ts';

/** Finds the subscriptions and invoices that are due, of all coaches. */
export const dueMoneyScope = systemScope.money;

/** Issues invoices and reminds of them in the name of one coach. */
export const bookkeeperScopeOf = mintCoachScope;
