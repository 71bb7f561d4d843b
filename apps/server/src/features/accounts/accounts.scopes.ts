import { mintOperatorScope, mintUserScope } from '../../core/tenancy/mint.ts';
import type { OperatorScope, UserScope } from '../../core/tenancy/scope.ts';

/** Scope in which a job ends a view that this operator started. */
export const scopeOfOperator = (operatorId: string): OperatorScope => mintOperatorScope(operatorId);

/** Scope in which a person's account is deleted at their request. */
export const scopeOfPerson = (userId: string): UserScope => mintUserScope(userId);
