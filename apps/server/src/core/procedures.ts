import { implement } from '@orpc/server';
import { contract } from '@stridewell/contract/router';
import type { RequestContext } from './context.ts';

/** The contract, ready to be implemented procedure by procedure. */
export const os = implement(contract).$context<RequestContext>();
