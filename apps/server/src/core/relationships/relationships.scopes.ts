import { mintPersonScope, mintRelationshipScope } from '../tenancy/mint.ts';

/** What a change of a relationship means for its person beyond the tenant. Take the id from the relationship itself. */
export const scopeOfPerson = mintPersonScope;

/** What a client may change in the coach's row of the relationship, with statements that name the columns. */
export const scopeOfRelationship = mintRelationshipScope;
