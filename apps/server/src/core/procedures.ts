import { implement, ORPCError } from '@orpc/server';
import { contract } from '@stridewell/contract/router';
import type { RequestContext } from './context.ts';
import { Refusal } from './refusals.ts';
import { shownToOperators } from './tenancy/viewing.ts';

/** Implements the contract's procedures. Turns refusals into the errors that the contract declares. */
export const os = implement(contract)
  .$context<RequestContext>()
  .use(async ({ context, next, procedure }, _input, output) => {
    try {
      const result = await next();
      if (!context.event.viewedBy) return result;
      return output(shownToOperators(context.event.procedure, result.output));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, data, messageForPeople } = error;
      const declared = procedure['~orpc'].errorMap[code];
      // An undeclared code is a bug, and is rethrown and logged as one.
      if (!declared && code !== 'BAD_REQUEST') throw error;
      const { status = 400, message } = declared ?? {};
      throw new ORPCError(code, {
        defined: declared !== undefined,
        status,
        message: messageForPeople ?? message ?? code,
        data,
      });
    }
  });
