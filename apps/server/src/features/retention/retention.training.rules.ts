import { createHash } from 'node:crypto';
import type { RiskLevel } from '@stridewell/contract/retention/retention.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';
import { learnSlices } from './retention.drift.rules.ts';
import { requireNoLeak } from './retention.evaluation.rules.ts';
import { FEATURE_COLUMNS, type FeatureName, type PersonWeek } from './retention.features.rules.ts';
import { figuresOf, type PredictionFigures } from './retention.figures.rules.ts';
import { type CoachWeek, fitHazard, monthlyChances, type StoredModel } from './retention.hazard.rules.ts';
import { isAtRisk, riskLevelOf } from './retention.levels.rules.ts';
import type { CoachOffset } from './retention.offsets.rules.ts';
import { countOutcomes, type Sums, sumBands } from './retention.outcomes.rules.ts';
import { priorChances } from './retention.prior.rules.ts';
import { lastQuarter, placeOf, timeSplit } from './retention.split.rules.ts';

/** Fewer clients who left say nothing [science.md A]. */
export const MIN_LABELS = 200;
/** More weeks make the fit slower and hardly better. Whole clients are left out, so that the share of leavers stays. */
const MAX_WEEKS = 200_000;
/** The baseline that needs no model. */
const BASELINE = 'loginDaysAgo' satisfies FeatureName;
/** How long before the end a warning still belongs to it. */
const WARNING_DAYS = 84;

export type HoldOutFigures = PredictionFigures & {
  /** AUC without clients who leave within a week, whose silence anybody can see; null when none left later. */
  hiddenWeekAuc: number | null;
  /** Share of the clients who left that were at risk at least a week before, and their median days of warning. */
  warned: number;
  leadDays: number | null;
};

/** How a model did on later weeks of clients who took no part in the fit. */
export type ModelFigures = {
  model: HoldOutFigures;
  /** Days since the client opened the portal or did anything, fitted and calibrated in the same way: a model has to beat it. */
  silence: HoldOutFigures;
  /** AUC of the shipped prior, which was not fitted to this history. */
  priorAuc: number;
  weeks: number;
  clients: number;
  coaches: number;
  /** Clients who left, each once. */
  left: number;
  /** Tested weeks by the level of the model's chance, and the share of them whose client left within four weeks. */
  levels: Record<RiskLevel, { weeks: number; share: number }>;
  /** Promised and observed on the tested weeks. */
  bands: Sums[];
};

export type TrainedModel = {
  model: StoredModel;
  offsets: ReadonlyMap<string, CoachOffset>;
  figures: ModelFigures;
  dataFrom: string;
  dataTo: string;
  hash: string;
};

const countLeft = (rows: readonly PersonWeek[]): number =>
  new Set(rows.filter(({ leftInWeek }) => leftInWeek).map(({ clientId }) => clientId)).size;

/** Leaves out whole clients, by a hash of the seed, until `most` weeks are left. */
export function thin(rows: readonly CoachWeek[], seed: string, most = MAX_WEEKS): readonly CoachWeek[] {
  if (rows.length <= most) return rows;
  const share = most / rows.length;
  const kept = new Map<string, boolean>();
  return rows.filter(({ clientId }) => {
    const isKept = kept.get(clientId) ?? placeOf(clientId, `${seed} thin`) < share;
    kept.set(clientId, isKept);
    return isKept;
  });
}

/**
 * Fits a model on earlier weeks, calibrates it on later ones, and tests it on the last quarter of clients who took no
 * part. The same rows and seed give the same model.
 * @returns null with fewer than `MIN_LABELS` clients who left, or when a part has only one label
 * @throws PlainError when a feature alone tells who left
 */
export function trainHazard(history: readonly CoachWeek[], seed: string): TrainedModel | null {
  const left = countLeft(history);
  if (left < MIN_LABELS) return null;
  const rows = thin(history, seed);
  const splitRows = rows.map(({ clientId, day, leftInMonth }) => ({
    label: leftInMonth ? 1 : 0,
    group: clientId,
    time: Date.parse(day),
  }));
  const split = timeSplit(splitRows, lastQuarter(splitRows), seed);
  const part = (indexes: readonly number[]) => indexes.flatMap((index) => rows[index] ?? []);
  const [learned, later, tested] = [part(split.fit), part(split.calibrate), part(split.test)];
  if (![later, tested].every(leavesInMonth) || !learned.some(({ leftInWeek }) => leftInWeek)) return null;
  requireHonestFeatures(learned);
  const fitted = fitHazard(learned, later);
  const silence = fitHazard(learned, later, {
    columns: { [BASELINE]: FEATURE_COLUMNS[BASELINE] },
    hasOffsets: false,
  });
  const { encoding, fit, calibration, offsets } = fitted;
  const slices = learnSlices(learned.map(({ features }) => features));
  const days = rows.map(({ day }) => day).sort();
  return {
    model: { encoding, fit, calibration, slices },
    offsets,
    figures: {
      ...testFigures(tested, monthlyChances(tested, fitted), monthlyChances(tested, silence)),
      weeks: rows.length,
      clients: new Set(rows.map(({ clientId }) => clientId)).size,
      coaches: new Set(rows.map(({ coachId }) => coachId)).size,
      left,
    },
    dataFrom: days[0] ?? '',
    dataTo: addDays(days.at(-1) ?? '', 28),
    hash: createHash('sha256').update(JSON.stringify({ encoding, fit, calibration })).digest('hex'),
  };
}

/** A model is used only when it is no worse than silence alone. */
export const isUsable = ({ model, silence }: ModelFigures): boolean =>
  model.auc >= silence.auc && model.brier <= silence.brier;

const leavesInMonth = (rows: readonly PersonWeek[]): boolean =>
  rows.some(({ leftInMonth }) => leftInMonth) && !rows.every(({ leftInMonth }) => leftInMonth);

/** Catches a feature that was written after the client left. */
function requireHonestFeatures(rows: readonly PersonWeek[]): void {
  const labels = [({ leftInWeek }: PersonWeek) => leftInWeek, ({ leftInMonth }: PersonWeek) => leftInMonth];
  for (const name of Object.keys(FEATURE_COLUMNS) as FeatureName[]) {
    // A missing value may give the answer away as well.
    const values = rows.map(({ features }) => features[name] ?? Number.NEGATIVE_INFINITY);
    for (const labelOf of labels) {
      const { auc } = figuresOf(
        values,
        rows.map((row) => (labelOf(row) ? 1 : 0)),
      );
      requireNoLeak(name, Math.max(auc, 1 - auc));
    }
  }
}

function testFigures(tested: readonly CoachWeek[], chances: readonly number[], silence: readonly number[]) {
  const labels = tested.map(({ leftInMonth }) => (leftInMonth ? 1 : 0));
  const levels = chances.map((chance) => riskLevelOf(chance, null));
  const prior = priorChances(tested.map(({ features }) => features));
  const warned = levels.filter(isAtRisk).length;
  // As many warnings as the model gives, for a fair comparison.
  const from = [...silence].sort((a, b) => b - a)[warned - 1] ?? Number.POSITIVE_INFINITY;
  const shown = tested.map(({ leftInMonth }, index) => ({
    level: levels[index] ?? ('On Track' as const),
    chance: chances[index] ?? 0,
    left: leftInMonth,
  }));
  return {
    model: holdOutFigures(tested, chances, (index) => isAtRisk(levels[index] ?? 'On Track')),
    silence: holdOutFigures(tested, silence, (index) => (silence[index] ?? 0) >= from),
    priorAuc: figuresOf(prior, labels).auc,
    levels: sharesOfLevels(levels, labels),
    bands: sumBands(countOutcomes(shown)),
  };
}

function holdOutFigures(
  tested: readonly CoachWeek[],
  chances: readonly number[],
  isWarned: (index: number) => boolean,
): HoldOutFigures {
  const labels = tested.map(({ leftInMonth }) => (leftInMonth ? 1 : 0));
  const later = tested.flatMap(({ leftInWeek }, index) => (leftInWeek ? [] : [index]));
  const laterLabels = later.map((index) => labels[index] ?? 0);
  const isMixed = laterLabels.includes(1) && laterLabels.includes(0);
  return {
    ...figuresOf(chances, labels),
    hiddenWeekAuc: isMixed
      ? figuresOf(
          later.map((index) => chances[index] ?? 0),
          laterLabels,
        ).auc
      : null,
    ...warningOf(tested, isWarned),
  };
}

/** Days from the first warning to the last week, for clients who left. Warnings of that week itself come too late. */
function warningOf(tested: readonly CoachWeek[], isWarned: (index: number) => boolean) {
  const lastWeeks = new Map(tested.filter(({ leftInWeek }) => leftInWeek).map((row) => [row.clientId, row.day]));
  const leads = new Map<string, number>();
  for (const [index, { clientId, day }] of tested.entries()) {
    const last = lastWeeks.get(clientId);
    const lead = last === undefined ? 0 : daysBetween(day, last);
    // Clients who were seen in their last week alone could not be warned about.
    if (lead <= 0 || lead > WARNING_DAYS) continue;
    leads.set(clientId, Math.max(leads.get(clientId) ?? 0, isWarned(index) ? lead : 0));
  }
  const warned = [...leads.values()].filter((lead) => lead > 0).sort((a, b) => a - b);
  return {
    warned: leads.size === 0 ? 0 : warned.length / leads.size,
    leadDays: warned[Math.floor(warned.length / 2)] ?? null,
  };
}

function sharesOfLevels(levels: readonly RiskLevel[], labels: readonly number[]): ModelFigures['levels'] {
  const ofLevel = (level: RiskLevel) => {
    const some = labels.filter((_, index) => levels[index] === level);
    const left = some.reduce((sum, label) => sum + label, 0);
    return { weeks: some.length, share: left / Math.max(1, some.length) };
  };
  return {
    'High Risk': ofLevel('High Risk'),
    'Moderate Risk': ofLevel('Moderate Risk'),
    'On Track': ofLevel('On Track'),
  };
}
