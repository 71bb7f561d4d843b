import { mintOperatorScope, mintUserScope } from '../../core/tenancy/mint.ts';
import type { OperatorScope, UserScope } from '../../core/tenancy/scope.ts';

/** The scope in which a job ends what this operator has started. */
export const scopeOfOperator = (operatorId: string): OperatorScope => mintOperatorScope(operatorId);

/** The scope in which a person's account is deleted, as they asked for. */
export const scopeOfPerson = (userId: string): UserScope => mintUserScope(userId);
