import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';

/** Longer than creating an account takes. Answers for existing accounts are delayed until then. */
const ANSWER_AFTER_MS = 500;

/**
 * Keeps sign-up from revealing, by its answer or its timing, whether an address has an account. The mail reveals it.
 */
export const quietSignUp = () => {
  const started = new WeakMap<Request, number>();
  const isSignUp = ({ path }: { path?: string }) => path === '/sign-up/email';
  return {
    id: 'quiet-sign-up',
    hooks: {
      before: [
        {
          matcher: isSignUp,
          handler: createAuthMiddleware(async ({ request }) => {
            if (request) started.set(request, performance.now());
          }),
        },
      ],
      after: [
        {
          matcher: isSignUp,
          handler: createAuthMiddleware(async (ctx) => {
            if (isAPIError(ctx.context.returned)) return;
            const since = ctx.request && started.get(ctx.request);
            const rest = since === undefined ? 0 : since + ANSWER_AFTER_MS - performance.now();
            if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
            return ctx.json({ status: true });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
};
