import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayInZone, instantInZone, isoWeekday } from '../time.ts';
import {
  botProblem,
  type ContactForm,
  clientCountOf,
  contactFieldProblems,
  contactProblem,
  DEMO_HORIZON_DAYS,
  demoStepProblems,
  EMPTY_DEMO_FORM,
  isDemoBookable,
  openDemoSlots,
  parseDemoAvailability,
} from './site.rules.ts';

const HOUR = 3_600_000;
const form: ContactForm = {
  firstName: 'Vera',
  lastName: 'Lind',
  businessName: 'Lind Coaching',
  businessPhone: '+49 30 5550100',
  businessEmail: 'vera@example.com',
  sourceChannel: '',
  referralName: '',
  otherSource: '',
  message: '',
};

describe('a contact form', () => {
  it('is fine with the five required fields', () => {
    expect(contactProblem(form)).toBeUndefined();
    expect(contactFieldProblems(form)).toEqual({});
  });

  it('names every required field that is missing', () => {
    expect(contactProblem({ ...form, firstName: ' ', businessPhone: '' })).toBe(
      'Please complete all required fields: First name, Business phone',
    );
  });

  it.each(['vera', 'vera@example', '@example.com', 'vera @example.com', 'vera@exam ple.com'])(
    'takes %s for no address',
    (businessEmail) => {
      expect(contactProblem({ ...form, businessEmail })).toBe('Please enter a valid email address');
    },
  );

  it('has bounds on every field', () => {
    const long = 'x'.repeat(6000);
    for (const field of Object.keys(form) as (keyof ContactForm)[]) {
      if (field === 'sourceChannel') continue;
      expect(contactFieldProblems({ ...form, [field]: long })[field], field).toMatch(/at most|valid email/);
    }
  });
});

describe('signs of a program', () => {
  it.each([
    ['', 0, 3000, undefined],
    ['', 0, 2999, 'Form filled too quickly'],
    ['', 0, 0, 'Form filled too quickly'],
    ['x', 0, 60_000, 'Bot detected'],
    [' ', 0, 60_000, 'Bot detected'],
    ['', 60_000, 0, undefined],
  ])('honeypot %j, loaded at %s, sent at %s: %s', (honeypotValue, loadedAt, now, expected) => {
    expect(botProblem({ honeypotValue, loadedAt, now })).toBe(expected);
  });
});

describe('the demo questionnaire', () => {
  it.each([
    [1, ['full_name', 'email', 'social_proof']],
    [2, ['workflow_bottleneck', 'current_tools']],
    [3, ['success_vision']],
  ] as const)('step %s wants %s', (step, fields) => {
    expect(Object.keys(demoStepProblems(step, EMPTY_DEMO_FORM))).toEqual(fields);
  });

  it('wants an address that could be one', () => {
    const step = { ...EMPTY_DEMO_FORM, full_name: 'Vera', social_proof: '@vera' };
    for (const address of ['vera', 'a@b.c', 'vera@example..com']) {
      expect(demoStepProblems(1, { ...step, email: address })).toEqual({ email: 'Please enter a valid email address' });
    }
    expect(demoStepProblems(1, { ...step, email: 'vera@example.com' })).toEqual({});
  });

  it.each([
    [12, 12],
    ['12', 12],
    ['12.9', 12],
    ['', 1],
    ['many', 1],
    [0, 1],
    [-4, 1],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 1],
    [null, 1],
    [1e12, 100_000],
  ])('counts %j as %s clients', (input, expected) => {
    expect(clientCountOf(input)).toBe(expected);
  });
});

describe('availability', () => {
  it('is read from words', () => {
    expect(parseDemoAvailability('Mon-Fri 09:00-17:00', 'UTC')).toEqual({
      timeZone: 'UTC',
      hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1020 })),
      daysOff: [],
      noticeHours: 4,
      horizonDays: 30,
    });
  });

  it.each(['', 'always', 'Fri-Mon 09:00-17:00', 'Mon-Fri 17:00-09:00', 'Mon-Fri 09:00-09:20', 'Mon-Fri 09:00-25:00'])(
    'is not %j',
    (text) => {
      expect(() => parseDemoAvailability(text, 'UTC')).toThrow(RangeError);
    },
  );

  const ZONES = [
    'America/Los_Angeles',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Cairo',
    'UTC',
  ];
  const anyZone = fc.constantFrom(...ZONES);
  const anyNow = fc.date({
    min: new Date('2025-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  });

  it('opens half hours of working days that clocks in the zone show, in order, after notice and within the horizon', () => {
    fc.assert(
      fc.property(anyZone, anyNow, (timeZone, now) => {
        const slots = openDemoSlots(parseDemoAvailability('Mon-Fri 09:00-17:00', timeZone), new Set(), now);
        expect(slots.length).toBeGreaterThan(200);
        slots.forEach((slot, index) => {
          const day = dayInZone(slot, timeZone);
          expect(isoWeekday(day)).toBeLessThan(6);
          const open = instantInZone(day, 540, timeZone)?.getTime() ?? 0;
          expect(slot.getTime() - open).toBeGreaterThanOrEqual(0);
          expect(slot.getTime() - open).toBeLessThanOrEqual(7.5 * HOUR);
          expect(slot.getTime()).toBeGreaterThanOrEqual(now.getTime() + 4 * HOUR);
          expect(slot.getTime()).toBeLessThan(now.getTime() + (DEMO_HORIZON_DAYS + 2) * 24 * HOUR);
          expect(slot.getTime()).toBeGreaterThan(slots[index - 1]?.getTime() ?? 0);
        });
      }),
      { numRuns: 20 },
    );
  });

  it('keeps to the wall clock when the clocks change', () => {
    const availability = parseDemoAvailability('Mon-Fri 09:00-17:00', 'America/Los_Angeles');
    const startsOf = (now: string) =>
      openDemoSlots(availability, new Set(), new Date(now))
        .map((slot) => slot.toISOString())
        .filter((slot) => slot.endsWith('T16:00:00.000Z') || slot.endsWith('T17:00:00.000Z'));
    // The clocks go forward on 8 March 2026: nine in the morning is 17:00 UTC before and 16:00 UTC after.
    expect(startsOf('2026-03-05T00:00:00Z')).toContain('2026-03-06T17:00:00.000Z');
    expect(startsOf('2026-03-05T00:00:00Z')).toContain('2026-03-09T16:00:00.000Z');
  });

  it('has no start that the clocks skip', () => {
    const night = parseDemoAvailability('Sun-Sun 01:00-04:00', 'Europe/Berlin');
    const slots = openDemoSlots(night, new Set(), new Date('2026-03-28T00:00:00Z'));
    const first = slots.filter((slot) => dayInZone(slot, 'Europe/Berlin') === '2026-03-29');
    // 1:00, 1:30, 3:00 and 3:30; there is no 2 o'clock.
    expect(first.map((slot) => slot.toISOString().slice(11, 16))).toEqual(['00:00', '00:30', '01:00', '01:30']);
  });

  it('leaves out what is taken', () => {
    fc.assert(
      fc.property(anyZone, anyNow, fc.nat(), (timeZone, now, pick) => {
        const availability = parseDemoAvailability('Mon-Fri 09:00-17:00', timeZone);
        const slots = openDemoSlots(availability, new Set(), now);
        const taken = slots[pick % slots.length];
        if (!taken) throw new Error('there is always a slot');
        const left = openDemoSlots(availability, new Set([taken.getTime()]), now);
        expect(left).toHaveLength(slots.length - 1);
        expect(left).not.toContainEqual(taken);
        expect(isDemoBookable(taken, availability, now)).toBe(true);
        expect(isDemoBookable(new Date(taken.getTime() + 60_000), availability, now)).toBe(false);
      }),
      { numRuns: 10 },
    );
  });
});
