import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { calendarText } from './calendar-file.ts';

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
