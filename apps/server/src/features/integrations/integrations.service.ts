import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CalendarFeed } from '@stridewell/contract/integrations/integrations';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import { deriveKey } from '../../platform/derived-key.ts';
import { audit } from '../audit/audit.service.ts';
import { deleteFeed, type FeedRow, findFeed, upsertFeed } from './integrations.data.ts';

/** Where feeds are, followed by the coach's id and the secret. */
export const FEED_PATH = '/calendar-feeds';

const secretOf = (secret: string, { coachId, id }: Pick<FeedRow, 'coachId' | 'id'>): string =>
  createHmac('sha256', deriveKey(secret, 'calendar feed')).update(`${coachId}.${id}`).digest('base64url');

/** Whether `given` is the secret in the address of this feed. */
export function isFeedSecret(secret: string, feed: Pick<FeedRow, 'coachId' | 'id'>, given: string): boolean {
  const [expected, other] = [Buffer.from(secretOf(secret, feed)), Buffer.from(given)];
  return expected.length === other.length && timingSafeEqual(expected, other);
}

type Deps = { secret: string; env: Pick<Env, 'appUrl'>; now: Date };

const toFeed = ({ secret, env }: Pick<Deps, 'secret' | 'env'>, row: FeedRow): CalendarFeed => ({
  id: row.id,
  url: `${env.appUrl}${FEED_PATH}/${row.coachId}/${secretOf(secret, row)}.ics`,
  showsNames: row.showsNames,
  since: row.createdAt.toISOString(),
  lastReadAt: row.lastReadAt?.toISOString() ?? null,
});

export async function getFeed(tx: Tx<CoachScope>, deps: Pick<Deps, 'secret' | 'env'>): Promise<CalendarFeed | null> {
  const row = await findFeed(tx);
  return row ? toFeed(deps, row) : null;
}

/** Turns the feed on or changes it. With another id it gets another address. The same request again changes nothing. */
export async function saveFeed(
  tx: Tx<CoachScope>,
  deps: Deps,
  { id, showsNames }: Pick<FeedRow, 'id' | 'showsNames'>,
): Promise<CalendarFeed> {
  const before = await findFeed(tx);
  const isSame = before?.id === id;
  if (isSame && before.showsNames === showsNames) return toFeed(deps, before);
  const feed = {
    id,
    showsNames,
    createdAt: isSame ? before.createdAt : deps.now,
    lastReadAt: isSame ? before.lastReadAt : null,
  };
  await upsertFeed(tx, feed);
  audit(tx, {
    action: before ? 'calendar_feed.changed' : 'calendar_feed.turned_on',
    subjectId: tx.scope.coachId,
    ...(before && { before: { names: before.showsNames } }),
    after: { names: showsNames, newAddress: !isSame },
  });
  return toFeed(deps, { coachId: tx.scope.coachId, ...feed });
}

/** Turns the feed off. The same request again changes nothing. */
export async function turnOffFeed(tx: Tx<CoachScope>): Promise<void> {
  if (await deleteFeed(tx)) audit(tx, { action: 'calendar_feed.turned_off', subjectId: tx.scope.coachId });
}
