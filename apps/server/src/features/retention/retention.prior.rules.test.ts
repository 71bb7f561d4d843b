import type { RiskLevel } from '@stridewell/contract/retention/retention.rules';
import { describe, expect, it } from 'vitest';
import { FEATURE_COLUMNS, type Features } from './retention.features.rules.ts';
import { actionFor, riskLevelOf } from './retention.levels.rules.ts';
import { priorChances, priorReasons } from './retention.prior.rules.ts';

/** A client of half a year who does what is due. */
const USUAL: Features = {
  silentDays: 1,
  loginDaysAgo: 0,
  workoutDaysAgo: 2,
  checkInDaysAgo: 3,
  messageDaysAgo: 4,
  activeDays7: 3,
  activeDays28: 3,
  fall: 0,
  streakWeeks: 20,
  checkInShare: 1,
  messages28: 6,
  contacts28: 6,
  replyDelay: 0,
  logTenure: 5.2,
  firstMonth: 0,
  firstQuarter: 0,
};
const clientWith = (changes: Partial<Features>): Features => Object.assign({}, USUAL, changes);
const chanceOf = (changes: Partial<Features>) => priorChances([clientWith(changes)])[0] ?? Number.NaN;

describe('the shipped prior', () => {
  it.each([
    ['does what is due', {}, 'On Track', []],
    ['is silent for three days', { silentDays: 3 }, 'On Track', []],
    ['is silent for two weeks', { silentDays: 14, fall: 0.8 }, 'Moderate Risk', ['silentDays', 'fall']],
    ['is silent for three weeks', { silentDays: 21, fall: 2 }, 'High Risk', ['silentDays', 'fall']],
    [
      'is new and left alone',
      { silentDays: 10, firstQuarter: 1, contacts28: 0, checkInShare: 0 },
      'High Risk',
      ['checkInShare', 'silentDays', 'firstQuarter'],
    ],
  ] as const)('judges a client who %s', (_, changes, level, reasons) => {
    expect(riskLevelOf(chanceOf(changes), null)).toBe(level);
    expect(priorReasons(clientWith(changes))).toEqual(reasons);
  });

  it('rises with silence and falls with contacts of the coach', () => {
    const bySilence = [0, 3, 7, 14, 21, 40].map((silentDays) => chanceOf({ silentDays }));
    expect(bySilence).toEqual(bySilence.toSorted((a, b) => a - b));
    expect(chanceOf({ contacts28: 10 })).toBeLessThan(chanceOf({ contacts28: 0 }));
  });

  it('reads days and counts alone, like every fit: age, sex, health, texts, photos and food are no features', () => {
    expect(Object.keys(FEATURE_COLUMNS).toSorted()).toEqual(Object.keys(USUAL).toSorted());
  });

  it('takes what is unknown for usual', () => {
    expect(chanceOf({ checkInShare: null })).toBe(chanceOf({ checkInShare: 0.75 }));
    const unknown = chanceOf({ fall: null, checkInShare: null });
    expect(unknown).toBeGreaterThan(0);
    expect(unknown).toBeLessThan(0.1);
  });
});

describe('a level', () => {
  it('stays while the chance is near its threshold', () => {
    const levels: RiskLevel[] = [];
    for (const chance of [0.05, 0.11, 0.09, 0.26, 0.21, 0.19, 0.09, 0.07]) {
      levels.push(riskLevelOf(chance, levels.at(-1) ?? null));
    }
    expect(levels).toEqual([
      'On Track',
      'Moderate Risk',
      'Moderate Risk',
      'High Risk',
      'High Risk',
      'Moderate Risk',
      'Moderate Risk',
      'On Track',
    ]);
  });
});

it.each([
  [0, null],
  [2, null],
  [3, 'nudge'],
  [6, 'nudge'],
  [7, 'message'],
  [13, 'message'],
  [14, 'call'],
  [400, 'call'],
])('%i silent days call for %s', (silentDays, action) => {
  expect(actionFor(silentDays)).toBe(action);
});
