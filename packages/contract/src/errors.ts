import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { Access } from './access.ts';
import { SWITCHES } from './errors.rules.ts';

/**
 * Errors of every procedure. Messages are for users; details go to the log. A procedure adds its own errors with
 * `.errors()` when callers must react to them.
 */
export const COMMON_ERRORS = {
  UNAUTHORIZED: { status: 401, message: 'Auth session missing!' },
  FORBIDDEN: { status: 403, message: 'You do not have access to this.' },
  NOT_FOUND: { status: 404, message: 'We could not find that.' },
  /** An id that the caller made names something else already. The same request again is no conflict. */
  ID_TAKEN: {
    status: 409,
    message: 'This id belongs to something else already, so nothing was changed. Please reload the page.',
  },
  VIEWING: { status: 403, message: 'You are viewing this account, so nothing can be changed.' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Please verify your email address first.' },
  FEATURE_REQUIRED: {
    status: 403,
    message: 'Your plan does not include this feature.',
    data: z.object({ feature: z.string(), currentPlan: z.string(), requiredPlan: z.string() }),
  },
  FEATURE_OFF: {
    status: 403,
    message: 'This is turned off at the moment. Please try again later.',
    data: z.object({ feature: z.enum(SWITCHES) }),
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many attempts. Please wait a moment and try again.',
    data: z.object({ retryAfterSeconds: z.number().int() }),
  },
};

/** Starts a procedure with those who may call it, which stands here and nowhere else. */
export const procedure = <const Allowed extends Access>(access: Allowed) => oc.$meta(access).errors(COMMON_ERRORS);
