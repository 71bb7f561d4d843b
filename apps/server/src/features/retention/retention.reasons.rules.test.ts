import { RISK_REASONS, type RiskReason } from '@stridewell/contract/retention/retention.rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aTrainedModel, NO_ACTIVITY } from '../../../test/retention-rows.ts';
import { FEATURE_COLUMNS, type FeatureName, type Features } from './retention.features.rules.ts';
import type { StoredModel } from './retention.hazard.rules.ts';
import { factOf, modelReasons } from './retention.reasons.rules.ts';

const NAMES = Object.keys(FEATURE_COLUMNS) as FeatureName[];
/** A usual client and how much clients differ, for each feature. */
const USUAL: Record<FeatureName, [mean: number, deviation: number]> = {
  silentDays: [6, 5],
  loginDaysAgo: [4, 4],
  workoutDaysAgo: [8, 8],
  checkInDaysAgo: [9, 8],
  messageDaysAgo: [12, 10],
  activeDays7: [3, 2],
  activeDays28: [3, 2],
  fall: [0.4, 0.8],
  streakWeeks: [3, 3],
  checkInShare: [0.7, 0.3],
  messages28: [4, 4],
  contacts28: [6, 4],
  replyDelay: [0, 1],
  logTenure: [5, 1],
  firstMonth: [0.1, 0.3],
  firstQuarter: [0.3, 0.46],
};

/** A model with one coefficient for each feature that it names. */
const modelWith = (coefficients: Partial<Record<FeatureName, number>>): StoredModel => {
  const parts = NAMES.filter((name) => coefficients[name] !== undefined);
  return {
    ...aTrainedModel().model,
    encoding: {
      parts: parts.map((column) => ({
        kind: 'number',
        column,
        mean: USUAL[column][0],
        deviation: USUAL[column][1],
      })),
    },
    fit: { intercept: -3, coefficients: parts.map((name) => coefficients[name] ?? 0), iterations: 1 },
  };
};
const clientWith = (changes: Partial<Features>): Features => Object.assign({}, NO_ACTIVITY, changes);

/** A client with good facts only. */
const GOOD: Features = {
  silentDays: 0,
  loginDaysAgo: 0,
  workoutDaysAgo: 1,
  checkInDaysAgo: 3,
  messageDaysAgo: 2,
  activeDays7: 5,
  activeDays28: 5,
  fall: 0,
  streakWeeks: 12,
  checkInShare: 1,
  messages28: 9,
  contacts28: 10,
  replyDelay: 0,
  logTenure: Math.log1p(700),
  firstMonth: 0,
  firstQuarter: 0,
};
/** The same client where everything is bad. */
const BAD: Features = {
  silentDays: 20,
  loginDaysAgo: 20,
  workoutDaysAgo: 30,
  checkInDaysAgo: 30,
  messageDaysAgo: 40,
  activeDays7: 0,
  activeDays28: 0.5,
  fall: 3,
  streakWeeks: 0,
  checkInShare: 0.1,
  messages28: 0,
  contacts28: 0,
  replyDelay: 2,
  logTenure: Math.log1p(15),
  firstMonth: 1,
  firstQuarter: 1,
};
const featureOf = (reason: RiskReason): FeatureName => (reason === 'tenureDays' ? 'logTenure' : reason);

const anyModel = fc
  .record(Object.fromEntries(NAMES.map((name) => [name, fc.double({ min: -2, max: 2, noNaN: true })])))
  .map((coefficients) => modelWith(coefficients as Record<FeatureName, number>));
/** Each fact from either client, or unknown. */
const anyClient = fc
  .record(Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom('good', 'bad', 'unknown')])))
  .map(
    (sides) =>
      Object.fromEntries(
        NAMES.map((name) => [name, { good: GOOD[name], bad: BAD[name], unknown: null }[sides[name] ?? 'unknown']]),
      ) as Features,
  );

it('never names a good fact, whatever signs a fit has', () => {
  fc.assert(
    fc.property(anyModel, anyClient, (model, client) => {
      const reasons = modelReasons(client, model);
      expect(reasons.length).toBeLessThanOrEqual(3);
      expect(new Set(reasons).size).toBe(reasons.length);
      for (const reason of reasons) expect(client[featureOf(reason)]).toBe(BAD[featureOf(reason)]);
    }),
    { numRuns: 1000 },
  );
});

it('names only what raises the chance', () => {
  fc.assert(
    fc.property(anyModel, anyClient, (model, client) => {
      for (const reason of modelReasons(client, model)) {
        const index = model.encoding.parts.findIndex(({ column }) => column === featureOf(reason));
        const [mean] = USUAL[featureOf(reason)];
        const share = (model.fit.coefficients[index] ?? 0) * ((client[featureOf(reason)] ?? mean) - mean);
        expect(share).toBeGreaterThan(0);
      }
    }),
    { numRuns: 1000 },
  );
});

it('names every bad fact that alone raises the chance', () => {
  for (const reason of RISK_REASONS) {
    const feature = featureOf(reason);
    const sign = (BAD[feature] ?? 0) > USUAL[feature][0] ? 1 : -1;
    expect(modelReasons(BAD, modelWith({ [feature]: sign }))).toEqual([reason]);
    expect(modelReasons(BAD, modelWith({ [feature]: -sign }))).toEqual([]);
    expect(modelReasons(GOOD, modelWith({ [feature]: -sign }))).toEqual([]);
  }
});

it('does not call a check-in of this week or weekly contacts a reason, even below what is usual', () => {
  const model = modelWith({ checkInDaysAgo: 1, contacts28: -1 });
  for (const part of model.encoding.parts) Object.assign(part, { mean: part.column === 'contacts28' ? 30 : 0 });
  expect(modelReasons(clientWith({ checkInDaysAgo: 4, contacts28: 10 }), model)).toEqual([]);
  expect(modelReasons(clientWith({ checkInDaysAgo: 12, contacts28: 2 }), model)).toEqual([
    'contacts28',
    'checkInDaysAgo',
  ]);
});

it('counts a fact that lowers the risk against those that mostly say the same', () => {
  const client = clientWith({ silentDays: 11, workoutDaysAgo: 30 });
  expect(modelReasons(client, modelWith({ silentDays: 1, workoutDaysAgo: 0.2 }))).toEqual(['silentDays']);
  expect(modelReasons(client, modelWith({ silentDays: 1, workoutDaysAgo: -0.5 }))).toEqual([]);
});

it('counts a tenure in days', () => {
  const client = clientWith({ logTenure: Math.log1p(20) });
  expect(modelReasons(client, modelWith({ logTenure: -1 }))).toEqual(['tenureDays']);
  expect(factOf(client, 'tenureDays')).toBe(20);
});
