import { CURVE_WEEKS } from '@stridewell/contract/retention/retention.rules';
import { describe, expect, it } from 'vitest';
import { aTrainedModel, NO_ACTIVITY } from '../../../test/retention-rows.ts';
import type { Features } from './retention.features.rules.ts';
import { factOf } from './retention.reasons.rules.ts';
import { modelScorer, PRIOR_SCORER } from './retention.scorer.rules.ts';

const scorer = modelScorer({ version: 1, model: aTrainedModel().model, isShown: true }, 0);
/** Silent clients did not open the portal either. */
const clientWith = (changes: Partial<Features>): Features =>
  Object.assign({}, NO_ACTIVITY, { loginDaysAgo: changes.silentDays ?? 0 }, changes);
const chanceOf = (changes: Partial<Features>, of = scorer) => of.chancesOf([clientWith(changes)])[0] ?? Number.NaN;

describe('a measured model', () => {
  it('gives more risk to silence and less to contacts, and adds the offset of the coach', () => {
    const [silent, active] = [chanceOf({ silentDays: 18, contacts28: 1 }), chanceOf({ silentDays: 1, contacts28: 11 })];
    expect(silent).toBeGreaterThan(2 * active);
    const higher = modelScorer({ version: 1, model: aTrainedModel().model, isShown: true }, 0.8);
    expect(chanceOf({ silentDays: 10, contacts28: 5 }, higher)).toBeGreaterThan(
      chanceOf({ silentDays: 10, contacts28: 5 }),
    );
  });

  it('names what raises the risk above that of others, and nothing that lowers it', () => {
    expect(scorer.reasonsOf(clientWith({ silentDays: 18, contacts28: 0 }))).toEqual(['silentDays', 'contacts28']);
    expect(scorer.reasonsOf(clientWith({ silentDays: 0, contacts28: 11 }))).toEqual([]);
  });

  it('has a curve that rises to twelve weeks and meets the chance at four', () => {
    const client = clientWith({ silentDays: 12, contacts28: 2, logTenure: Math.log1p(20), firstMonth: 1 });
    const curve = scorer.curveOf(client);
    expect(curve).toHaveLength(CURVE_WEEKS);
    for (const [week, value] of curve.entries()) expect(value).toBeGreaterThan(curve[week - 1] ?? 0);
    expect(curve[3]).toBeCloseTo(scorer.chancesOf([client])[0] ?? 0, 10);
    expect(curve.at(-1)).toBeLessThan(1);
  });

  it('scores clients with hardly any history', () => {
    const empty = Object.fromEntries(Object.keys(NO_ACTIVITY).map((name) => [name, null])) as Features;
    expect(chanceOf(empty)).toBeGreaterThan(0);
    expect(scorer.curveOf(empty)).toHaveLength(CURVE_WEEKS);
    expect(scorer.reasonsOf(empty)).toEqual([]);
    expect(factOf(empty, 'tenureDays')).toBeNull();
  });

  it('moves the tenure on', () => {
    const { model } = aTrainedModel();
    const part = { kind: 'number', mean: 0.5, deviation: 0.5 } as const;
    const early = {
      ...model,
      encoding: {
        parts: [
          { ...part, column: 'firstMonth' },
          { ...part, column: 'logTenure', mean: 5, deviation: 1 },
        ],
      },
      fit: { intercept: -3, coefficients: [1, 0.3], iterations: 1 },
      calibration: { kind: 'platt', intercept: 1.4, slope: 1 } as const,
    };
    const newest = modelScorer({ version: 1, model: early, isShown: true }, 0);
    const client = clientWith({ logTenure: Math.log1p(26), firstMonth: 1 });
    expect(newest.reasonsOf(client)).toEqual(['firstMonth']);
    const curve = newest.curveOf(client);
    // In the fifth week they are no longer new.
    expect((curve[4] ?? 0) - (curve[3] ?? 0)).toBeLessThan(0.5 * (curve[0] ?? 0));
  });
});

it('the shipped prior shows no chance and has no curve', () => {
  expect(PRIOR_SCORER).toMatchObject({ version: null, isShown: false });
  expect(PRIOR_SCORER.curveOf(NO_ACTIVITY)).toEqual([]);
  expect(PRIOR_SCORER.binsOf([NO_ACTIVITY])).toBeNull();
});
