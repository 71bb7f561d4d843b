import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { Seal } from '../../platform/seal.ts';
import { type ConnectionKey, findConnection } from './integrations.calendars.data.ts';
import { CalendarError } from './integrations.fetch.service.ts';
import { type Provider, send } from './integrations.providers.service.ts';
import { readerScopeOf } from './integrations.scopes.ts';
import { claimRenewal, endRenewal } from './integrations.tokens.data.ts';

/** Tokens of an account, as they are sealed with its connection. */
export const accountTokens = z.object({ access: z.string(), refresh: z.string(), until: z.iso.datetime() });
export type AccountTokens = z.infer<typeof accountTokens>;

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().max(31_536_000),
  /** Left out where the one before stays valid. */
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
});

/** Tokens are renewed before they expire, because a read takes a while. */
const EARLY_MS = 60_000;
/** Longer than a request to a provider can take. */
const RENEWAL_MS = 30_000;
const PAUSE_MS = 100;

/** Result of a sign-in. The coach has allowed reading at least. */
export type Granted = { tokens: AccountTokens; canWrite: boolean };

/** The account did not grant what reading its calendars needs. */
export class AccessRefusedError extends Error {
  override readonly name = 'AccessRefusedError';
}

const askForTokens = ({ tokenUrl, clientId, clientSecret }: Provider, fields: Record<string, string>) =>
  send(tokenUrl, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }),
  });

/**
 * Exchanges the code of a sign-in.
 * @throws AccessRefusedError when the provider refuses the code, or the coach has left out a permission
 * @throws CalendarError
 */
export async function exchangeCode(
  provider: Provider,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
  now: Date,
): Promise<Granted> {
  const { status, body } = await askForTokens(provider, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  const answer = status === 200 ? tokenAnswer.safeParse(body) : undefined;
  if (!answer?.success || !answer.data.refresh_token) throw new AccessRefusedError(`answered ${status}`);
  const scopes = (answer.data.scope ?? '').split(' ');
  const isGranted = (needed: readonly (readonly string[])[]) =>
    needed.every((any) => any.some((scope) => scopes.some((one) => one === scope || one.endsWith(`/${scope}`))));
  if (!isGranted(provider.granted.read)) throw new AccessRefusedError('without all scopes');
  return {
    tokens: toTokens(answer.data, answer.data.refresh_token, now),
    canWrite: isGranted(provider.granted.write),
  };
}

const toTokens = (answer: z.infer<typeof tokenAnswer>, refresh: string, now: Date): AccountTokens => ({
  access: answer.access_token,
  refresh,
  until: new Date(now.getTime() + answer.expires_in * 1000).toISOString(),
});

type Deps = { db: Database; seal: Seal; now: () => Date };

export const openTokens = (seal: Seal, sealed: string): AccountTokens =>
  accountTokens.parse(JSON.parse(seal.open(sealed)));

/**
 * An access token of a connection. One that is over or was rejected is renewed by one process; the others wait for it.
 * @throws CalendarError
 */
export async function findAccessToken(
  { db, seal, now }: Deps,
  provider: Provider,
  key: ConnectionKey,
  rejected?: string,
): Promise<string> {
  const scope = readerScopeOf(key.coachId);
  for (let waited = 0; waited <= RENEWAL_MS; waited += PAUSE_MS) {
    const connection = await db.read(scope, (tx) => findConnection(tx, key.id));
    if (!connection) throw new CalendarError('sign_in_again');
    const at = now();
    const tokens = openTokens(seal, connection.sealed);
    const isValid = Date.parse(tokens.until) > at.getTime() + EARLY_MS;
    if (isValid && tokens.access !== rejected) return tokens.access;
    const { sealed } = connection;
    const until = new Date(at.getTime() + RENEWAL_MS);
    if (await db.write(scope, (tx) => claimRenewal(tx, { id: key.id, sealed, at, until }))) {
      let renewed: AccountTokens | undefined;
      try {
        renewed = await renew(provider, tokens.refresh, at);
        return renewed.access;
      } finally {
        // A coach who signed in again meanwhile has newer tokens, which stay.
        const after = renewed ? seal.seal(JSON.stringify(renewed)) : sealed;
        await db.write(scope, (tx) => endRenewal(tx, { id: key.id, before: sealed, after }));
      }
    }
    await pause(PAUSE_MS);
  }
  throw new CalendarError('unreachable', { cause: 'a renewal of the token did not end' });
}

async function renew(provider: Provider, refresh: string, now: Date): Promise<AccountTokens> {
  const { status, body } = await askForTokens(provider, { grant_type: 'refresh_token', refresh_token: refresh });
  const answer = tokenAnswer.safeParse(body);
  if (status === 200 && answer.success) return toTokens(answer.data, answer.data.refresh_token ?? refresh, now);
  const error: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : undefined;
  // Microsoft asks for a new sign-in with `interaction_required`. Other errors are about our client.
  const isLost = error === 'invalid_grant' || error === 'interaction_required';
  throw new CalendarError(isLost ? 'sign_in_again' : 'unreachable', { cause: `answered ${status} ${String(error)}` });
}

/**
 * Revokes a token at its provider. One that the provider no longer knows is revoked.
 * @throws CalendarError
 */
export async function revokeToken({ revokeUrl }: Provider, token: string): Promise<void> {
  if (revokeUrl === null) return;
  const { status } = await send(revokeUrl, { method: 'POST', body: new URLSearchParams({ token }) });
  if (status !== 200 && status !== 400) throw new CalendarError('unreachable', { cause: `answered ${status}` });
}
