import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  ageOn,
  dayInZone,
  dayRangeInZone,
  daysBetween,
  instantInZone,
  isoWeekday,
  isTimeZone,
  relativeDayLabel,
  startOfDay,
} from './time.ts';

const HOUR_MS = 3_600_000;
/** Quarter-hour offsets, changes at midnight, a zone across the date line, one with two offsets around Ramadan. */
const ZONES = [
  'UTC',
  'Asia/Kathmandu',
  'America/Los_Angeles',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Europe/London',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Havana',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];
const zone = fc.constantFrom(...ZONES);
const instant = fc.date({
  min: new Date('2005-01-01T00:00:00Z'),
  max: new Date('2035-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const day = instant.map((value) => value.toISOString().slice(0, 10));

describe('days in a zone', () => {
  it.each([
    ['2026-03-10T18:14:59Z', 'Asia/Kathmandu', '2026-03-10'],
    ['2026-03-10T18:15:00Z', 'Asia/Kathmandu', '2026-03-11'],
    ['2026-03-11T06:59:59Z', 'America/Los_Angeles', '2026-03-10'],
    ['2026-03-11T07:00:00Z', 'America/Los_Angeles', '2026-03-11'],
    ['2026-03-10T10:00:00Z', 'Pacific/Kiritimati', '2026-03-11'],
  ])('%s in %s is %s', (iso, timeZone, expected) => {
    expect(dayInZone(new Date(iso), timeZone)).toBe(expected);
  });

  it.each([
    ['spring in Los Angeles', '2026-03-08', 'America/Los_Angeles', '2026-03-08T08:00:00Z', 23],
    ['autumn in Los Angeles', '2026-11-01', 'America/Los_Angeles', '2026-11-01T07:00:00Z', 25],
    ['no midnight in Santiago', '2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z', 23],
    ['no midnight in Beirut', '2025-03-30', 'Asia/Beirut', '2025-03-29T22:00:00Z', 23],
    ['midnight twice in Havana', '2025-11-02', 'America/Havana', '2025-11-02T04:00:00Z', 25],
    ['half an hour on Lord Howe', '2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
    ['Ramadan in Casablanca', '2025-02-23', 'Africa/Casablanca', '2025-02-22T23:00:00Z', 25],
    ['before the skipped day in Apia', '2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00Z', 24],
    ['the skipped day in Apia', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z', 0],
    ['after the skipped day in Apia', '2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z', 24],
    ['an ordinary day in Kathmandu', '2026-03-08', 'Asia/Kathmandu', '2026-03-07T18:15:00Z', 24],
  ])('%s', (_what, date, timeZone, start, hours) => {
    const range = dayRangeInZone(date, timeZone);
    expect(range.start.toISOString()).toBe(new Date(start).toISOString());
    expect((range.end.getTime() - range.start.getTime()) / HOUR_MS).toBe(hours);
  });

  it('agrees with a calendar of the zone', () => {
    fc.assert(
      fc.property(instant, zone, (value, timeZone) => {
        const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
        expect(dayInZone(value, timeZone)).toBe(calendar.format(value));
      }),
      { numRuns: 500 },
    );
  });

  it('puts every instant into the range of its own day', () => {
    fc.assert(
      fc.property(instant, zone, (value, timeZone) => {
        const { start, end } = dayRangeInZone(dayInZone(value, timeZone), timeZone);
        expect(start.getTime()).toBeLessThanOrEqual(value.getTime());
        expect(end.getTime()).toBeGreaterThan(value.getTime());
      }),
      { numRuns: 500 },
    );
  });

  it('starts a day with its first instant, and the days leave no gap', () => {
    fc.assert(
      fc.property(day, zone, (date, timeZone) => {
        const { start, end } = dayRangeInZone(date, timeZone);
        expect(dayInZone(new Date(start.getTime() - 1000), timeZone) < date).toBe(true);
        expect(dayInZone(end, timeZone) > date).toBe(true);
        expect(startOfDay(addDays(date, 1), timeZone)).toEqual(end);
      }),
      { numRuns: 500 },
    );
  });
});

describe('calendar arithmetic', () => {
  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s and %d days is %s', (from, count, to) => {
    expect(addDays(from, count)).toBe(to);
  });

  it('adds and counts days as inverses of each other', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (date, count) => {
        expect(daysBetween(date, addDays(date, count))).toBe(count);
        expect(addDays(addDays(date, count), -count)).toBe(date);
      }),
    );
  });

  it.each([
    ['2026-03-09', 1],
    ['2026-03-14', 6],
    ['2026-03-15', 7],
  ])('%s is weekday %d', (date, weekday) => {
    expect(isoWeekday(date)).toBe(weekday);
  });

  it('moves to the next weekday each day', () => {
    fc.assert(fc.property(day, (date) => isoWeekday(addDays(date, 1)) === (isoWeekday(date) % 7) + 1));
  });
});

describe('relativeDayLabel', () => {
  it.each([
    ['2026-10-13', 'Today'],
    ['2026-10-14', 'Tomorrow'],
    ['2026-10-12', 'Yesterday'],
    ['2026-10-15', 'Thu, Oct 15'],
    ['2026-10-05', 'Mon, Oct 5'],
    ['2027-01-03', 'Sun, Jan 3, 2027'],
  ])('%s seen from 13 October 2026 is %s', (date, label) => {
    expect(relativeDayLabel(date, '2026-10-13')).toBe(label);
  });

  it('says Tomorrow across the turn of the year', () => {
    expect(relativeDayLabel('2027-01-01', '2026-12-31')).toBe('Tomorrow');
  });
});

describe('isTimeZone', () => {
  it.each(ZONES)('knows %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Mars/Olympus', 'America/', ' UTC '])('refuses %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('a time of day in a zone', () => {
  it.each([
    ['2026-01-15', 540, 'America/Los_Angeles', '2026-01-15T17:00:00.000Z'],
    ['2026-07-15', 540, 'America/Los_Angeles', '2026-07-15T16:00:00.000Z'],
    // Shown twice: the first one.
    ['2026-10-25', 150, 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-04-05', 105, 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ])('%s at minute %s in %s is %s', (shownDay, minute, timeZone, expected) => {
    expect(instantInZone(shownDay, minute, timeZone)?.toISOString()).toBe(expected);
  });

  it('is none where the clocks skip it', () => {
    expect(instantInZone('2026-03-29', 150, 'Europe/Berlin')).toBeNull();
  });

  it('is where a clock shows it', () => {
    fc.assert(
      fc.property(zone, day, fc.integer({ min: 0, max: 1439 }), (timeZone, shownDay, minute) => {
        const found = instantInZone(shownDay, minute, timeZone);
        if (!found) return;
        const clock = new Intl.DateTimeFormat('en-GB', {
          timeZone,
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        });
        const [hours, minutes] = clock.format(found).split(':').map(Number);
        expect((hours ?? 0) * 60 + (minutes ?? 0)).toBe(minute);
        expect(dayInZone(found, timeZone)).toBe(shownDay);
      }),
    );
  });
});

it.each([
  ['1990-02-03', '2026-02-02', 35],
  ['1990-02-03', '2026-02-03', 36],
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
  ['2026-02-03', '2026-02-03', 0],
  ['2026-02-04', '2026-02-03', null],
])('a person born on %s is on %s %s years old', (born, today, age) => {
  expect(ageOn(born, today)).toBe(age);
});
