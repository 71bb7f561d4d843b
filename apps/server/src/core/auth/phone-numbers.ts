import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { toPhoneNumber } from '@stridewell/contract/identity/identity.phone.rules';
import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { RateLimit, RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import type { AuthDatabase } from './auth.data.ts';
import type { SendSecurityNotice } from './second-factor.ts';
import { tooManyRequests } from './sign-in-limits.ts';
import { findPhoneOwner, type SignInOffer, setPhoneNumber } from './sign-in-methods.data.ts';

export type PhoneCodes = {
  /** Sends a text message with a code. `host` is where the code is entered. */
  sendPhoneCode: (message: { phoneNumber: string; code: string; host: string; until: Date }) => Promise<void>;
};

const CODE_SECONDS = 600;
const CODE_TRIES = 5;

/** Messages to one number, and those that one account asks for, against floods of paid messages. */
const MESSAGES: RateLimit = { windowSeconds: 900, max: 5 };
const MESSAGES_OF_A_DAY: RateLimit = { windowSeconds: 86_400, max: 15 };

const phoneNumber = z.string().max(40);
const code = z.string().max(12);

const notConfigured = () =>
  new APIError('BAD_REQUEST', { code: 'PHONE_NOT_CONFIGURED', message: 'Phone sign-in is not configured' });
const invalidCode = () =>
  new APIError('BAD_REQUEST', { code: 'INVALID_PHONE_CODE', message: 'That code is not right, or it has expired.' });

type PhoneOptions = PhoneCodes & {
  db: AuthDatabase;
  limiter: RateLimiter;
  offer: Pick<SignInOffer, 'phone'>;
  sendSecurityNotice: SendSecurityNotice;
};

/** Identifiers of stored codes: a code to sign in belongs to a number, one that adds a number also to the account. */
const signInCodeOf = (number: string) => `phone-sign-in:${number}`;
const addCodeOf = (number: string, userId: string) => `phone-add:${userId}:${number}`;

/**
 * Signs in with a code that is texted to a verified number, and adds numbers to accounts. A phone number creates no
 * account, and answers do not tell whether a number has one. The second step follows as after a password.
 */
export function phoneNumbers({ db, limiter, offer, sendPhoneCode, sendSecurityNotice }: PhoneOptions) {
  function numberOf(typed: string): string {
    if (!offer.phone) throw notConfigured();
    const number = toPhoneNumber(typed);
    if (number) return number;
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_PHONE_NUMBER',
      message: 'Please enter the phone number with its country code, like +1 415 555 0123.',
    });
  }

  async function limit(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      for (const rate of [MESSAGES, MESSAGES_OF_A_DAY]) {
        const wait = await limiter.consume(`${key}|${rate.windowSeconds}`, rate);
        if (wait !== null) throw tooManyRequests(wait);
      }
    }
  }

  /** Stores a code and queues its message. A message that is not wanted takes as long and has expired already. */
  async function send(ctx: GenericEndpointContext, identifier: string, number: string, isWanted = true): Promise<void> {
    const { internalAdapter, secret } = ctx.context;
    const made = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = new Date(Date.now() + CODE_SECONDS * 1000);
    await internalAdapter.deleteVerificationByIdentifier(identifier);
    const value = `0:${digestOf(secret, identifier, made)}`;
    await internalAdapter.createVerificationValue({ identifier, value, expiresAt });
    const host = ctx.request ? new URL(ctx.request.url).hostname : '';
    await sendPhoneCode({ phoneNumber: number, code: made, host, until: isWanted ? expiresAt : new Date(0) });
  }

  return [
    {
      id: 'phone-numbers',
      endpoints: {
        sendPhoneSignInCode: createAuthEndpoint(
          '/phone-number/send-code',
          { method: 'POST', body: z.object({ phoneNumber }) },
          async (ctx) => {
            const number = numberOf(ctx.body.phoneNumber);
            await limit([`phone|${number}`]);
            await send(ctx, signInCodeOf(number), number, (await findPhoneOwner(db, number)) !== undefined);
            return ctx.json({ status: true });
          },
        ),
        signInPhoneNumber: createAuthEndpoint(
          '/sign-in/phone-number',
          { method: 'POST', body: z.object({ phoneNumber, code }) },
          async (ctx) => {
            const number = numberOf(ctx.body.phoneNumber);
            await takeCode(ctx, signInCodeOf(number), ctx.body.code);
            const userId = await findPhoneOwner(db, number);
            const user = userId ? await ctx.context.internalAdapter.findUserById(userId) : null;
            if (!user) throw invalidCode();
            const session = await ctx.context.internalAdapter.createSession(user.id);
            await setSessionCookie(ctx, { session, user });
            return ctx.json({ status: true });
          },
        ),
        addPhoneNumber: createAuthEndpoint(
          '/phone-number/add',
          { method: 'POST', body: z.object({ phoneNumber }), use: [sessionMiddleware] },
          async (ctx) => {
            const number = numberOf(ctx.body.phoneNumber);
            const { id } = ctx.context.session.user;
            await limit([`phone|${number}`, `phone-account|${id}`]);
            await send(ctx, addCodeOf(number, id), number);
            return ctx.json({ status: true });
          },
        ),
        verifyPhoneNumber: createAuthEndpoint(
          '/phone-number/verify',
          { method: 'POST', body: z.object({ phoneNumber, code }), use: [sessionMiddleware] },
          async (ctx) => {
            const number = numberOf(ctx.body.phoneNumber);
            const person = ctx.context.session.user;
            await takeCode(ctx, addCodeOf(number, person.id), ctx.body.code);
            if (!(await setPhoneNumber(db, { id: uuidv7(), userId: person.id, phoneNumber: number }))) {
              throw new APIError('CONFLICT', {
                code: 'PHONE_NUMBER_TAKEN',
                message: 'This number signs in to another account. Remove it there first.',
              });
            }
            await sendSecurityNotice(person, 'phone_added');
            return ctx.json({ status: true });
          },
        ),
      },
    } satisfies BetterAuthPlugin,
  ] as const;
}

const digestOf = (secret: string, identifier: string, typed: string): string =>
  createHmac('sha256', secret).update(`${identifier}:${typed}`).digest('base64url');

/**
 * Uses up a code. A wrong try puts it back until its tries are spent, so of concurrent tries only one is checked.
 * @throws APIError for a wrong, used or expired code
 */
async function takeCode(ctx: GenericEndpointContext, identifier: string, typed: string): Promise<void> {
  const { internalAdapter, secret } = ctx.context;
  const stored = await internalAdapter.consumeVerificationValue(identifier);
  if (!stored || stored.expiresAt < new Date()) throw invalidCode();
  const [tries = '', digest = ''] = stored.value.split(':');
  const expected = Buffer.from(digest);
  const given = Buffer.from(digestOf(secret, identifier, typed.replaceAll(/\s/g, '')));
  if (expected.length === given.length && timingSafeEqual(expected, given)) return;
  if (Number(tries) + 1 < CODE_TRIES) {
    const value = `${Number(tries) + 1}:${digest}`;
    await internalAdapter.createVerificationValue({ identifier, value, expiresAt: stored.expiresAt });
  }
  throw invalidCode();
}
