import { CAP_DAYS } from '@stridewell/contract/flows/flows.rules';
import { addDays } from '@stridewell/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PastSilence } from '../retention/retention.silence.service.ts';
import { pastStarts } from './flows.preview.rules.ts';
import { capEnds, isHeldOut } from './flows.times.rules.ts';

it('allows the next message a week after the last one', () => {
  const at = (time: string) => new Date(`${time}Z`);
  expect(capEnds(at('2026-03-02T12:00:00'))).toEqual(at('2026-03-09T12:00:00'));
});

describe('who is held out', () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ flowId: `flow ${index % 7}`, clientId: `client ${index}` }));

  it('is about the share of clients, always the same, and more with a larger share', () => {
    const pairs = ids(4000);
    const few = pairs.filter((pair) => isHeldOut(pair, 10));
    const many = new Set(pairs.filter((pair) => isHeldOut(pair, 20)));
    expect(few.length / pairs.length).toBeCloseTo(0.1, 1);
    expect(many.size / pairs.length).toBeCloseTo(0.2, 1);
    expect(few.every((pair) => many.has(pair))).toBe(true);
    expect(pairs.some((pair) => isHeldOut(pair, 0))).toBe(false);
  });
});

describe('past starts', () => {
  const FIRST = '2026-01-01';
  /** Silence day by day: 0 on a day with an act. */
  const silence = (days: readonly (number | null | undefined)[], clientId = 'a'): PastSilence[] =>
    days.flatMap((value, index) =>
      value === undefined ? [] : [{ clientId, day: addDays(FIRST, index), days: value }],
    );

  it.each([
    ['none while the silence is short', [0, 1, 2, 0, 1, 2], []],
    ['one for one silence', [0, 1, 2, 3, 4, 5], [3]],
    ['none for a silence that began before the first day', [9, 10, 11], []],
    ['two for two silences that are a week apart', [0, 1, 2, 3, 0, 0, 0, 0, 1, 2, 3], [10, 3]],
    ['the second one as soon as the cap allows it', [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6], [10, 3]],
    ['none for what a client never did', [null, null, null], []],
    ['one that waits for the end of a debt', [0, 1, 2, undefined, undefined, 5, 6], [5]],
  ])('%s', (_, days, starts) => {
    expect(pastStarts(silence(days), { least: 3, first: FIRST })).toEqual(
      starts.map((index) => ({ clientId: 'a', day: addDays(FIRST, index) })),
    );
  });

  it('are never two within the cap or for one silence', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.integer({ min: 2, max: 10 }), (acts, least) => {
        const rows = silence(acts.map((_, index) => index - Math.max(0, acts.lastIndexOf(true, index))));
        const starts = pastStarts(rows, { least, first: FIRST }).map(({ day }) => day);
        for (const [index, day] of starts.entries()) {
          const before = starts[index + 1];
          if (before) expect(addDays(before, CAP_DAYS) <= day).toBe(true);
        }
        const began = starts.map((day) => addDays(day, -(rows.find((row) => row.day === day)?.days ?? 0)));
        expect(new Set(began).size).toBe(began.length);
      }),
    );
  });
});
