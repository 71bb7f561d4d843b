import { z } from 'zod';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Seal } from '../../platform/seal.ts';
import { type ConnectionRow, findConnection, lockConnection, updateConnection } from './crm.data.ts';
import { HubspotError, refreshTokens, type Tokens } from './crm.hubspot.service.ts';

export type TokenDeps = Pick<Infrastructure, 'db' | 'env' | 'seal' | 'now' | 'log'>;

/** Tokens are renewed this long before they expire. They last half an hour. */
const MARGIN_MS = 2 * 60_000;

const stored = z.object({ accessToken: z.string(), refreshToken: z.string() });

/** Columns of the tokens. */
export const sealTokens = (seal: Seal, { accessToken, refreshToken, expiresInSeconds }: Tokens, now: Date) => ({
  sealed: seal.seal(JSON.stringify({ accessToken, refreshToken })),
  accessUntil: new Date(now.getTime() + expiresInSeconds * 1000),
});

export const openTokens = (seal: Seal, sealed: string) => stored.parse(JSON.parse(seal.open(sealed)));

const isFresh = ({ accessUntil }: ConnectionRow, now: Date): boolean =>
  accessUntil !== null && accessUntil.getTime() > now.getTime() + MARGIN_MS;

/**
 * Reads the access token of a coach, and renews it when it is about to expire or HubSpot rejected it. The row stays
 * locked during the renewal, so of several processes one renews, and the others read its result.
 */
export function tokenReader({ db, env, seal, now }: TokenDeps, scope: CoachScope) {
  const settings = env.hubspot;
  if (!settings) throw new Error('HubSpot is not configured');
  /** @throws HubspotError */
  return async (rejected: string | null): Promise<string> => {
    const row = await db.read(scope, findConnection);
    if (!row?.sealed) throw new HubspotError('token');
    const { accessToken } = openTokens(seal, row.sealed);
    if (isFresh(row, now()) && accessToken !== rejected) return accessToken;
    return db.write(scope, async (tx) => {
      const locked = await lockConnection(tx);
      if (!locked?.sealed) throw new HubspotError('token');
      const present = openTokens(seal, locked.sealed);
      if (isFresh(locked, now()) && present.accessToken !== rejected) return present.accessToken;
      const renewed = await refreshTokens(settings, present.refreshToken);
      await updateConnection(tx, sealTokens(seal, renewed, now()));
      return renewed.accessToken;
    });
  };
}
