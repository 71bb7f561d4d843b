import { oc } from '@orpc/contract';
import { z } from 'zod';

/**
 * Errors that every procedure may answer with. The message is what a person may read; details for us go to the log.
 * A procedure adds its own with `.errors()` where a caller is expected to react to them.
 */
export const procedure = oc.errors({
  UNAUTHORIZED: { status: 401, message: 'Auth session missing!' },
  FORBIDDEN: { status: 403, message: 'You do not have access to this.' },
  NOT_FOUND: { status: 404, message: 'We could not find that.' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Please verify your email address first.' },
  FEATURE_REQUIRED: {
    status: 403,
    message: 'Your plan does not include this feature.',
    data: z.object({ feature: z.string(), currentPlan: z.string(), requiredPlan: z.string() }),
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many attempts. Please wait a moment and try again.',
    data: z.object({ retryAfterSeconds: z.number().int() }),
  },
});

/**
 * Names the person whose session a request is meant for: it may have waited on a device that others use as well. In the
 * session of anybody else it is UNAUTHORIZED.
 */
export const USER_HEADER = 'x-user-id';

/**
 * Names the coach whose client the caller is in a request: somebody with several coaches may have changed from one to
 * the other on another device meanwhile. Without it, it is the one they chose.
 */
export const COACH_HEADER = 'x-coach-id';
