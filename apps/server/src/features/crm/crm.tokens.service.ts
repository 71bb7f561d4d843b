import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Seal } from '../../platform/seal.ts';
import { type ConnectionRow, claimRenewal, endRenewal, findConnection } from './crm.data.ts';
import { HubspotError, refreshTokens, type Tokens } from './crm.hubspot.service.ts';

export type TokenDeps = Pick<Infrastructure, 'db' | 'env' | 'seal' | 'now' | 'log'>;

/** Tokens are renewed this long before they expire. They last half an hour. */
const MARGIN_MS = 2 * 60_000;

/** Longer than the request of a renewal can take, with the wait for a limit. */
const RENEWAL_MS = 60_000;
const PAUSE_MS = 200;

const stored = z.object({ accessToken: z.string(), refreshToken: z.string() });

/** Columns of the tokens. */
export const sealTokens = (seal: Seal, { accessToken, refreshToken, expiresInSeconds }: Tokens, now: Date) => ({
  sealed: seal.seal(JSON.stringify({ accessToken, refreshToken })),
  accessUntil: new Date(now.getTime() + expiresInSeconds * 1000),
  renewingUntil: null,
});

export const openTokens = (seal: Seal, sealed: string) => stored.parse(JSON.parse(seal.open(sealed)));

const isFresh = ({ accessUntil }: ConnectionRow, now: Date): boolean =>
  accessUntil !== null && accessUntil.getTime() > now.getTime() + MARGIN_MS;

/**
 * Reads the access token of a coach. One that is about to expire, or that HubSpot rejected, is renewed by one process; the
 * others wait for it.
 */
export function tokenReader({ db, env, seal, now }: TokenDeps, scope: CoachScope) {
  const settings = env.hubspot;
  if (!settings) throw new Error('HubSpot is not configured');
  /** @throws HubspotError */
  return async (rejected: string | null): Promise<string> => {
    for (let waited = 0; waited <= RENEWAL_MS; waited += PAUSE_MS) {
      const row = await db.read(scope, findConnection);
      if (!row?.sealed) throw new HubspotError('token');
      const { sealed } = row;
      const { accessToken, refreshToken } = openTokens(seal, sealed);
      const at = now();
      if (isFresh(row, at) && accessToken !== rejected) return accessToken;
      const until = new Date(at.getTime() + RENEWAL_MS);
      if (await db.write(scope, (tx) => claimRenewal(tx, { sealed, at, until }))) {
        let renewed: Tokens | undefined;
        try {
          renewed = await refreshTokens(settings, refreshToken);
          return renewed.accessToken;
        } finally {
          // A coach who connected again meanwhile has newer tokens, which stay.
          const after = renewed ? sealTokens(seal, renewed, now()) : {};
          await db.write(scope, (tx) => endRenewal(tx, sealed, after));
        }
      }
      await pause(PAUSE_MS);
    }
    throw new HubspotError('unreachable', { message: 'a renewal of the access did not end' });
  };
}
