import { PASSWORD_PROBLEMS, passwordWeaknesses } from '@stridewell/contract/people.rules';
import { APIError, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { openAPI } from 'better-auth/plugins';
import { v7 as uuidv7 } from 'uuid';
import type { SignInProvider } from '../../env.ts';
import { networkOf } from '../../platform/http/client-address.ts';
import type { OriginCheck } from '../../platform/http/origin.ts';
import { tokenFor } from '../../platform/http/session-cookie.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { hostOf } from '../hosts.ts';
import { addressProofs, RESET_SECONDS } from './address-proofs.ts';
import { coachAsked } from './asked-at.ts';
import type { AuthDatabase } from './auth.data.ts';
import { accountRateLimits, addressRateLimitStorage, addressRateLimits } from './auth-limits.ts';
import { withSessionTokens } from './hashed-session-adapter.ts';
import { invitedSignUp } from './invited-sign-up.ts';
import { knownDevices } from './known-devices.ts';
import { mailedLinks } from './mailed-links.ts';
import { CLOSED_PASSKEY_PATHS, passkeysOf } from './passkeys.ts';
import { CLOSED_CODE_PATHS, type PasswordlessMails, passwordless } from './passwordless.ts';
import { type PhoneCodes, phoneNumbers } from './phone-numbers.ts';
import { forgetElsewhere, forgetPrepared } from './prepared.ts';
import {
  CLOSED_PROVIDER_PATHS,
  checkProviderSignUp,
  isProviderCallback,
  secondStepAfterProvider,
  signInWithProviders,
} from './providers.ts';
import { quietSignUp } from './quiet-sign-up.ts';
import { CLOSED_PATHS, guardedAccount, hasSecondStep, type SendSecurityNotice, secondFactor } from './second-factor.ts';
import { endSessions, sessionsById } from './sessions.ts';
import { signInLimits, tooManyRequests } from './sign-in-limits.ts';
import { signInMethods } from './sign-in-methods.ts';

/** The header that passes the client's address to the library. Always overwritten, so callers cannot set it. */
export const CLIENT_ADDRESS_HEADER = 'x-stridewell-client-address';

type Person = { id: string; name: string; email: string };

/** The message to show, and where the person can sign in instead. */
export type SignInProblem = { message: string; home: string };

/** Hooks of the product in the auth library. */
export type AuthHooks = PasswordlessMails &
  PhoneCodes & {
    /** Mails the new address of a person who wants to change theirs. */
    sendEmailChange: (person: Person, token: string) => Promise<void>;
    sendReset: (person: Person, token: string) => Promise<void>;
    sendSecurityNotice: SendSecurityNotice;
    /** Mails a person whose address was used to sign up again. */
    sendAccountExists: (person: Person) => Promise<void>;
    onSignUp: (person: Person & { planIntent?: string | null; checkoutSessionId?: string | null }) => Promise<void>;
    onSignIn: (userId: string) => Promise<void>;
    /** A session has ended: by sign-out, by its owner or an operator, or with a new password. */
    onSessionEnded: (sessionId: string) => Promise<void>;
    onVerified: (person: Person) => Promise<void>;
    /** A person has a new name or address. */
    onPersonChanged: (person: Person) => Promise<void>;
    /** Checks the purchase that an account is created for. @returns the message to show, or undefined */
    problemWithPurchase: (wanted: { sessionId: string; plan: string; email: string }) => Promise<string | undefined>;
    /** Checks whether coaches can sign up now. @returns the message to show, or undefined */
    problemWithSignUp: () => Promise<string | undefined>;
    /** Checks whether a person may sign in at the address of the request. */
    problemWithHost: (signIn: { userId: string; url: string }) => Promise<SignInProblem | undefined>;
    /** Checks the name of a person. @returns the message to show, or undefined */
    problemWithName: (name: unknown) => string | undefined;
  };

export type AuthOptions = AuthHooks & {
  appName: string;
  appUrl: string;
  secret: string;
  isOwnOrigin: OriginCheck;
  /** The connection of the auth role, with the auth tables under the library's names. */
  db: AuthDatabase;
  schema: Record<'user' | 'session' | 'account' | 'verification' | 'twoFactor' | 'passkey', object>;
  /** The configured providers, such as Google. */
  providers: readonly SignInProvider[];
  /** Whether text messages with codes can be sent. */
  sendsTexts: boolean;
  limiter: RateLimiter;
  log: Logger;
};

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Lifetime of a session, and the age from which using it extends it by that lifetime. */
const SESSION_SECONDS = 7 * DAY;
const SESSION_EXTENSION_SECONDS = HOUR;

/** Whether the library would extend a session now. Calling it earlier has no effect. */
export const isExtensionDue = (expiresAt: Date, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() <= (SESSION_SECONDS - SESSION_EXTENSION_SECONDS) * 1000;

/** The body field of each endpoint that holds a new password. */
const NEW_PASSWORD_FIELDS: Record<string, string> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
};

function newPasswordOf({ path, body }: { path: string; body?: Record<string, unknown> }): string | undefined {
  const password = body?.[NEW_PASSWORD_FIELDS[path] ?? ''];
  return typeof password === 'string' ? password : undefined;
}

/** Errors of the library that come from what a browser or a provider sent. */
const REFUSALS_AS_ERRORS = new Set([
  'Failed to verify registration',
  'Failed to verify authentication',
  'Failed to validate authorization code',
  'Failed to parse state',
  'Unable to derive provider account identity',
]);

/** Creates the auth library on our tables, under `/auth/v1`. */
export function createAuth(options: AuthOptions) {
  /** The person whose password this request has just reset, which the library does not pass to its hook. */
  const resetOf = new WeakMap<Request, string>();
  /** Requests that create an account with a provider. */
  const signUps = new WeakSet<Request>();
  const offer = { providers: options.providers, phone: options.sendsTexts };
  const limitAccount = accountRateLimits(options.limiter);

  return betterAuth({
    appName: options.appName,
    baseURL: options.appUrl,
    basePath: '/auth/v1',
    secret: options.secret,
    database: withSessionTokens(
      drizzleAdapter(options.db, { provider: 'pg', schema: options.schema, transaction: true }),
    ),
    trustedOrigins: (request) => {
      if (!request) return [options.appUrl];
      // The address is that of the product or of a coach's domain, whatever the Host header said.
      const at = new URL(request.url).origin;
      if (!options.isOwnOrigin(at, null)) return [at];
      const origin = request.headers.get('origin');
      return origin && options.isOwnOrigin(origin, null) ? [options.appUrl, origin] : [options.appUrl];
    },
    emailAndPassword: {
      enabled: true,
      // Sign-up gives the same answer whether or not the address has an account, so it cannot open a session.
      autoSignIn: false,
      onExistingUserSignUp: ({ user }) => options.sendAccountExists(user),
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      sendResetPassword: ({ user, token }) => options.sendReset(user, token),
      async onPasswordReset({ user }, request) {
        if (request) resetOf.set(request, user.id);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: DAY,
      sendVerificationEmail: ({ user, token }, request) =>
        request && new URL(request.url).pathname.endsWith('/change-email')
          ? options.sendEmailChange(user, token)
          : options.sendVerification(user, token),
      afterEmailVerification: (user) => options.onVerified(user),
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_EXTENSION_SECONDS },
    account: { updateAccountOnSignIn: false, accountLinking: { allowDifferentEmails: true } },
    user: {
      changeEmail: { enabled: true },
      // Also at a sign-in and when an account is linked: an address that a provider has not verified proves nothing.
      validateUserInfo: ({ user, source }) =>
        source.method === 'oauth' && !user.emailVerified ? { error: 'email_not_verified' } : undefined,
      additionalFields: {
        planIntent: { type: ['base', 'plus', 'pro'], required: false, returned: false },
        checkoutSessionId: { type: 'string', required: false, returned: false },
      },
    },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: {
      enabled: true,
      ...addressRateLimits,
      customStorage: addressRateLimitStorage(options.limiter),
    },
    advanced: {
      cookiePrefix: 'stridewell',
      useSecureCookies: options.appUrl.startsWith('https:'),
      // The library turns off both checks in tests by default.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // The same networks as `networkOf`.
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 64 },
      database: { generateId: () => uuidv7() },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user, ctx) {
            if (!ctx?.request || !isProviderCallback(ctx)) return;
            signUps.add(ctx.request);
            return { data: await checkProviderSignUp(user.email, options) };
          },
          async after(user, ctx) {
            await options.onSignUp(
              user as typeof user & { planIntent?: string | null; checkoutSessionId?: string | null },
            );
            if (ctx && isProviderCallback(ctx)) await options.onVerified(user);
          },
        },
        update: {
          after: (user) => options.onPersonChanged(user),
        },
      },
      account: {
        create: {
          // No tokens are stored, because the product never calls a provider for a person.
          before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
          async after({ userId }, ctx) {
            if (!ctx?.request || !isProviderCallback(ctx) || signUps.has(ctx.request)) return;
            const person = await ctx.context.internalAdapter.findUserById(userId);
            if (person) await options.sendSecurityNotice(person, 'provider_added');
          },
        },
      },
      session: {
        create: {
          async before(session, ctx) {
            if (ctx?.request) {
              const problem = await options.problemWithHost({ userId: session.userId, url: ctx.request.url });
              if (problem) throw new APIError('FORBIDDEN', { ...problem, code: 'OTHER_HOST' });
            }
            const host = hostOf(coachAsked());
            return host === undefined ? undefined : { data: { ...session, token: tokenFor(session.token, host) } };
          },
          async after(session) {
            await options.onSignIn(session.userId);
          },
        },
        delete: {
          after: ({ id }) => options.onSessionEnded(id),
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/sign-up/email' || (ctx.path === '/update-user' && ctx.body?.name !== undefined)) {
          const problem = options.problemWithName(ctx.body?.name);
          if (problem) throw new APIError('BAD_REQUEST', { message: problem, code: 'INVALID_NAME' });
        }
        // People who have paid for a plan can still create an account. The purchase is checked below.
        if (ctx.path === '/sign-up/email' && ctx.body?.planIntent && !ctx.body?.checkoutSessionId) {
          const problem = await options.problemWithSignUp();
          if (problem) throw new APIError('FORBIDDEN', { message: problem, code: 'FEATURE_OFF' });
        }
        // Photos are uploaded files. An image URL set here would be shown unchecked wherever the person appears.
        if (['/sign-up/email', '/update-user'].includes(ctx.path) && ctx.body?.image) {
          throw new APIError('BAD_REQUEST', { message: 'A photo is uploaded as a file.', code: 'INVALID_IMAGE' });
        }
        const missing =
          ['/sign-up/email', '/sign-in/email'].includes(ctx.path) && (!ctx.body?.email || !ctx.body?.password);
        if (missing) {
          throw new APIError('BAD_REQUEST', {
            message: 'You must provide either an email or phone number and a password',
            code: 'EMAIL_AND_PASSWORD_REQUIRED',
          });
        }
        const newPassword = newPasswordOf(ctx);
        const reasons = newPassword === undefined ? [] : passwordWeaknesses(newPassword);
        if (reasons[0]) {
          throw new APIError('BAD_REQUEST', {
            message: PASSWORD_PROBLEMS[reasons[0]],
            code: 'weak_password',
            reasons,
          });
        }
        if (ctx.path === '/sign-up/email' && ctx.body?.checkoutSessionId) {
          const { checkoutSessionId, planIntent, email } = ctx.body;
          const wanted = { sessionId: String(checkoutSessionId), plan: String(planIntent), email: String(email) };
          const problem = await options.problemWithPurchase(wanted);
          if (problem) throw new APIError('BAD_REQUEST', { message: problem, code: 'PURCHASE_REFUSED' });
        }
        // The library compares tokens, but its list holds digests, so it would also end this session.
        if (ctx.path === '/revoke-other-sessions') {
          const own = await getSessionFromCtx(ctx);
          if (!own) throw new APIError('UNAUTHORIZED', { message: 'Auth session missing!' });
          await endSessions(ctx.context, own.user.id, (id) => id !== own.session.id);
          await forgetElsewhere(ctx.context, own.user.id);
          return ctx.json({ status: true });
        }
        const wait = await limitAccount(ctx.path, ctx.body?.email);
        if (wait !== null) throw tooManyRequests(wait);
      }),
      after: createAuthMiddleware(async (ctx) => {
        if (ctx.path !== '/reset-password' || !ctx.request) return;
        const userId = resetOf.get(ctx.request);
        if (!userId) return;
        await forgetPrepared(ctx.context, userId);
        // The old password may have opened a session while the new one was being stored.
        await endSessions(ctx.context, userId);
        // The person has proved access to the mailbox and chosen the password, so they are signed in.
        const user = await ctx.context.internalAdapter.findUserById(userId);
        // With a second step, this was only the first one.
        if (hasSecondStep(user)) return;
        const session = user && (await ctx.context.internalAdapter.createSession(userId));
        if (session) await setSessionCookie(ctx, { session, user });
      }),
    },
    disabledPaths: [...CLOSED_PATHS, ...CLOSED_CODE_PATHS, ...CLOSED_PASSKEY_PATHS, ...CLOSED_PROVIDER_PATHS],
    plugins: [
      openAPI({ disableDefaultReference: true }),
      invitedSignUp(options.db),
      ...signInWithProviders(options.providers, options),
      sessionsById(),
      signInLimits(options.limiter, (headers) => networkOf(headers?.get(CLIENT_ADDRESS_HEADER) ?? '')),
      // Runs before the second step hides the session that the password opened.
      addressProofs(options),
      signInMethods({ ...options, offer }),
      ...passkeysOf(options),
      ...phoneNumbers({ ...options, offer }),
      secondFactor(options.appName),
      secondStepAfterProvider(),
      guardedAccount(options),
      mailedLinks(options),
      ...passwordless(options),
      // Last, because a second step removes the session, and a new password the devices.
      knownDevices(),
      quietSignUp(),
    ],
    logger: {
      level: 'warn',
      // The library also logs refusals as errors. Errors that it throws are logged with their answer.
      log(level, message, ...details) {
        const failure = details.find((detail) => detail instanceof Error && !isAPIError(detail));
        const isFault = level === 'error' && failure && !REFUSALS_AS_ERRORS.has(message);
        options.log[isFault ? 'error' : 'warn']({ source: 'auth', err: failure }, message);
      },
    },
    // The library would print unknown errors to the console, parameters of queries included.
    onAPIError: { throw: true, errorURL: `${options.appUrl}/auth` },
    telemetry: { enabled: false },
  });
}

export type Auth = ReturnType<typeof createAuth>;
