import { fitLogistic, logOddsOf, probabilityOf } from './retention.logistic.rules.ts';

/** Turns log-odds of a fit into the share of such clients who leave. */
export type Calibration =
  | { kind: 'platt'; intercept: number; slope: number }
  | { kind: 'isotonic'; scores: readonly number[]; chances: readonly number[] };

/** Fewer events than this are too few for steps: two numbers of a line are fitted instead. */
export const MIN_ISOTONIC_EVENTS = 1000;

/**
 * Fits how scores become probabilities, on rows that took no part in the fit: Platt's line with few events, isotonic
 * regression with many.
 * @param scores log-odds
 * @param labels 1 where the event happened, else 0
 * @throws RangeError when all labels are equal
 */
export function calibrate(scores: Float64Array, labels: Uint8Array): Calibration {
  const events = labels.reduce((sum, label) => sum + label, 0);
  return events < MIN_ISOTONIC_EVENTS ? platt(scores, labels) : isotonic(scores, labels);
}

/** Platt (1999): a logistic regression of the label on the score. Hardly held back, only so that it always ends. */
function platt(scores: Float64Array, labels: Uint8Array): Calibration {
  const fit = fitLogistic({ values: scores, rows: scores.length, columns: 1 }, labels, { l2: 1e-3 });
  // A score that points the wrong way says nothing.
  const slope = fit.coefficients[0] ?? 0;
  if (slope > 0) return { kind: 'platt', intercept: fit.intercept, slope };
  const share = labels.reduce((sum, label) => sum + label, 0) / labels.length;
  return { kind: 'platt', intercept: logOddsOf(share), slope: 0 };
}

type Block = { score: number; events: number; rows: number };

/** Pools neighbours that are out of order until chances rise with scores. */
function isotonic(scores: Float64Array, labels: Uint8Array): Calibration {
  const equal = new Map<number, Block>();
  for (const [index, score] of scores.entries()) {
    const block = equal.get(score) ?? { score, events: 0, rows: 0 };
    block.events += labels[index] ?? 0;
    block.rows += 1;
    equal.set(score, block);
  }
  const blocks: Block[] = [];
  for (const block of [...equal.values()].sort((a, b) => a.score - b.score)) {
    blocks.push(block);
    pool(blocks);
  }
  // No block claims to be certain, however few rows it has.
  const least = 0.5 / (labels.length + 1);
  return {
    kind: 'isotonic',
    scores: blocks.map(({ score }) => score),
    chances: blocks.map(({ events, rows }) => Math.min(Math.max(events / rows, least), 1 - least)),
  };
}

function pool(blocks: Block[]): void {
  for (;;) {
    const [last, before] = [blocks.at(-1), blocks.at(-2)];
    if (!last || !before || last.events * before.rows > before.events * last.rows) return;
    blocks.pop();
    before.score = (before.score * before.rows + last.score * last.rows) / (before.rows + last.rows);
    before.events += last.events;
    before.rows += last.rows;
  }
}

/** The probability that a score stands for, from 0 to 1. Between two blocks of isotonic regression it is a line. */
export function chanceOf(score: number, calibration: Calibration): number {
  if (calibration.kind === 'platt') return probabilityOf(calibration.intercept + calibration.slope * score);
  const { scores, chances } = calibration;
  let [low, high] = [0, scores.length - 1];
  if (score <= (scores[low] ?? 0)) return chances[low] ?? 0;
  if (score >= (scores[high] ?? 0)) return chances[high] ?? 0;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((scores[middle] ?? 0) <= score) low = middle;
    else high = middle;
  }
  const [from, to] = [scores[low] ?? 0, scores[high] ?? 0];
  const share = to === from ? 0 : (score - from) / (to - from);
  return (chances[low] ?? 0) + share * ((chances[high] ?? 0) - (chances[low] ?? 0));
}
