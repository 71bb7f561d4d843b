import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROLES } from '../people.rules.ts';
import { isBannerDue, isBannerFor, isBannerOver, NO_BANNER, nextBannerChange } from './settings.rules.ts';
import { banner, demoAvailability, switches } from './settings.ts';

const at = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const maybe = fc.option(at.map((date) => date.toISOString()));

describe('the banner', () => {
  it('changes exactly at the times that it names', () => {
    fc.assert(
      fc.property(maybe, maybe, at, (from, until, now) => {
        const times = { from, until };
        const next = nextBannerChange(times, now);
        if (next === null) return;
        expect(next.getTime()).toBeGreaterThan(now.getTime());
        const before = new Date(next.getTime() - 1);
        expect(isBannerDue(times, before)).toBe(isBannerDue(times, now));
      }),
    );
  });

  it('is never due once it is over', () => {
    fc.assert(
      fc.property(maybe, maybe, at, (from, until, now) => {
        if (isBannerOver({ from, until }, now)) expect(isBannerDue({ from, until }, now)).toBe(false);
      }),
    );
  });

  it.each([
    ['everyone', [null, ...ROLES]],
    ['visitors', [null]],
    ['clients', ['Client']],
    ['coaches', ['Coach-Base', 'Coach-Plus', 'Coach-Pro']],
  ] as const)('for %s is for these roles alone', (audience, readers) => {
    const all = [null, ...ROLES];
    expect(all.filter((role) => isBannerFor({ audience }, role)).sort()).toEqual([...readers].sort());
  });

  it('ends after it begins', () => {
    const times = { from: '2026-01-02T00:00:00.000Z', until: '2026-01-01T00:00:00.000Z' };
    expect(banner.safeParse({ ...NO_BANNER, ...times }).success).toBe(false);
    expect(banner.safeParse({ ...NO_BANNER, text: 'x'.repeat(281) }).success).toBe(false);
  });
});

describe('settings that cannot be', () => {
  const hours = { timeZone: 'UTC', hours: [], daysOff: [], noticeHours: 4, horizonDays: 30 };
  const day = { weekday: 1, fromMinute: 540, toMinute: 570 };
  it.each([
    [{ ...hours, hours: [day, day] }],
    [{ ...hours, hours: [{ ...day, toMinute: 569 }] }],
    [{ ...hours, daysOff: ['2026-02-30'] }],
    [{ ...hours, daysOff: ['2026-02-03', '2026-02-03'] }],
    [{ ...hours, horizonDays: 91 }],
    [{ ...hours, timeZone: 'Mars/Olympus' }],
  ])('%j are refused', (value) => {
    expect(demoAvailability.safeParse(value).success).toBe(false);
  });

  it('are features twice or unknown', () => {
    expect(switches.safeParse({ off: ['contact_form', 'contact_form'] }).success).toBe(false);
    expect(switches.safeParse({ off: ['everything'] }).success).toBe(false);
    expect(switches.safeParse({ off: ['contact_form'] }).success).toBe(true);
  });
});
