import { type Calibration, calibrate, chanceOf } from './retention.calibration.rules.ts';
import { type Encoding, encode, learnEncoding, type Table } from './retention.columns.rules.ts';
import { fitLogistic, type LogisticFit, scoreRows } from './retention.logistic.rules.ts';

/** Everything that turns a row into a chance. */
export type Model = { encoding: Encoding; fit: LogisticFit; calibration: Calibration };

/** Penalty of the coefficients. Columns have deviation 1, so one value suits all tables. */
const L2 = 1;

type LabelledTable<Row> = Table<Row> & { labelOf: (row: Row) => number };

/**
 * Fits a model on some rows, and how its scores become chances on others.
 * @throws RangeError when either has only one label
 */
export function fitModel<Row>(table: LabelledTable<Row>, calibrateOn: readonly Row[]): Model {
  const { rows, labelOf } = table;
  const encoding = learnEncoding(table);
  const fit = fitLogistic(encode(table, encoding), labelsOf(rows, labelOf), { l2: L2 });
  const scores = scoreRows(encode({ ...table, rows: calibrateOn }, encoding), fit);
  return { encoding, fit, calibration: calibrate(scores, labelsOf(calibrateOn, labelOf)) };
}

/** The chance of each row, from 0 to 1. */
export function chancesOf<Row>(table: Table<Row>, { encoding, fit, calibration }: Model): number[] {
  return [...scoreRows(encode(table, encoding), fit)].map((score) => chanceOf(score, calibration));
}

const labelsOf = <Row>(rows: readonly Row[], labelOf: (row: Row) => number): Uint8Array =>
  Uint8Array.from(rows, labelOf);
