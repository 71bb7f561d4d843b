import type { ModelState } from '@stridewell/contract/retention/retention.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CoachOffset } from './retention.offsets.rules.ts';
import { modelScorer, PRIOR_SCORER, type Scorer } from './retention.scorer.rules.ts';
import { findModelInUse, findOffset } from './retention.scores.data.ts';

type UsedModel = NonNullable<Awaited<ReturnType<typeof findModelInUse>>>;

/** The model in use for the clients of the coach, with what the coach's own history adds. */
export type CoachModel = { scorer: Scorer; used: UsedModel | null; offset: CoachOffset | null };

/** Reads how clients are scored now: by the model in use, or by the shipped prior. */
export async function readCoachModel(tx: Tx<CoachScope>): Promise<CoachModel> {
  const used = await findModelInUse(tx);
  if (!used) return { scorer: PRIOR_SCORER, used: null, offset: null };
  const offset = (await findOffset(tx, used.version)) ?? null;
  const isShown = stateOf(used) === 'measured';
  return { scorer: modelScorer({ ...used, isShown }, offset?.logOdds ?? 0), used, offset };
}

export function stateOf(used: UsedModel | null): ModelState {
  if (!used) return 'prior';
  return used.watch?.drift ? 'drifted' : 'measured';
}
