import { expect, it } from 'vitest';
import {
  googleEvent,
  isOfSeries,
  isReadable,
  microsoftEvent,
  microsoftTime,
  readGoogleEvent,
  withDetails,
} from './integrations.events.rules.ts';

const WINDOW = {
  from: Date.parse('2026-03-01T00:00:00Z'),
  to: Date.parse('2026-04-01T00:00:00Z'),
  timeZone: 'America/New_York',
};
const shown = (time: { start: number; end: number; allDay: boolean } | null) =>
  time && `${new Date(time.start).toISOString()} ${new Date(time.end).toISOString()}${time.allDay ? ' day' : ''}`;
const HOUR = '2026-03-09T09:00:00.000Z 2026-03-09T10:00:00.000Z';

const google = (changes: object) =>
  readGoogleEvent(
    googleEvent.parse({
      id: 'a',
      start: { dateTime: '2026-03-09T05:00:00-04:00' },
      end: { dateTime: '2026-03-09T10:00:00Z' },
      ...changes,
    }),
    WINDOW,
  );

it.each([
  [{}, HOUR],
  [{ status: 'tentative' }, HOUR],
  [{ status: 'cancelled' }, null],
  [{ transparency: 'transparent' }, null],
  [{ attendees: [{ self: true, responseStatus: 'declined' }] }, null],
  [{ attendees: [{ responseStatus: 'declined' }, { self: true, responseStatus: 'needsAction' }] }, HOUR],
  [{ start: undefined, end: undefined }, null],
  [{ end: { dateTime: '2026-03-09T09:00:00Z' } }, null],
  [
    { start: { date: '2026-03-07' }, end: { date: '2026-03-09' } },
    '2026-03-07T05:00:00.000Z 2026-03-09T04:00:00.000Z day',
  ],
  [{ start: { date: '2026-03-09' }, end: undefined }, '2026-03-09T04:00:00.000Z 2026-03-10T04:00:00.000Z day'],
  // Only its part within the window is kept.
  [{ start: { dateTime: '2020-01-01T00:00:00Z' } }, '2026-03-01T00:00:00.000Z 2026-03-09T10:00:00.000Z'],
  [{ start: { dateTime: '2026-05-01T00:00:00Z' }, end: { dateTime: '2026-05-01T01:00:00Z' } }, null],
])('an event of Google with %j takes %s', (changes, expected) => {
  expect(shown(google(changes).time)).toBe(expected);
});

it.each([
  [{ id: 'a' }, false],
  [{ id: 'a_b' }, false],
  [{ id: 'a_20260309T090000Z', status: 'cancelled', start: undefined }, true],
  [{ id: 'a_20260309', status: 'cancelled' }, true],
  [{ id: 'a', recurringEventId: 'b' }, true],
])('an event of Google with %j belongs to a series: %s', (changes, expected) => {
  expect(google(changes).ofSeries).toBe(expected);
});

const microsoft = (changes: object) =>
  microsoftEvent.parse({
    id: 'a',
    type: 'singleInstance',
    showAs: 'busy',
    start: { dateTime: '2026-03-09T09:00:00.0000000', timeZone: 'UTC' },
    end: { dateTime: '2026-03-09T10:00:00.0000000', timeZone: 'UTC' },
    ...changes,
  });
const days = {
  isAllDay: true,
  start: { dateTime: '2026-03-07T00:00:00.0000000', timeZone: 'Asia/Karachi' },
  end: { dateTime: '2026-03-09T00:00:00.0000000', timeZone: 'Asia/Karachi' },
};

it.each([
  [{}, HOUR],
  [{ showAs: 'tentative' }, HOUR],
  [{ showAs: 'oof' }, HOUR],
  [{ showAs: 'free' }, null],
  [{ showAs: 'workingElsewhere' }, null],
  [{ isCancelled: true }, null],
  [{ responseStatus: { response: 'declined' } }, null],
  [{ responseStatus: { response: 'notResponded' } }, HOUR],
  [{ type: 'seriesMaster' }, null],
  [{ '@removed': { reason: 'deleted' } }, null],
  [{ start: null }, null],
  [days, '2026-03-07T05:00:00.000Z 2026-03-09T04:00:00.000Z day'],
])('an event of Microsoft with %j takes %s', (changes, expected) => {
  const event = microsoft(changes);
  expect(isReadable(event)).toBe(true);
  expect(shown(microsoftTime(event, WINDOW))).toBe(expected);
});

it('an event of Microsoft in another zone than UTC is not guessed', () => {
  for (const timeZone of ['Pacific Standard Time', 'Europe/Berlin', ''])
    expect(isReadable(microsoft({ start: { dateTime: '2026-03-09T09:00:00', timeZone } }))).toBe(false);
  expect(isReadable(microsoft({ end: { dateTime: '2026-03-09Tx', timeZone: 'UTC' } }))).toBe(false);
});

it('a date of a series takes from it what it leaves out, and a changed date nothing', () => {
  const date = microsoft({ type: 'occurrence', seriesMasterId: 's', showAs: undefined });
  expect(shown(microsoftTime(withDetails(date, { showAs: 'free' }), WINDOW))).toBeNull();
  expect(shown(microsoftTime(withDetails(date, {}), WINDOW))).toBe(HOUR);
  const changed = microsoft({ type: 'exception', seriesMasterId: 's', showAs: 'busy' });
  expect(shown(microsoftTime(withDetails(changed, { showAs: 'free' }), WINDOW))).toBe(HOUR);
  expect([microsoft({}), date, changed].map(isOfSeries)).toEqual([false, true, true]);
});
