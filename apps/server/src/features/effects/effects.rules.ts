import type { Comparison } from '@stridewell/contract/effects/effects.rules';

/**
 * Clients of one comparison who were drawn with one probability. `share`: percent that gets the compared treatment, no
 * message or a later time.
 */
export type EffectCell = {
  comparison: Comparison;
  share: number;
  clients: number;
  active: number;
  comparedClients: number;
  comparedActive: number;
};

type Score = { value: number; clients: number };

/** The least percent with which a group is drawn, which bounds the scores. */
export const LEAST_SHARE = 10;
const BOUND = 50 / LEAST_SHARE;
/** [K] Of an error over all looks together. */
const ALPHA = 0.05;
/** Bets from the largest one that cannot lose more than there is, halved nine times: for 50 clients up to a million. */
const BETS = Array.from({ length: 10 }, (_, step) => (0.9 / (BOUND + 1)) * 2 ** -step).flatMap((bet) => [bet, -bet]);

/**
 * A score of each client whose mean is the effect, however the shares differ between coaches: what happened, less one
 * half, by the inverse probability of the group (Horvitz and Thompson 1952).
 */
function scoresOf(cells: readonly EffectCell[]): Score[] {
  return cells.flatMap(({ share, clients, active, comparedClients, comparedActive }) => {
    const treated = 50 / (100 - share);
    const compared = 50 / share;
    return [
      { value: treated, clients: active },
      { value: -treated, clients: clients - active },
      { value: -compared, clients: comparedActive },
      { value: compared, clients: comparedClients - comparedActive },
    ].filter((score) => score.clients > 0);
  });
}

/** Logarithm of the mean capital of all bets against an effect. */
function logCapital(scores: readonly Score[], effect: number): number {
  const logs = BETS.map((bet) =>
    scores.reduce((sum, { value, clients }) => sum + clients * Math.log1p(bet * (value - effect)), 0),
  );
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0) / BETS.length);
}

/** Whether the counts rule out an effect. Over all looks, a true one is ruled out with a chance of at most 5 %. */
export const rulesOut = (cells: readonly EffectCell[], effect: number): boolean =>
  logCapital(scoresOf(cells), effect) >= Math.log(1 / ALPHA);

const STEPS = 30;

/** The end of the interval between an effect inside and one that may be outside. */
function endOf(scores: readonly Score[], inside: number, outside: number): number {
  if (logCapital(scores, outside) < Math.log(1 / ALPHA)) return outside;
  let [kept, ruledOut] = [inside, outside];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (kept + ruledOut) / 2;
    if (logCapital(scores, middle) < Math.log(1 / ALPHA)) kept = middle;
    else ruledOut = middle;
  }
  return ruledOut;
}

/**
 * The difference between the groups with an interval that may be looked at each week. It holds the effects against which
 * no mixture of bets has won 20 times its stake: a fair game does so with a chance of at most 5 %, at any time (Ville
 * 1939). Betting with constant stakes and their mean: Waudby-Smith and Ramdas, "Estimating means of bounded random
 * variables by betting", JRSS B 86 (2024). The capital is convex in the effect, so the set is an interval.
 * @param cells at least one client
 */
export function effectInterval(cells: readonly EffectCell[]): { estimate: number; low: number; high: number } {
  const scores = scoresOf(cells);
  const clients = scores.reduce((sum, score) => sum + score.clients, 0);
  const mean = scores.reduce((sum, score) => sum + score.clients * score.value, 0) / clients;
  const estimate = Math.min(1, Math.max(-1, mean));
  return { estimate, low: endOf(scores, estimate, -1), high: endOf(scores, estimate, 1) };
}
