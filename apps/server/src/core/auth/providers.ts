import { isPlan } from '@stridewell/contract/billing/billing.rules';
import { isSafeReturnPath } from '@stridewell/contract/identity/identity.rules';
import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint, createAuthMiddleware, getOAuthState, isAPIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import { z } from 'zod';
import type { SignInProvider } from '../../env.ts';

export type SignUpGates = {
  problemWithPurchase: (wanted: { sessionId: string; plan: string; email: string }) => Promise<string | undefined>;
  problemWithSignUp: () => Promise<string | undefined>;
  problemWithName: (name: unknown) => string | undefined;
};

/** Endpoints of the library that lead to a provider or come from one. */
const STARTS = new Set(['/sign-in/social', '/link-social']);
const CALLBACK = '/callback/:id';

/** Endpoints that would return a provider's tokens, which are not stored. */
export const CLOSED_PROVIDER_PATHS = ['/get-access-token', '/refresh-token', '/account-info'];

/** The most that an answer of a provider may take. */
const PROVIDER_TIMEOUT_MS = 10_000;
const NAME_CHARACTERS = 120;

const notConfigured = () =>
  new APIError('BAD_REQUEST', { code: 'SSO_NOT_CONFIGURED', message: 'Single sign-on is not configured' });

const path = z.string().max(500).refine(isSafeReturnPath);
const signUpWish = z.object({
  planIntent: z.string().refine(isPlan).optional(),
  checkoutSessionId: z.string().max(255).optional(),
});
/** Other fields of the library's requests have no use here, such as a token that a page got from a provider. */
const startBody = z.strictObject({
  provider: z.string(),
  callbackURL: path,
  errorCallbackURL: path,
  requestSignUp: z.boolean().optional(),
  additionalData: signUpWish.optional(),
});

/** A name that an account may have, made from what the provider says. */
function nameFrom(profile: Record<string, unknown>, problemWithName: SignUpGates['problemWithName']): string {
  const said = typeof profile.name === 'string' ? profile.name.replaceAll(/\p{C}/gu, ' ').trim() : '';
  const name = said.slice(0, NAME_CHARACTERS).trim();
  if (!problemWithName(name)) return name;
  return String(profile.email).split('@')[0]?.slice(0, NAME_CHARACTERS) ?? '';
}

/**
 * Checks a sign-up with a provider like one with a password.
 * @returns the plan and the purchase of the new account
 * @throws APIError whose code the callback passes on
 */
export async function checkProviderSignUp(email: string, gates: SignUpGates): Promise<z.infer<typeof signUpWish>> {
  // Kept with the state of the request while the person is at the provider.
  const { planIntent, checkoutSessionId } = signUpWish.parse((await getOAuthState()) ?? {});
  if (checkoutSessionId) {
    const problem = await gates.problemWithPurchase({ sessionId: checkoutSessionId, plan: String(planIntent), email });
    if (problem) throw new APIError('BAD_REQUEST', { code: 'purchase_refused', message: problem });
  } else if (planIntent) {
    const problem = await gates.problemWithSignUp();
    if (problem) throw new APIError('FORBIDDEN', { code: 'feature_off', message: problem });
  }
  return { planIntent, checkoutSessionId };
}

/** Whether a request comes back from a provider. */
export const isProviderCallback = ({ path: at }: { path?: string }): boolean => at === CALLBACK;

const withinTime = <Value>(work: Promise<Value>): Promise<Value> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('the provider did not answer in time')), PROVIDER_TIMEOUT_MS).unref();
    }),
  ]);

/**
 * Signs in with providers, by the authorization code flow with PKCE, state and nonce. Without a provider, each endpoint
 * answers that none is configured.
 */
export function signInWithProviders(providers: readonly SignInProvider[], { problemWithName }: SignUpGates) {
  const oauth = genericOAuth({
    config: providers.map(({ id, name, issuer, clientId, clientSecret }) => ({
      providerId: id,
      name,
      discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      clientId,
      clientSecret,
      scopes: ['openid', 'email', 'profile'],
      pkce: true,
      requireIdTokenVerification: true,
      disableImplicitSignUp: true,
      mapProfileToUser: (profile) => ({ name: nameFrom(profile, problemWithName), image: undefined }),
    })),
  });
  // Asked when a person first needs it: a provider that is away delays no start, and no sign-in without it.
  const asked = {
    ...oauth,
    init: () => ({
      context: { genericOAuthPendingDiscovery: new Map(oauth.options.config.map((c) => [c.providerId, c])) },
    }),
  };

  const timed = new WeakSet<object>();

  const guard = {
    id: 'guarded-providers',
    endpoints: {
      signInSSO: createAuthEndpoint('/sign-in/sso', { method: 'POST' }, async () => {
        if (!providers.some(({ id }) => id === 'oidc')) throw notConfigured();
        throw new APIError('BAD_REQUEST', {
          code: 'SSO_BY_PROVIDER',
          message: 'Single sign-on starts at /sign-in/social with the provider "oidc".',
        });
      }),
    },
    hooks: {
      before: [
        {
          matcher: ({ path: at }) => at !== undefined && (STARTS.has(at) || at === CALLBACK),
          handler: createAuthMiddleware(async (ctx) => {
            const wanted: unknown = ctx.path === CALLBACK ? ctx.params?.id : ctx.body?.provider;
            const provider = providers.find(({ id }) => id === wanted);
            if (!provider) throw notConfigured();
            const known = ctx.context.socialProviders.find((one) => typeof one === 'object' && one.id === provider.id);
            if (!known || typeof known === 'function') {
              if (ctx.path === CALLBACK) throw ctx.redirect(errorPage(ctx, 'provider_unavailable'));
              throw new APIError('SERVICE_UNAVAILABLE', {
                code: 'PROVIDER_UNAVAILABLE',
                message: `${provider.name} cannot be reached right now. Please sign in another way, or try again in a moment.`,
              });
            }
            if (!timed.has(known)) {
              timed.add(known);
              const { validateAuthorizationCode, getUserInfo } = known;
              known.validateAuthorizationCode = (data) => withinTime(validateAuthorizationCode(data));
              known.getUserInfo = (tokens) => withinTime(getUserInfo(tokens));
            }
            if (ctx.path === CALLBACK) return;
            if (startBody.safeParse(ctx.body).success) return;
            throw new APIError('BAD_REQUEST', { code: 'INVALID_REQUEST', message: 'This request is invalid.' });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;

  return [asked, guard] as const;
}

/** Leads people who come from a provider to their second step. Stands behind the plugin that asks for it. */
export const secondStepAfterProvider = () =>
  ({
    id: 'second-step-after-provider',
    hooks: {
      after: [
        {
          matcher: ({ path: at }) => at === CALLBACK,
          handler: createAuthMiddleware(async (ctx) => {
            const answer = ctx.context.returned;
            if (isAPIError(answer) || typeof answer !== 'object' || !answer || !('twoFactorRedirect' in answer)) return;
            const { callbackURL } = (await getOAuthState()) ?? {};
            const target = new URL(String(callbackURL ?? '/auth'), 'http://page');
            const next = target.pathname === '/auth' ? target.searchParams.get('next') : null;
            throw ctx.redirect(`/auth?step=second${next ? `&next=${encodeURIComponent(next)}` : ''}`);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;

const errorPage = (ctx: GenericEndpointContext, code: string): string =>
  `${ctx.context.options.onAPIError?.errorURL ?? '/auth'}?error=${code}`;
