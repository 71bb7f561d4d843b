import type { CalendarSession, RepeatInput } from '@stridewell/contract/calendar/calendar';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { describe, expect, it } from 'vitest';
import { changedRepeat, formOf, suggestStart, weekdaysFor } from './calendar.form.ts';

const repeat: RepeatInput = { frequency: 'weekly', interval: 1, weekdays: [2], untilDay: null, count: 5 };
const place = { startsAt: '2026-03-03T15:00:00.000Z', minutes: 60 };
const before = formOf(null, place, { types: [], timeZone: 'America/New_York', repeat });

it.each([
  ['nothing', {}, undefined],
  ['another day and time alone', { day: '2026-03-05', time: '08:00' }, undefined],
  ['every second week', { interval: 2 }, { ...repeat, interval: 2 }],
  [
    'every second week on the day it moves to',
    { interval: 2, day: '2026-03-05' },
    { ...repeat, interval: 2, weekdays: [4] },
  ],
  ['chosen weekdays', { weekdays: [1, 5], day: '2026-03-05' }, { ...repeat, weekdays: [1, 5] }],
  ['no end', { ends: 'never' as const }, { ...repeat, count: null }],
])('of a series %s was changed', (_what, change, turn) => {
  expect(changedRepeat({ ...before, ...change }, before)).toEqual(turn);
});

describe('the start of a new session', () => {
  const length = { minutes: 60, bufferBefore: 0, bufferAfter: 0 };
  const search = { day: '2199-03-05', timeZone: 'America/New_York', length };
  const availability = { ...NO_AVAILABILITY, hours: [{ weekday: 2, from: 600, to: 720 }] };
  const session = { sessionDate: '2199-03-05T15:00:00.000Z', ...length, cancelReason: null } as CalendarSession;
  const suggest = (...sessions: CalendarSession[]) => suggestStart({ sessions, busy: [], availability }, search);

  it('is the next free one of the available hours', () => {
    expect(suggest()).toBe('2199-03-05T15:00:00.000Z');
    expect(suggest(session)).toBe('2199-03-05T16:00:00.000Z');
    expect(suggest({ ...session, minutes: 120 })).toBe('2199-03-12T14:00:00.000Z');
    expect(suggest({ ...session, cancelReason: 'Ill' })).toBe('2199-03-05T15:00:00.000Z');
  });

  it('is nine while the calendar is not known', () => {
    expect(suggestStart(undefined, search)).toBe('2199-03-05T14:00:00.000Z');
  });

  it('gives a series its weekday, until the coach chooses others', () => {
    const tuesday = { day: '2199-03-05', weekdays: [2] };
    expect(weekdaysFor('2199-03-07', tuesday)).toEqual([4]);
    expect(weekdaysFor('2199-03-07', { ...tuesday, weekdays: [1, 5] })).toEqual([1, 5]);
    expect(weekdaysFor('', tuesday)).toEqual([2]);
  });
});
