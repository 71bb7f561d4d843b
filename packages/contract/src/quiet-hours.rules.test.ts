import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextAllowed } from './quiet-hours.rules.ts';
import { wallClockInZone } from './time.ts';

const NIGHT = { from: 21, until: 8 };
const at = (time: string) => new Date(`${time}Z`);

describe('the next allowed time', () => {
  it.each([
    ['noon stays', '2026-03-02T12:00', 'UTC', '2026-03-02T12:00'],
    ['a minute before the night stays', '2026-03-02T20:59', 'UTC', '2026-03-02T20:59'],
    ['the evening waits for the morning', '2026-03-02T21:00', 'UTC', '2026-03-03T08:00'],
    ['the early morning waits as well', '2026-03-02T07:59', 'UTC', '2026-03-02T08:00'],
    ['the recipient’s day counts', '2026-03-02T14:00', 'Asia/Tokyo', '2026-03-02T23:00'],
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
});
