import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest, runsOf, scaleOf, smoothPath, straightPath, ticksWithRoom } from './chart-shapes.ts';

test('a scale maps values in either direction, and a domain of one value to its start', () => {
  expect(scaleOf([0, 10], [100, 0])(2.5)).toBe(75);
  expect(scaleOf([3, 3], [8, 9])(3)).toBe(8);
});

test('a missing value ends a line', () => {
  const [a, b, c] = [1, 2, 3].map((x) => ({ x, y: 0 })) as [Point, Point, Point];
  expect(runsOf([null, a, b, null, null, c])).toEqual([[a, b], [c]]);
  expect(runsOf([null])).toEqual([]);
});

type Point = { x: number; y: number };

test('straight lines join the points', () => {
  expect(
    straightPath([
      { x: 0, y: 1 },
      { x: 5, y: 2 },
    ]),
  ).toBe('M0,1L5,2');
});

test('a smooth line stays between the heights of its neighbours', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 20 }), (heights) => {
      const path = smoothPath(heights.map((y, index) => ({ x: index * 30, y })));
      const curves = path.split('C').slice(1);
      expect(curves).toHaveLength(heights.length - 1);
      for (const [index, curve] of curves.entries()) {
        const [, firstY = 0, , secondY = 0] = curve.split(',').map(Number);
        const [from = 0, to = 0] = heights.slice(index, index + 2);
        for (const y of [firstY, secondY]) {
          expect(y).toBeGreaterThanOrEqual(Math.min(from, to) - 0.01);
          expect(y).toBeLessThanOrEqual(Math.max(from, to) + 0.01);
        }
      }
    }),
  );
});

test('texts without room are left out, never the first and the last', () => {
  const ticks = [0, 20, 100, 180, 200].map((x) => ({ x, text: 'Nov 23' }));
  const shown = ticksWithRoom(ticks, 200);
  expect(shown.map(({ x }) => Math.round(x))).toEqual([20, 100, 180]);
  expect(ticksWithRoom(ticks.slice(0, 2), 60)).toHaveLength(2);
});

test('finds the nearest position', () => {
  expect(nearest([0, 10, 20], 14)).toBe(1);
  expect(nearest([0, 10, 20], 99)).toBe(2);
});
