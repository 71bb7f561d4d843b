import { passkey } from '@better-auth/passkey';
import { line } from '@stridewell/contract/fields';
import { APIError, type BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { z } from 'zod';
import type { AuthDatabase } from './auth.data.ts';
import type { SendSecurityNotice } from './second-factor.ts';
import { countPasskeys, hasPasskey, notePasskeyUse, setPasskeyHost } from './sign-in-methods.data.ts';

/** Endpoints of the plugin that would show public keys. `getSecurity` lists passkeys. */
export const CLOSED_PASSKEY_PATHS = ['/passkey/list-user-passkeys'];

/** Beyond this number, a passkey has to be removed first. */
const PASSKEYS_MOST = 20;
/** Longer than any credential id that the standard allows, in base64url. */
const CREDENTIAL_ID_CHARACTERS = 1400;
const passkeyName = line(60);
const passkeyId = z.uuid();

const refusal = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });
const unknownPasskey = () => new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'Not found.' });
const invalidName = (message: string) => refusal('INVALID_NAME', message);
/** Without the check of a finger, face or PIN, a passkey is one factor and not two. */
const unverified = () =>
  refusal('USER_NOT_VERIFIED', 'Please use a passkey that asks for your fingerprint, your face or a PIN.');

type PasskeyOptions = { appName: string; db: AuthDatabase; sendSecurityNotice: SendSecurityNotice };

/**
 * Adds passkeys. A passkey works on the host where it was added: the browser offers it nowhere else. It counts as both
 * steps of a sign-in, because the device checks its owner.
 */
export function passkeysOf({ appName, db, sendSecurityNotice }: PasskeyOptions) {
  const isPasskeyPath = ({ path }: { path?: string }) => path?.startsWith('/passkey/') === true;

  const plugin = passkey({
    rpName: appName,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      async afterVerification({ verification }) {
        if (!verification.registrationInfo?.userVerified) throw unverified();
      },
    },
    authentication: {
      async afterVerification({ verification }) {
        if (!verification.authenticationInfo.userVerified) throw unverified();
        await notePasskeyUse(db, verification.authenticationInfo.credentialID);
      },
    },
  });

  const guard = {
    id: 'guarded-passkeys',
    hooks: {
      before: [
        {
          matcher: isPasskeyPath,
          handler: createAuthMiddleware(async (ctx) => {
            // The plugin takes the host of passkeys from this option, which is a copy of this request.
            const { request, context } = ctx;
            if (request) context.options = { ...context.options, baseURL: new URL(request.url).origin };
          }),
        },
        {
          matcher: ({ path }) => path === '/passkey/generate-register-options',
          handler: createAuthMiddleware(async (ctx) => {
            const own = await getSessionFromCtx(ctx);
            if (own && (await countPasskeys(db, own.user.id)) >= PASSKEYS_MOST) {
              throw refusal('TOO_MANY_PASSKEYS', `You have ${PASSKEYS_MOST} passkeys. Remove one to add another.`);
            }
            // A name would replace the address of the account on the person's device.
            if (Object.keys(ctx.query ?? {}).length > 0)
              throw refusal('INVALID_REQUEST', 'This request takes no options.');
          }),
        },
        {
          matcher: ({ path }) => path === '/passkey/verify-registration' || path === '/passkey/update-passkey',
          handler: createAuthMiddleware(async (ctx) => {
            if (ctx.path === '/passkey/update-passkey') {
              const own = await getSessionFromCtx(ctx);
              const { success, data } = passkeyId.safeParse(ctx.body?.id);
              // The plugin tells which passkeys exist.
              if (own && !(success && (await hasPasskey(db, own.user.id, data)))) throw unknownPasskey();
            }
            const name = passkeyName.safeParse(ctx.body?.name);
            if (!name.success) throw invalidName(name.error.issues[0]?.message ?? 'Please choose another name');
            // A new passkey opens no second session.
            return { context: { body: { name: name.data, createSession: false } } };
          }),
        },
        {
          matcher: ({ path }) => path === '/passkey/verify-authentication',
          handler: createAuthMiddleware(async (ctx) => {
            const id = ctx.body?.response?.id;
            if (typeof id === 'string' && id.length <= CREDENTIAL_ID_CHARACTERS) return;
            throw refusal('AUTHENTICATION_FAILED', 'Authentication failed');
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/passkey/generate-authenticate-options',
          handler: createAuthMiddleware(async (ctx) => {
            const options = ctx.context.returned;
            if (isAPIError(options) || typeof options !== 'object' || options === null) return;
            const { allowCredentials: _, ...others } = options as Record<string, unknown>;
            return ctx.json({ ...others, userVerification: 'required' });
          }),
        },
        {
          matcher: ({ path }) => path === '/passkey/verify-registration' || path === '/passkey/verify-authentication',
          handler: createAuthMiddleware(async (ctx) => {
            const answer = ctx.context.returned;
            if (isAPIError(answer)) return;
            if (ctx.path !== '/passkey/verify-registration') return ctx.json({ status: true });
            const person = ctx.context.session?.user;
            const { id } = answer as { id: string };
            await setPasskeyHost(db, id, new URL(String(ctx.context.options.baseURL)).hostname);
            if (person) await sendSecurityNotice(person, 'passkey_added');
            return ctx.json({ id });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;

  const { verifyPasskeyRegistration } = plugin.endpoints;
  const endpoints = { ...plugin.endpoints, verifyPasskeyRegistration: blamingTheCaller(verifyPasskeyRegistration) };
  return [{ ...plugin, endpoints }, guard] as const;
}

/** The plugin blames the server for every answer of a device that it cannot check. */
function blamingTheCaller<Endpoint extends (ctx: never) => Promise<unknown>>(endpoint: Endpoint): Endpoint {
  const checked = async (ctx: Parameters<Endpoint>[0]) => {
    try {
      return await endpoint(ctx);
    } catch (error) {
      if (!isAPIError(error) || error.body?.code !== 'FAILED_TO_VERIFY_REGISTRATION') throw error;
      throw refusal('FAILED_TO_VERIFY_REGISTRATION', 'The passkey could not be checked. Please try again.');
    }
  };
  return Object.assign(checked, endpoint);
}
