import { mintOperatorScope } from '../../core/tenancy/mint.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';

/** The scope in which a job ends what this operator has started. */
export const scopeOfOperator = (operatorId: string): OperatorScope => mintOperatorScope(operatorId);
