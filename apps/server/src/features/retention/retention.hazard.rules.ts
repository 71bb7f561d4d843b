import { type Calibration, calibrate, chanceOf } from './retention.calibration.rules.ts';
import { type ColumnKind, type Encoding, encode, learnEncoding, type Table } from './retention.columns.rules.ts';
import type { Slices } from './retention.drift.rules.ts';
import { FEATURE_COLUMNS, type Features, type PersonWeek } from './retention.features.rules.ts';
import { fitLogistic, type LogisticFit, scoreRows } from './retention.logistic.rules.ts';
import { type CoachOffset, fitOffsets } from './retention.offsets.rules.ts';

/** Chance of leaving in a week by a discrete-time hazard, and how it becomes the chance of the next four weeks. */
export type HazardModel = { encoding: Encoding; fit: LogisticFit; calibration: Calibration };
/** As stored: with the spread of the features in the weeks of the fit. */
export type StoredModel = HazardModel & { slices: Slices };
/** A model with the offset of each coach in its history. */
export type FittedHazard = HazardModel & { offsets: ReadonlyMap<string, CoachOffset> };

/** A week of a client of this coach. */
export type CoachWeek = PersonWeek & { coachId: string };

/** Penalty of the coefficients. Columns have deviation 1, so one value suits all. */
const L2 = 1;

const tableOf = (rows: readonly Features[], columns: Readonly<Record<string, ColumnKind>>): Table<Features> => ({
  rows,
  columns,
  cellOf: (features, column) => features[column as keyof Features] ?? null,
});

/** Log-odds of each client to leave within a week, without the offset of a coach. */
const scoresOf = (rows: readonly Features[], { encoding, fit }: Pick<HazardModel, 'encoding' | 'fit'>): Float64Array =>
  scoreRows(encode(tableOf(rows, FEATURE_COLUMNS), encoding), fit);

const featuresOfWeeks = (rows: readonly PersonWeek[]): Features[] => rows.map(({ features }) => features);

type FitOptions = {
  /** Features to learn from; all by default. */
  columns?: Readonly<Record<string, ColumnKind>>;
  hasOffsets?: boolean;
};

/**
 * Fits the weekly hazard on person-weeks, the offset of each coach on the same, and how scores become chances of the next
 * four weeks on later ones.
 * @throws RangeError when either part has only one label
 */
export function fitHazard(
  rows: readonly CoachWeek[],
  calibrateOn: readonly CoachWeek[],
  { columns = FEATURE_COLUMNS, hasOffsets = true }: FitOptions = {},
): FittedHazard {
  const table = tableOf(featuresOfWeeks(rows), columns);
  const encoding = learnEncoding(table);
  const leftInWeek = Uint8Array.from(rows, (row) => (row.leftInWeek ? 1 : 0));
  const matrix = encode(table, encoding);
  const fit = fitLogistic(matrix, leftInWeek, { l2: L2 });
  const scores = scoreRows(matrix, fit);
  const weeks = rows.map(({ coachId, clientId, leftInWeek: left }, index) => {
    return { coachId, clientId, score: scores[index] ?? 0, left };
  });
  const offsets = fitOffsets(hasOffsets ? weeks : []);
  const later = scoresOf(featuresOfWeeks(calibrateOn), { encoding, fit });
  const calibration = calibrate(
    later.map((score, index) => score + offsetIn(offsets, calibrateOn[index])),
    Uint8Array.from(calibrateOn, (row) => (row.leftInMonth ? 1 : 0)),
  );
  return { encoding, fit, calibration, offsets };
}

const offsetIn = (offsets: FittedHazard['offsets'], week: CoachWeek | undefined): number =>
  week ? (offsets.get(week.coachId)?.logOdds ?? 0) : 0;

/** The chance of each client to leave within four weeks, from 0 to 1. */
export const monthlyChances = (rows: readonly CoachWeek[], { offsets, ...model }: FittedHazard): number[] =>
  [...scoresOf(featuresOfWeeks(rows), model)].map((score, index) =>
    chanceOf(score + offsetIn(offsets, rows[index]), model.calibration),
  );

/** The chance of clients of one coach to leave within four weeks. */
export const chancesOfClients = (rows: readonly Features[], model: HazardModel, offset: number): number[] =>
  [...scoresOf(rows, model)].map((score) => chanceOf(score + offset, model.calibration));
