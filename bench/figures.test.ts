import { expect, it } from 'vitest';
import { figure, formatFigure, ratioFigure } from './figures.ts';

it('prints name, value, unit, limit and whether the limit holds', () => {
  expect(formatFigure(figure('start', 1.234, 's', 5))).toBe('start 1.23 s limit 5 ok');
  expect(formatFigure(figure('start', 5.001, 's', 5))).toBe('start 5 s limit 5 ok');
  expect(formatFigure(figure('start', 5.01, 's', 5))).toBe('start 5.01 s limit 5 over');
});

it('adds the spread of a ratio after the machine-readable fields', () => {
  const repeated = ratioFigure('session-cpu', { value: 1.5, spread: 0.03 }, 'x-bare', 2);
  expect(formatFigure(repeated)).toBe('session-cpu 1.5 x-bare limit 2 ok (spread 3 %)');
  const disturbed = ratioFigure('session-cpu', { value: 1.5, spread: 0.2 }, 'x-bare', 2);
  expect(formatFigure(disturbed)).toMatch(
    /^session-cpu 1\.5 x-bare limit 2 ok \(spread 20 %, did not repeat within 10 %/,
  );
});
