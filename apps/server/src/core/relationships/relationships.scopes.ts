import { mintPersonScope, mintRelationshipScope } from '../tenancy/mint.ts';

/** Scope for effects on a person outside of the tenant. Take the person's id from the relationship row. */
export const scopeOfPerson = mintPersonScope;

/** Scope for a client's changes of the relationship row, which belongs to the coach. Statements name their columns. */
export const scopeOfRelationship = mintRelationshipScope;
