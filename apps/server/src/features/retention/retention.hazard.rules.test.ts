import { describe, expect, it } from 'vitest';
import type { Features, PersonWeek } from './retention.features.rules.ts';
import { evaluateHazard, fitHazard, monthlyChances } from './retention.hazard.rules.ts';

/** Reproducible numbers from 0 to 1 (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WEEKS = 26;
const dayOf = (week: number) => new Date(Date.UTC(2025, 0, 6 + 7 * week)).toISOString().slice(0, 10);
const NOTHING: Omit<Features, 'silentDays' | 'loginDaysAgo' | 'contacts28'> = {
  workoutDaysAgo: null,
  checkInDaysAgo: null,
  messageDaysAgo: null,
  activeDays7: null,
  activeDays28: null,
  fall: null,
  streakWeeks: 0,
  checkInShare: null,
  messages28: 0,
  replyDelay: null,
  logTenure: 3,
  firstMonth: 0,
  firstQuarter: 0,
};

/** Clients whose hazard of a week is known. Each leaves at most once, and has no weeks afterwards. */
function simulate(clients: number, seed: number, { isReal = true } = {}) {
  const random = numbersOf(seed);
  const rows: (PersonWeek & { chance: number })[] = [];
  for (let client = 0; client < clients; client += 1) {
    const [silentDays, contacts28] = [Math.floor(20 * random()), Math.floor(12 * random())];
    const hazard = isReal ? 1 / (1 + Math.exp(4 - 0.12 * silentDays + 0.1 * contacts28)) : 0.03;
    let leaves = 0;
    while (leaves < WEEKS + 4 && random() >= hazard) leaves += 1;
    for (let week = 0; week < WEEKS && week <= leaves; week += 1) {
      rows.push({
        clientId: `${client}`,
        day: dayOf(week),
        features: { ...NOTHING, silentDays, loginDaysAgo: silentDays, contacts28 },
        leftInWeek: leaves === week,
        leftInMonth: leaves < week + 4,
        chance: 1 - (1 - hazard) ** 4,
      });
    }
  }
  return rows;
}

describe('the weekly hazard', () => {
  it('promises the known chance of simulated clients, within the sampling error', () => {
    const learned = simulate(6000, 1);
    const model = fitHazard(
      learned,
      simulate(6000, 2).filter(({ day }) => day === dayOf(0)),
    );
    const tested = simulate(6000, 3).filter(({ day }) => day === dayOf(0));
    const chances = monthlyChances(tested, model);
    const ordered = tested
      .map((row, index) => ({ ...row, promised: chances[index] ?? 0 }))
      .sort((a, b) => a.promised - b.promised);
    const size = ordered.length / 10;
    let square = 0;
    for (let band = 0; band < 10; band += 1) {
      const some = ordered.slice(band * size, (band + 1) * size);
      const sum = (value: (row: (typeof some)[number]) => number) => some.reduce((all, row) => all + value(row), 0);
      const expected = sum(({ promised }) => promised);
      const variance = sum(({ promised }) => promised * (1 - promised));
      square += (sum(({ leftInMonth }) => Number(leftInMonth)) - expected) ** 2 / variance;
      expect(Math.abs(expected - sum(({ chance }) => chance)) / size).toBeLessThan(0.03);
    }
    // The 99.9 % quantile of chi-square with ten degrees of freedom.
    expect(square).toBeLessThan(29.6);
  });

  it('beats silence alone where the coach’s contacts matter as well', () => {
    const figures = evaluateHazard(simulate(3000, 4), 'test');
    if (!figures) throw new Error('nothing was measured');
    expect(figures.auc).toBeGreaterThan(figures.baselineAuc);
    expect(figures.left).toBeGreaterThan(200);
    expect(figures.brierSkill).toBeGreaterThan(0);
    expect(figures.priorAuc).toBeGreaterThan(0.6);
    const { 'High Risk': high, 'Moderate Risk': moderate, 'On Track': onTrack } = figures.levels;
    expect(high.weeks + moderate.weeks + onTrack.weeks).toBe(figures.n);
    expect(high.share).toBeGreaterThan(moderate.share);
    expect(moderate.share).toBeGreaterThan(onTrack.share);
  });

  it('finds nothing where leaving has no cause', () => {
    const figures = evaluateHazard(simulate(6000, 5, { isReal: false }), 'test');
    expect(figures?.auc).toBeGreaterThan(0.47);
    expect(figures?.auc).toBeLessThan(0.53);
  });

  it('gives no figures when few clients left, all of them, or none', () => {
    expect(evaluateHazard([], 'test')).toBeNull();
    expect(evaluateHazard(simulate(50, 6), 'test')).toBeNull();
    const all = simulate(500, 7).map((row) => ({ ...row, leftInWeek: true, leftInMonth: true }));
    expect(evaluateHazard(all, 'test')).toBeNull();
    expect(
      evaluateHazard(
        all.map((row) => ({ ...row, leftInWeek: false, leftInMonth: false })),
        'test',
      ),
    ).toBeNull();
  });
});
