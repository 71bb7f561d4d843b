import type { RepeatInput } from '@stridewell/contract/calendar';
import { expect, it } from 'vitest';
import { changedRepeat, formOf } from './calendar.form.ts';

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
  ['days of its own', { weekdays: [1, 5], day: '2026-03-05' }, { ...repeat, weekdays: [1, 5] }],
  ['no end', { ends: 'never' as const }, { ...repeat, count: null }],
])('of a series %s was changed', (_what, change, turn) => {
  expect(changedRepeat({ ...before, ...change }, before)).toEqual(turn);
});
