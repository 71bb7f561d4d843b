import { oc } from '@orpc/contract';
import { billingFunctions } from './billing/billing.ts';
import { FEATURES } from './features.ts';
import { siteFunctions } from './site/site.ts';

type Listed = (typeof FEATURES)[number]['procedures'];
type NameOf<Procedures> = Procedures extends Procedures ? keyof Procedures : never;
/** Procedures by feature. */
type Procedures = { [Name in NameOf<Listed>]: Extract<Listed, Record<Name, unknown>>[Name] };
const procedures: Procedures = Object.assign({}, ...FEATURES.map((feature) => feature.procedures));

const rest = oc.prefix('/rest/v1').router(procedures);

/** Functions that the spec calls by name; each feature defines its own beside its procedures. */
const functions = oc.prefix('/functions/v1').router({ ...billingFunctions, ...siteFunctions });

/** The contract between server and web app. */
export const contract = { ...rest, functions };
