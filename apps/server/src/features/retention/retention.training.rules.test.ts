import { describe, expect, it } from 'vitest';
import { drawOf, simulateCoachWeeks } from '../../../test/retention-rows.ts';
import type { CoachWeek } from './retention.hazard.rules.ts';
import { isUsable, MIN_LABELS, thin, trainHazard } from './retention.training.rules.ts';

const train = (rows: readonly CoachWeek[]) => {
  const trained = trainHazard(rows, 'test');
  if (!trained) throw new Error('nothing was trained');
  return trained;
};

const REAL = simulateCoachWeeks({ clients: 3000, seed: 'real', coaches: 8 });
const TRAINED = train(REAL);

describe('training', () => {
  it('gives the same coefficients on every machine', () => {
    const { hash, model } = TRAINED;
    expect(model.fit.iterations).toBeLessThan(20);
    // Of Node 20 and Node 24.
    expect(hash).toBe('01bb2bc59b034f9b2c28fee0e18aed6dc89d0afa425780a7317049ca774aceb4');
  });

  it('beats silence alone where the coach’s contacts matter as well', () => {
    const { figures, dataFrom, dataTo, offsets } = TRAINED;
    const { model, silence } = figures;
    expect(model.auc).toBeGreaterThan(silence.auc);
    expect(model.brier).toBeLessThan(silence.brier);
    expect(model.brierSkill).toBeGreaterThan(0);
    expect(isUsable(figures)).toBe(true);
    expect(figures.left).toBeGreaterThan(MIN_LABELS);
    expect(figures.priorAuc).toBeGreaterThan(0.6);
    expect([figures.clients, figures.coaches, figures.weeks]).toEqual([3000, 8, REAL.length]);
    expect([dataFrom, dataTo]).toEqual(['2025-01-06', '2025-07-28']);
    expect(offsets.size).toBe(8);
  });

  it('measures levels, bands and warnings on clients it has not seen', () => {
    const { levels, bands, model, silence } = TRAINED.figures;
    const { 'High Risk': high, 'Moderate Risk': moderate, 'On Track': onTrack } = levels;
    expect(high.weeks + moderate.weeks + onTrack.weeks).toBe(model.n);
    expect(high.share).toBeGreaterThan(moderate.share);
    expect(moderate.share).toBeGreaterThan(onTrack.share);
    expect(bands.reduce((sum, { clients }) => sum + clients, 0)).toBe(model.n);
    for (const { clients, left, promised, variance } of bands) {
      // Weeks of one client depend on each other, so the distance is wider than that of as many clients.
      if (clients >= 100) expect(Math.abs(left - promised)).toBeLessThan(6 * Math.sqrt(variance) + 5);
    }
    for (const figures of [model, silence]) {
      expect(figures.hiddenWeekAuc).toBeGreaterThan(0.6);
      expect(figures.warned).toBeGreaterThan(0);
      expect(figures.warned).toBeLessThanOrEqual(1);
      expect((figures.leadDays ?? 0) % 7).toBe(0);
      expect(figures.leadDays).toBeGreaterThanOrEqual(7);
    }
  });

  it('finds nothing where leaving has no cause, or labels are shuffled', () => {
    const { figures } = train(simulateCoachWeeks({ clients: 4000, seed: 'chance', isReal: false }));
    expect(figures.model.auc).toBeGreaterThan(0.47);
    expect(figures.model.auc).toBeLessThan(0.53);
    const shuffled = REAL.map((row, index) => {
      const leftInWeek = drawOf('week', index) < 0.04;
      return Object.assign({}, row, { leftInWeek, leftInMonth: leftInWeek || drawOf('month', index) < 0.1 });
    });
    const { auc } = train(shuffled).figures.model;
    expect(auc).toBeGreaterThan(0.47);
    expect(auc).toBeLessThan(0.53);
  });

  it.each(['leftInWeek', 'leftInMonth'] as const)('refuses a feature that repeats %s', (label) => {
    const leaking = REAL.map((row) => ({ ...row, features: { ...row.features, replyDelay: row[label] ? null : 1 } }));
    expect(() => trainHazard(leaking, 'test')).toThrow(/^Column “replyDelay” alone tells who left \(AUC 1\.000\)/);
  });

  it('gives no model when few clients left, all of them, or none', () => {
    expect(trainHazard([], 'test')).toBeNull();
    expect(trainHazard(simulateCoachWeeks({ clients: 50, seed: 'few' }), 'test')).toBeNull();
    const rows = simulateCoachWeeks({ clients: 500, seed: 'all' });
    const labelled = (left: boolean) => rows.map((row) => ({ ...row, leftInWeek: left, leftInMonth: left }));
    expect(trainHazard(labelled(true), 'test')).toBeNull();
    expect(trainHazard(labelled(false), 'test')).toBeNull();
  });

  it('holds when most values are missing', () => {
    const gaps = REAL.map((row, index) => ({
      ...row,
      features: { ...row.features, contacts28: drawOf('gap', index) < 0.8 ? null : row.features.contacts28 },
    }));
    expect(train(gaps).figures.model.auc).toBeGreaterThan(0.6);
  });

  it('is not used when it is worse than silence', () => {
    const { figures } = TRAINED;
    expect(isUsable({ ...figures, silence: { ...figures.silence, auc: figures.model.auc + 0.01 } })).toBe(false);
    expect(isUsable({ ...figures, silence: { ...figures.silence, brier: figures.model.brier - 0.01 } })).toBe(false);
    expect(isUsable({ ...figures, silence: figures.model })).toBe(true);
  });

  it('leaves out whole clients of a long history, whatever their order', () => {
    const some = thin(REAL, 'test', 10_000);
    expect(some.length).toBeLessThan(12_000);
    expect(some.length).toBeGreaterThan(8000);
    const kept = new Set(some.map(({ clientId }) => clientId));
    expect(REAL.filter(({ clientId }) => kept.has(clientId))).toEqual(some);
    expect(thin([...REAL].reverse(), 'test', 10_000).length).toBe(some.length);
    expect(thin(REAL, 'test')).toBe(REAL);
  });
});
