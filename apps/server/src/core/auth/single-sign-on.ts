import { APIError, type BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, createAuthMiddleware } from 'better-auth/api';

/** Paths of the library that redirect to another provider. */
const HANDED_OVER = new Set(['/sign-in/social', '/link-social', '/callback/:id']);

const notConfigured = () =>
  new APIError('BAD_REQUEST', { code: 'SSO_NOT_CONFIGURED', message: 'Single sign-on is not configured' });

/** Answers every single sign-on endpoint with the message that no provider is set up. */
export const withoutSingleSignOn = () =>
  ({
    id: 'without-single-sign-on',
    endpoints: {
      signInSSO: createAuthEndpoint('/sign-in/sso', { method: 'POST' }, async () => {
        throw notConfigured();
      }),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && HANDED_OVER.has(path),
          handler: createAuthMiddleware(async () => {
            throw notConfigured();
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
