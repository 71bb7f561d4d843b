import { implement, ORPCError } from '@orpc/server';
import { contract } from '@stridewell/contract/router';
import type { RequestContext } from './context.ts';
import { Refusal } from './refusals.ts';
import { requireNoHiddenTexts, shownToOperators } from './tenancy/viewing.texts.ts';

/** The contract, ready to be implemented procedure by procedure. Turns refusals into the errors that it declares. */
export const os = implement(contract)
  .$context<RequestContext>()
  .use(async ({ context, next, procedure }, input, output) => {
    const { inputSchema, outputSchema } = procedure['~orpc'];
    try {
      const result = await next();
      if (!context.event.viewedBy) return result;
      requireNoHiddenTexts(inputSchema, input);
      return output(shownToOperators(context.event.procedure, outputSchema, result.output));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, data, messageForPeople } = error;
      const declared = procedure['~orpc'].errorMap[code];
      // An undeclared code is a bug: it stays what it is and is logged as one.
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
