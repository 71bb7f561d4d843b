import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresOf } from './retention.figures.rules.ts';

describe('the figures of a prediction', () => {
  it('are those computed by hand', () => {
    const { auc, prAuc, brier, brierSkill, n } = figuresOf([0.9, 0.8, 0.4, 0.2], [1, 0, 1, 0]);
    expect(auc).toBe(0.75);
    expect(prAuc).toBeCloseTo((1 + 2 / 3) / 2);
    expect(brier).toBeCloseTo((0.01 + 0.64 + 0.36 + 0.04) / 4);
    expect(brierSkill).toBeCloseTo(1 - 0.2625 / 0.25);
    expect(n).toBe(4);
  });

  it('do not depend on the order of equal chances', () => {
    const { auc, prAuc } = figuresOf([0.5, 0.5, 0.5, 0.5], [1, 0, 0, 0]);
    expect([auc, prAuc]).toEqual([0.5, 0.25]);
  });

  it('turn around with the prediction', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 60 }), (rows) => {
        const labels = rows.map(([, label]) => Number(label));
        fc.pre(labels.includes(0) && labels.includes(1));
        const chances = rows.map(([chance]) => chance / 20);
        const { auc, recall20, ece } = figuresOf(chances, labels);
        const turned = figuresOf(
          chances.map((chance) => 1 - chance),
          labels,
        );
        expect(auc + turned.auc).toBeCloseTo(1);
        for (const figure of [auc, recall20, ece]) expect(figure >= 0 && figure <= 1).toBe(true);
      }),
    );
  });

  it('measure how many of those who left stand in the highest tenth and fifth', () => {
    const chances = Array.from({ length: 20 }, (_, row) => 1 - row / 20);
    const labels = chances.map((_, row) => Number([0, 1, 3, 10].includes(row)));
    const { lift10, recall20 } = figuresOf(chances, labels);
    expect(lift10).toBeCloseTo(1 / 0.2);
    expect(recall20).toBe(0.75);
  });

  it('measure the distance of promised and observed shares', () => {
    const chances = Array.from({ length: 100 }, (_, row) => (row < 50 ? 0.9 : 0.1));
    const honest = chances.map((_, row) => Number(row < 45 || row >= 95));
    expect(figuresOf(chances, honest).ece).toBeLessThan(0.2);
    const overstated = chances.map((_, row) => Number(row % 2 === 0));
    expect(figuresOf(chances, overstated).ece).toBeCloseTo(0.4);
  });

  it('need both kinds of rows', () => {
    expect(() => figuresOf([0.1, 0.2], [0, 0])).toThrow(RangeError);
    expect(() => figuresOf([], [])).toThrow(RangeError);
  });
});
