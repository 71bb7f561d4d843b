import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDuration, readLocalTime } from './workouts.history-dates.ts';

const at = (typed: string) => {
  const read = readLocalTime(typed, 'Europe/Berlin');
  return read && `${read.day} ${read.minute} ${read.second}`;
};

describe('local times', () => {
  it.each([
    ['21 Oct 2025, 18:04', '2025-10-21 1084 0'],
    ['Jul 19, 2026, 7:01 PM', '2026-07-19 1141 0'],
    ['Jul 19, 2026, 12:01 AM', '2026-07-19 1 0'],
    ['Jul 19, 2026, 12:01\u202fPM', '2026-07-19 721 0'],
    ['2025-10-21 18:04:07', '2025-10-21 1084 7'],
    ['2025-10-21T18:04', '2025-10-21 1084 0'],
    ['2025-10-21', '2025-10-21 0 0'],
    ['21. Okt. 2025, 18:04', '2025-10-21 1084 0'],
    ['21 mai 2025, 18:04', '2025-05-21 1084 0'],
    ['3 août 2025, 18:04', '2025-08-03 1084 0'],
    ['21 de octubre de 2025, 7:04 p. m.', '2025-10-21 1144 0'],
    ['9 sept 2025, 8:00', '2025-09-09 480 0'],
    ['1 мая 2025, 18:04', '2025-05-01 1084 0'],
    ['2025年10月21日 18:04', '2025-10-21 1084 0'],
    ['21.10.2025 18:04', '2025-10-21 1084 0'],
    ['2025-10-21T18:04:07Z', '2025-10-21 1204 7'],
    ['2025-10-21T18:04:07.123Z', '2025-10-21 1204 7'],
    ['2025-10-21 18:04-0400', '2025-10-22 4 0'],
  ])('%s', (typed, read) => {
    expect(at(typed)).toBe(read);
  });

  it.each([
    '',
    'yesterday',
    '31 Feb 2025, 18:04',
    '2025-10-21 25:00',
    '2025-02-31T18:04:00Z',
    '2025-10-21T25:04:00Z',
    '03/04/2025 18:04',
    '21 Oct 18:04',
    'x'.repeat(1e5),
  ])('%s is none', (typed) => {
    expect(readLocalTime(typed, 'UTC')).toBeNull();
  });

  it('are read in each language that they are printed in', () => {
    const languages = ['en-US', 'en-GB', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'pt-BR', 'nl-NL', 'pl-PL', 'tr-TR'];
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom(...languages), fc.constantFrom('short', 'long'), (date, language, month) => {
        const parts = { day: 'numeric', month, year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
        const printed = new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }).format(date);
        const clock = printed.replace(/ (?:at|um|às|om|alle|à|a las) /, ' ');
        const iso = date.toISOString();
        const minute = Number(iso.slice(11, 13)) * 60 + Number(iso.slice(14, 16));
        expect(readLocalTime(clock, 'Asia/Tokyo'), clock).toMatchObject({ day: iso.slice(0, 10), minute, second: 0 });
      }),
      { numRuns: 300 },
    );
  });
});

describe('durations', () => {
  it.each([
    ['1h 5m', 3900],
    ['45m', 2700],
    ['1h', 3600],
    ['50min', 3000],
    ['20s', 20],
    ['3905', 3905],
    ['1:05:00', 3900],
    ['5:30', 330],
    ['', null],
    ['long', null],
  ])('%s', (typed, seconds) => {
    expect(readDuration(typed)).toBe(seconds);
  });
});
