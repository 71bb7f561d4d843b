import { createHash } from 'node:crypto';

/** A row with what decides on which side of a split it may stand. */
export type SplitRow = {
  label: number;
  /** Rows of one group, like the weeks of one client, never stand on both sides. */
  group: string;
  /** When the row was observed, in any unit. */
  time: number | null;
};

/** Indexes of rows: what is fitted, what calibrates the fit, and what tests both. */
export type Split = { fit: readonly number[]; calibrate: readonly number[]; test: readonly number[] };

const FOLDS = 10;
/** Share of the groups that test, where groups stand before and after the day. */
const TEST_SHARE = 0.3;
/** The latest share of the time before the test calibrates. */
const CALIBRATION_SHARE = 0.2;

/** A place between 0 and 1 for each name, always the same for one seed. */
export function placeOf(name: string, seed: string): number {
  const digest = createHash('sha256').update(`${seed}\n${name}`).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/**
 * Ten parts with equal shares of events. Each is the test once, while the next one calibrates and the other eight are
 * fitted.
 */
export function foldsOf(rows: readonly SplitRow[], seed: string): Split[] {
  const groups = new Map<string, { indexes: number[]; hasEvent: boolean; place: number }>();
  for (const [index, { group, label }] of rows.entries()) {
    const known = groups.get(group) ?? { indexes: [], hasEvent: false, place: placeOf(group, seed) };
    known.indexes.push(index);
    known.hasEvent ||= label === 1;
    groups.set(group, known);
  }
  const ordered = [...groups.values()].sort((a, b) => Number(b.hasEvent) - Number(a.hasEvent) || a.place - b.place);
  const parts: number[][] = Array.from({ length: FOLDS }, () => []);
  for (const [nth, { indexes }] of ordered.entries()) parts[nth % FOLDS]?.push(...indexes);
  return parts.map((test, part) => ({
    test,
    calibrate: parts[(part + 1) % FOLDS] ?? [],
    fit: parts.filter((_, other) => other !== part && other !== (part + 1) % FOLDS).flat(),
  }));
}

/**
 * Learns from the time before `testFrom` and tests on the time from then on. Where groups stand on both sides, each
 * group either learns or tests.
 */
export function timeSplit(rows: readonly SplitRow[], testFrom: number, seed: string): Split {
  const isLater = ({ time }: SplitRow) => (time ?? 0) >= testFrom;
  const [early, late] = [new Set<string>(), new Set<string>()];
  for (const row of rows) (isLater(row) ? late : early).add(row.group);
  const isMixed = [...early].some((group) => late.has(group));
  const mayTest = (group: string) => !isMixed || placeOf(group, seed) < TEST_SHARE;
  const mayLearn = (group: string) => !isMixed || !mayTest(group);
  const indexes = [...rows.keys()];
  const learn = indexes.filter((index) => rows[index] && !isLater(rows[index]) && mayLearn(rows[index].group));
  const byTime = learn.sort((a, b) => (rows[a]?.time ?? 0) - (rows[b]?.time ?? 0) || a - b);
  const from = rows[byTime[Math.floor((1 - CALIBRATION_SHARE) * byTime.length)] ?? 0]?.time ?? 0;
  return {
    // Rows of one moment stay together.
    fit: byTime.filter((index) => (rows[index]?.time ?? 0) < from),
    calibrate: byTime.filter((index) => (rows[index]?.time ?? 0) >= from),
    test: indexes.filter((index) => rows[index] && isLater(rows[index]) && mayTest(rows[index].group)),
  };
}

/** Where the last quarter of the rows begins. */
export function lastQuarter(rows: readonly SplitRow[]): number {
  const times = rows.map(({ time }) => time ?? 0).sort((a, b) => a - b);
  return times[Math.floor(0.75 * times.length)] ?? 0;
}
