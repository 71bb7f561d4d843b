import type { contract } from '@stridewell/contract/router';

type Contract = typeof contract;
type ProcedureName = { [Feature in keyof Contract]: `${Feature}.${keyof Contract[Feature] & string}` }[keyof Contract];

/** The access that the contract states for a procedure. It is only a type, so no page loads the contract. */
type AccessOf<Name extends ProcedureName> = Name extends `${infer Feature extends keyof Contract}.${infer Procedure}`
  ? Contract[Feature][Procedure & keyof Contract[Feature]] extends { '~orpc': { meta: infer Access } }
    ? Access
    : never
  : never;

/** The part of a plan that a procedure needs. A page that names another one does not compile. */
export type PlanFeatureOf<Name extends ProcedureName> = AccessOf<Name> extends { plan: infer Plan } ? Plan : never;

/** The right that an operator needs for a procedure. */
export type RightOf<Name extends ProcedureName> = AccessOf<Name> extends { right: infer Right } ? Right : never;
