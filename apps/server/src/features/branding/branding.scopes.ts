import { mintCaptureScope } from '../../core/tenancy/mint.ts';

/** The scope of a visitor of a coach. Brands are public, so every reader gets their pictures in this scope. */
export const visitorScope = mintCaptureScope;
