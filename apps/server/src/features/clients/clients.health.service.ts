import type { ClientHealth } from '@stridewell/contract/clients/clients.health';
import { engagementLabel, engagementParts } from '@stridewell/contract/clients/clients.labels.rules';
import { addDays, dayInZone, dayRangeInZone } from '@stridewell/contract/time';
import { readNutritionShares } from '../../core/followed.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { trainingRange } from '../workouts/workouts.adherence.service.ts';
import { findClient, findScoredUntil } from './clients.data.ts';
import { healthItems } from './clients.health.rules.ts';
import { scoredFacts, type Today } from './clients.service.ts';

/**
 * The Client Health Score, which is the engagement of labels and lists, with the items that moved it since a week ago.
 * The earlier score counts data that arrived since. Null for clients without a score.
 * @throws NOT_FOUND
 */
export async function getHealth(tx: Tx<CoachScope>, clientId: string, clock: Today): Promise<ClientHealth | null> {
  const day = addDays(dayInZone(clock.now, clock.timeZone), -7);
  const then = new Date(dayRangeInZone(day, clock.timeZone).end.getTime() - 1);
  const [row, earlier] = await Promise.all([
    findClient(tx, clientId, clock.now),
    findScoredUntil(tx, clientId, { day, range: trainingRange(then) }),
  ]);
  if (!row || !earlier) throw refuse('NOT_FOUND');
  const facts = scoredFacts(row, clock);
  const now = facts ? engagementParts(...facts) : [];
  if (now.length === 0) return null;
  const shares = await readNutritionShares(tx, [{ clientId, pauses: row.checkInPauses }], day);
  const past = { ...row, ...earlier, nutritionShare: shares.get(clientId) ?? null };
  const factsBefore = scoredFacts(past, { now: then, timeZone: clock.timeZone });
  const before = factsBefore ? engagementParts(...factsBefore) : [];
  const items = healthItems(now, before);
  const score = items.reduce((total, { points }) => total + points, 0);
  const change = items.reduce((total, item) => total + (item.change ?? 0), 0);
  return {
    score,
    label: engagementLabel(score),
    scoreBefore: before.length === 0 ? null : score - change,
    items,
  };
}
