import { describe, expect, it } from 'vitest';
import { busyTimesOf, joinTimes } from './busy-times.ts';
import { readBusyTimes } from './read-busy-times.ts';

const ZONE = 'America/New_York';
const window = {
  from: Date.parse('2026-03-01T05:00:00Z'),
  to: Date.parse('2027-03-02T05:00:00Z'),
  timeZone: ZONE,
};

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
let uids = 0;
const event = (...lines: string[]) => {
  uids += 1;
  return ['BEGIN:VEVENT', `UID:${uids}@test`, 'SUMMARY:Dentist', ...lines, 'END:VEVENT'];
};
const change = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];

/** The times as UTC, without seconds. */
const times = (...events: string[][]) =>
  busyTimesOf(calendar(...events.flat()), window).map(({ start, end, allDay }) => {
    const [from, to] = [start, end].map((ms) => new Date(ms).toISOString().slice(0, 16));
    return `${from} ${to}${allDay ? ' all day' : ''}`;
  });

describe('times of events', () => {
  it.each([
    ['UTC', ['DTSTART:20260310T140000Z', 'DTEND:20260310T150000Z'], '2026-03-10T14:00 2026-03-10T15:00'],
    [
      'a well-known zone that the text does not describe',
      ['DTSTART;TZID=Europe/Berlin:20260310T140000', 'DURATION:PT45M'],
      '2026-03-10T13:00 2026-03-10T13:45',
    ],
    [
      'no zone, which is that of the coach',
      ['DTSTART:20260310T140000', 'DTEND:20260310T150000'],
      '2026-03-10T18:00 2026-03-10T19:00',
    ],
    [
      'two zones, as on a flight',
      ['DTSTART;TZID=America/New_York:20260310T200000', 'DTEND;TZID=Europe/Berlin:20260311T090000'],
      '2026-03-11T00:00 2026-03-11T08:00',
    ],
    ['a whole day', ['DTSTART;VALUE=DATE:20260310'], '2026-03-10T04:00 2026-03-11T04:00 all day'],
    [
      'whole days with a change of clocks',
      ['DTSTART;VALUE=DATE:20260307', 'DTEND;VALUE=DATE:20260310'],
      '2026-03-07T05:00 2026-03-10T04:00 all day',
    ],
  ])('are those of %s', (_zone, lines, expected) => {
    expect(times(event(...lines))).toEqual([expected]);
  });

  it('use the description of a zone that is not well known', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Head office',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0300',
      'TZOFFSETTO:+0300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const start = 'DTSTART;TZID=Head office:20260310T100000';
    expect(times(zone, event(start, 'DURATION:PT1H'))).toEqual(['2026-03-10T07:00 2026-03-10T08:00']);
  });

  it.each([
    ['free', ['TRANSP:TRANSPARENT']],
    ['canceled', ['STATUS:CANCELLED']],
    ['marked as free by Outlook', ['X-MICROSOFT-CDO-BUSYSTATUS:FREE']],
  ])('do not include events that are %s', (_why, lines) => {
    expect(times(event('DTSTART:20260310T140000Z', 'DTEND:20260310T150000Z', ...lines))).toEqual([]);
  });

  it('leave out what has no length, no start, or is outside of the window, and cut what reaches beyond it', () => {
    expect(
      times(
        event('DTSTART:20260310T140000Z'),
        event('DTEND:20260310T140000Z'),
        event('DTSTART:20200310T140000Z', 'DURATION:PT1H'),
        event('DTSTART:20280310T140000Z', 'DURATION:PT1H'),
        event('DTSTART:20260228T140000Z', 'DTEND:20260302T140000Z'),
      ),
    ).toEqual(['2026-03-01T05:00 2026-03-02T14:00']);
  });

  it('are joined where they overlap or touch', () => {
    expect(
      times(
        event('DTSTART:20260310T143000Z', 'DURATION:PT1H'),
        event('DTSTART:20260310T140000Z', 'DURATION:PT1H'),
        event('DTSTART:20260310T153000Z', 'DURATION:PT30M'),
        event('DTSTART:20260310T170000Z', 'DURATION:PT30M'),
      ),
    ).toEqual(['2026-03-10T14:00 2026-03-10T16:00', '2026-03-10T17:00 2026-03-10T17:30']);
    const [day, hour] = [
      { start: 0, end: 10, allDay: true },
      { start: 5, end: 6, allDay: false },
    ];
    expect(joinTimes([hour, day])).toEqual([day, hour]);
  });
});

describe('times of repeated events', () => {
  it('keep their local time when the clocks change', () => {
    const weekly = ['DTSTART;TZID=America/New_York:20260304T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2'];
    expect(times(event(...weekly))).toEqual(['2026-03-04T15:00 2026-03-04T16:00', '2026-03-11T14:00 2026-03-11T15:00']);
  });

  it('end with a limit in UTC, also where the text does not describe the zone', () => {
    const daily = [
      'DTSTART;TZID=Asia/Tokyo:20260302T080000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;UNTIL=20260303T230000Z',
    ];
    expect(times(event(...daily))).toHaveLength(3);
    const shorter = [...daily.slice(0, 2), 'RRULE:FREQ=DAILY;UNTIL=20260303T225959Z'];
    expect(times(event(...shorter))).toHaveLength(2);
  });

  it('leave out removed and canceled occurrences, and move changed ones, also into the window', () => {
    const series = event(
      'DTSTART;TZID=America/New_York:20260302T100000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=4',
      // In another zone than the series, as Exchange writes it.
      'EXDATE:20260303T150000Z',
    );
    const uid = `${uids}@test`;
    const outside = event('DTSTART:20200302T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2');
    const outsideUid = `${uids}@test`;
    expect(
      times(
        series,
        change(
          uid,
          'RECURRENCE-ID;TZID=America/New_York:20260304T100000',
          'DTSTART:20260304T200000Z',
          'DURATION:PT30M',
        ),
        change(uid, 'RECURRENCE-ID:20260305T150000Z', 'DTSTART:20260305T150000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
        outside,
        change(outsideUid, 'RECURRENCE-ID:20200303T150000Z', 'DTSTART:20260320T150000Z', 'DURATION:PT1H'),
      ),
    ).toEqual([
      '2026-03-02T15:00 2026-03-02T16:00',
      '2026-03-04T20:00 2026-03-04T20:30',
      '2026-03-20T15:00 2026-03-20T16:00',
    ]);
  });

  it('follow a change of this and all following occurrences', () => {
    const series = event('DTSTART:20260302T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3');
    const moved = change(
      `${uids}@test`,
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20260303T150000Z',
      'DTSTART:20260303T170000Z',
      'DURATION:PT30M',
    );
    expect(times(series, moved)).toEqual([
      '2026-03-02T15:00 2026-03-02T16:00',
      '2026-03-03T17:00 2026-03-03T17:30',
      '2026-03-04T17:00 2026-03-04T17:30',
    ]);
  });

  it('include whole days, single days beside the rule, and a series that began long ago', () => {
    expect(times(event('DTSTART;VALUE=DATE:20260302', 'RDATE;VALUE=DATE:20260310'))).toHaveLength(2);
    const birthday = event('DTSTART;VALUE=DATE:19900615', 'RRULE:FREQ=YEARLY');
    expect(times(birthday)).toEqual(['2026-06-15T04:00 2026-06-16T04:00 all day']);
    const daily = event('DTSTART:19900615T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY');
    expect(times(daily)).toHaveLength(366);
  });
});

describe('a text that is no calendar', () => {
  it.each([
    ['a page', '<!doctype html><html></html>'],
    ['empty', ''],
    ['cut off', calendar().replace('END:VCALENDAR', 'BEGIN:VEVENT')],
    ['a contact', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ana\r\nEND:VCARD\r\n'],
  ])('is refused: %s', (_name, text) => {
    expect(() => busyTimesOf(text, window)).toThrow('unreadable');
  });

  it('is not confused with an empty calendar', () => {
    expect(busyTimesOf(calendar(), window)).toEqual([]);
  });
});

describe('the reader', () => {
  const bomb = (rule: string) => calendar(...event('DTSTART:20260302T150000Z', 'DURATION:PT1S', rule));
  const one = calendar(...event('DTSTART:20260310T140000Z', 'DURATION:PT1H'));

  it.each([
    ['every second', 'RRULE:FREQ=SECONDLY'],
    ['a huge count', 'RRULE:FREQ=MINUTELY;COUNT=999999999'],
    ['a day that never comes', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
  ])('stops at %s, and reads the other texts', async (_name, rule) => {
    const read = await readBusyTimes(
      [
        ['before', one],
        ['bomb', bomb(rule)],
        ['after', one],
      ],
      window,
      1,
    );
    expect(read.get('bomb')).toBe('too_complex');
    expect(read.get('before')).toHaveLength(1);
    expect(read.get('after')).toHaveLength(1);
  });

  it('reads five megabytes beside other work', async () => {
    const many: string[] = [];
    for (let index = 0; many.length * 26 < 5 * 1024 * 1024; index += 1) {
      const at = new Date(window.from + (index % 4000) * 7_200_000).toISOString().replace(/[-:]|\.\d+/g, '');
      many.push(...event(`DTSTART:${at}`, 'DURATION:PT1H'));
    }
    const text = calendar(many.join('\r\n'));
    let longest = 0;
    let last = performance.now();
    const pulse = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const read = await readBusyTimes([['large', text]], window);
    clearInterval(pulse);
    expect(read.get('large')).toHaveLength(4000);
    expect(longest).toBeLessThan(500);
  });
});
