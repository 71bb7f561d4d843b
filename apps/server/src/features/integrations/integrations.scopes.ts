import { mintFeedScope } from '../../core/tenancy/mint.ts';

/** Scope that reads what the feed of one coach shows. */
export const feedScope = mintFeedScope;
