import { type Estimate, estimate } from './statistics.ts';

/** Costs one round of requests and resolves to the cost of one of them, in any unit. */
export type Round = () => Promise<number>;

/** A ratio whose repeats lie further apart has not repeated. */
export const MAX_SPREAD = 0.1;
/** Three for each repeat, which is the fewest that can leave out a disturbed round. */
const MIN_ROUNDS = 9;
const ROUNDS = 36;
/** A ratio that has not repeated moves on by so many rounds, which leaves a disturbed time behind. */
const MORE_ROUNDS = 18;
const MAX_ROUNDS = 90;
/** Keeps the whole bench within its five minutes on a busy machine. */
const BUDGET_MS = 8000;

/**
 * How many times as much a round of `target` costs as a round of `base`. The two alternate and take turns to be first,
 * so that other load on the machine and a drift of its speed meet both.
 */
export async function measureRatio(target: Round, base: Round, now = () => performance.now()): Promise<Estimate> {
  const deadline = now() + BUDGET_MS;
  const ratios: number[] = [];
  for (;;) {
    ratios.push(await measureRound(target, base, ratios.length % 2 === 0));
    const late = now() > deadline;
    if (ratios.length < (late ? MIN_ROUNDS : ROUNDS)) continue;
    if (!late && (ratios.length - ROUNDS) % MORE_ROUNDS !== 0) continue;
    const result = estimate(ratios.slice(-ROUNDS));
    if (late || result.spread <= MAX_SPREAD || ratios.length >= MAX_ROUNDS) return result;
  }
}

async function measureRound(target: Round, base: Round, targetFirst: boolean): Promise<number> {
  if (targetFirst) {
    const cost = await target();
    return cost / (await base());
  }
  const baseCost = await base();
  return (await target()) / baseCost;
}
