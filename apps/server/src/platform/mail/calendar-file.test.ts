import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { calendarText, changeEventUrls } from './calendar-file.ts';

const PROPERTIES = [
  'attendee',
  'description',
  'dtend',
  'dtstamp',
  'dtstart',
  'location',
  'organizer',
  'sequence',
  'status',
  'summary',
  'uid',
  'url',
];

it('keeps typed text inside its property', async () => {
  const typed = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\r\n', '\n', '\r', ';', ',', ':', '"', '\\', '^', '=', ' ', '\u2028', 'END:VEVENT', 'X-EVIL:1'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(typed, typed, typed, typed, async (summary, description, place, name) => {
      const text = await calendarText('Stridewell', 'REQUEST', [
        {
          uid: '1@example.com',
          sequence: 0,
          cancelled: false,
          startsAt: new Date(0),
          minutes: 30,
          summary,
          description,
          location: `At ${place}`,
          url: 'https://example.com/x',
          organizer: { name: `Ana ${name}`, email: 'ana@example.com' },
          attendee: { name: `Ben ${name}`, email: 'ben@example.com' },
        },
      ]);
      expect(await changeEventUrls(text, (url) => url)).toBe(text);
      const calendar = new ICAL.Component(ICAL.parse(text));
      const events = calendar.getAllSubcomponents();
      expect(events).toHaveLength(1);
      const [event] = events;
      expect(
        event
          ?.getAllProperties()
          .map((property) => property.name)
          .sort(),
      ).toEqual(description.trim() === '' ? expect.arrayContaining(['summary']) : PROPERTIES);
      const plain = (value: string) => value.replaceAll(/\r\n|\r/g, '\n');
      expect(event?.getFirstPropertyValue('summary')).toBe(plain(summary));
      expect(event?.getFirstPropertyValue('organizer')).toBe('mailto:ana@example.com');
      expect(event?.getFirstPropertyValue('attendee')).toMatch(/^mailto:ben@example\.com$/i);
    }),
    { numRuns: 100 },
  );
});

it('changes the addresses of events and nothing else', async () => {
  const event = (id: string, url: string) => ({
    uid: `${id}@example.com`,
    sequence: 0,
    cancelled: false,
    startsAt: new Date(0),
    minutes: 30,
    summary: 'Überlange Einheit '.repeat(9),
    description: 'First\r\nURL;VALUE=URI:https://evil.example/\u2028URL;VALUE=URI:https://evil.example/',
    url,
    organizer: { name: 'Ana', email: 'ana@example.com' },
    attendee: null,
  });
  const long = `/client/${'x'.repeat(100)}`;
  const write = (origin: string) =>
    calendarText('Stridewell', 'REQUEST', [event('1', `${origin}/client/book`), event('2', origin + long)]);
  const plain = (text: string) => text.replace(/DTSTAMP:.*/g, '');
  const from = 'https://app.example.com';
  const to = `https://${'portal.'.repeat(12)}example.org`;
  const moved = await changeEventUrls(await write(from), (url) => url.replace(from, to));
  expect(plain(moved)).toBe(plain(await write(to)));
  expect(await changeEventUrls(moved, (url) => url)).toBe(moved);
});
