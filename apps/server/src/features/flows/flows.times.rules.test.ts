import { CAP_DAYS } from '@stridewell/contract/flows/flows.rules';
import { addDays, wallClockInZone } from '@stridewell/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PastSilence } from '../retention/retention.silence.service.ts';
import { pastStarts } from './flows.preview.rules.ts';
import { capEnds, isHeldOut, nextAllowed } from './flows.times.rules.ts';

const NIGHT = { from: 21, until: 8 };
const at = (time: string) => new Date(`${time}Z`);

describe('the next allowed time', () => {
  it.each([
    ['noon stays', '2026-03-02T12:00', 'UTC', '2026-03-02T12:00'],
    ['a minute before the night stays', '2026-03-02T20:59', 'UTC', '2026-03-02T20:59'],
    ['the evening waits for the morning', '2026-03-02T21:00', 'UTC', '2026-03-03T08:00'],
    ['the early morning waits as well', '2026-03-02T07:59', 'UTC', '2026-03-02T08:00'],
    ['the client’s day counts', '2026-03-02T14:00', 'Asia/Tokyo', '2026-03-02T23:00'],
    // Clocks go forward on 2026-03-29 and back on 2026-10-25.
    ['a night in which clocks go forward', '2026-03-28T22:00', 'Europe/Berlin', '2026-03-29T06:00'],
    ['a night in which clocks go back', '2026-10-24T22:00', 'Europe/Berlin', '2026-10-25T07:00'],
    ['a zone of half hours', '2026-03-02T17:00', 'Asia/Kathmandu', '2026-03-03T02:15'],
    ['a day that a zone skips', '2011-12-30T08:00', 'Pacific/Apia', '2011-12-30T18:00'],
  ])('%s', (_, from, zone, expected) => {
    expect(nextAllowed(at(`${from}:00`), NIGHT, zone)).toEqual(at(`${expected}:00`));
  });

  const zones = [
    'UTC',
    'America/Los_Angeles',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ];

  it('is never before its start, never at night, and as early as possible', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('2011-12-01T00:00:00'), max: at('2030-01-01T00:00:00'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        fc.record({ from: fc.integer({ min: 12, max: 21 }), until: fc.integer({ min: 8, max: 11 }) }),
        (from, zone, quiet) => {
          const allowed = nextAllowed(from, quiet, zone);
          const { minute } = wallClockInZone(allowed, zone);
          expect(minute).toBeGreaterThanOrEqual(quiet.until * 60);
          expect(minute).toBeLessThan(quiet.from * 60);
          expect(allowed.getTime()).toBeGreaterThanOrEqual(from.getTime());
          // A day at most, and another one where a zone skips it.
          expect(allowed.getTime() - from.getTime()).toBeLessThan(49 * 3_600_000);
          if (allowed > from) expect(minute).toBe(quiet.until * 60);
        },
      ),
    );
  });

  it('is a week after the last message for the cap', () => {
    expect(capEnds(at('2026-03-02T12:00:00'))).toEqual(at('2026-03-09T12:00:00'));
  });
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
