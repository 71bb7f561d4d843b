import { PlainError } from '../../platform/plain-error.ts';
import { figuresOf, type PredictionFigures } from './retention.figures.rules.ts';
import { chancesOf, fitModel } from './retention.model.rules.ts';
import { foldsOf, lastQuarter, type Split, timeSplit } from './retention.split.rules.ts';
import { type Tabular, type TabularRow, type TabularSchema, timeOf } from './retention.tabular.rules.ts';

export type TabularEvaluation = PredictionFigures & {
  /** AUC of the single column that orders the learned rows best: a model has to beat it. */
  baselineAuc: number;
};

/** A column that alone orders rows this well holds the answer, such as the date of leaving. */
const LEAK_AUC = 0.995;
const MIN_EVENTS = 20;
/** Large tables repeat the same figures. */
const REPEATS = 5;
const MAX_ROWS_OF_REPEATS = 20_000;

/**
 * How well a model that has not seen a row predicts it: by repeated stratified folds, or before and after a day where the
 * table has a time. Figures are means over the repeats. The same table and seed give the same figures.
 * @throws PlainError when the table has too few events, or a column gives the answer away
 */
export function evaluateTabular(
  { rows, columns }: Tabular,
  { time, testFrom }: Pick<TabularSchema, 'time' | 'testFrom'>,
  { seed = 'stridewell', repeats: wanted = REPEATS } = {},
): TabularEvaluation {
  requireEvents(rows, 'The table');
  const from = testFrom === undefined ? lastQuarter(rows) : timeOf(`${testFrom}`, '“testFrom”');
  const repeats = time
    ? [[timeSplit(rows, from, seed)]]
    : Array.from({ length: rows.length > MAX_ROWS_OF_REPEATS ? 1 : wanted }, (_, nth) =>
        foldsOf(rows, `${seed} ${nth}`),
      );
  const table = { columns, cellOf: ({ values }: TabularRow, column: string) => values[column] ?? null, labelOf };
  const results = repeats.map((splits) => evaluateSplits(rows, splits, table));
  const meanOf = (figure: (result: TabularEvaluation) => number) =>
    results.reduce((sum, result) => sum + figure(result), 0) / results.length;
  return {
    auc: meanOf(({ auc }) => auc),
    prAuc: meanOf(({ prAuc }) => prAuc),
    brier: meanOf(({ brier }) => brier),
    brierSkill: meanOf(({ brierSkill }) => brierSkill),
    ece: meanOf(({ ece }) => ece),
    lift10: meanOf(({ lift10 }) => lift10),
    recall20: meanOf(({ recall20 }) => recall20),
    baselineAuc: meanOf(({ baselineAuc }) => baselineAuc),
    n: meanOf(({ n }) => n),
  };
}

type Reading = Omit<Parameters<typeof fitModel<TabularRow>>[0], 'rows'>;

const labelOf = ({ label }: TabularRow): number => label;

function evaluateSplits(rows: readonly TabularRow[], splits: readonly Split[], table: Reading): TabularEvaluation {
  const chances: number[] = [];
  const baselines: number[] = [];
  const labels: number[] = [];
  let single: Reading | null = null;
  for (const split of splits) {
    const pick = (indexes: readonly number[]) => indexes.map((index) => rows[index]).filter((row) => row !== undefined);
    const [fit, calibrate, test] = [pick(split.fit), pick(split.calibrate), pick(split.test)];
    requireEvents(fit, 'The time before the test');
    for (const part of [calibrate, test]) requireBoth(part);
    // Chosen once: the other splits are mostly the same rows.
    single ??= bestColumn(fit, calibrate, table);
    chances.push(...chancesOf({ ...table, rows: test }, fitModel({ ...table, rows: fit }, calibrate)));
    baselines.push(...chancesOf({ ...single, rows: test }, fitModel({ ...single, rows: fit }, calibrate)));
    labels.push(...test.map(labelOf));
  }
  return { ...figuresOf(chances, labels), baselineAuc: figuresOf(baselines, labels).auc };
}

/** The table with the one column whose model orders the learned rows best. */
function bestColumn(fit: readonly TabularRow[], calibrate: readonly TabularRow[], table: Reading): Reading {
  let best: { auc: number; reading: Reading } | null = null;
  for (const [column, kind] of Object.entries(table.columns)) {
    const reading = { ...table, columns: { [column]: kind } };
    const model = fitModel({ ...reading, rows: fit }, calibrate);
    const { auc } = figuresOf(chancesOf({ ...reading, rows: fit }, model), fit.map(labelOf));
    requireNoLeak(column, auc);
    if (!best || auc > best.auc) best = { auc, reading };
  }
  if (!best) throw new PlainError('The table has no column to learn from.');
  return best.reading;
}

/** @throws PlainError when a column alone orders rows so well that it must hold the answer */
export function requireNoLeak(column: string, auc: number): void {
  if (auc <= LEAK_AUC) return;
  throw new PlainError(
    `Column “${column}” alone tells who left (AUC ${auc.toFixed(3)}). It was probably written afterwards: drop it.`,
  );
}

const countEvents = (rows: readonly TabularRow[]): number => rows.reduce((sum, { label }) => sum + label, 0);

function requireEvents(rows: readonly TabularRow[], name: string): void {
  const events = countEvents(rows);
  if (Math.min(events, rows.length - events) >= MIN_EVENTS) return;
  throw new PlainError(
    `${name} has ${events} rows with and ${rows.length - events} rows without the event. It takes ${MIN_EVENTS} of each.`,
  );
}

function requireBoth(rows: readonly TabularRow[]): void {
  const events = countEvents(rows);
  if (events > 0 && events < rows.length) return;
  throw new PlainError('A part of the table has only rows with, or only rows without the event.');
}
