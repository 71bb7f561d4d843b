import { EMPTY_DEMO_FORM } from '@stridewell/contract/site/site.rules';
import { describe, expect, it } from 'vitest';
import { slotsByDay } from '../../lib/slots.ts';
import { isDemoScheduled, scheduledMessage, schedulingUrl } from './site.scheduling.ts';

const ORIGIN = 'https://coach.example';
const WINDOW = {};

describe('a message that a demo is booked', () => {
  const data = scheduledMessage('1', ORIGIN);
  const frame = { origin: ORIGIN, window: WINDOW };

  it('counts from the frame', () => {
    expect(isDemoScheduled({ origin: ORIGIN, source: WINDOW, data }, frame)).toBe(true);
  });

  it.each([
    ['another origin', { origin: 'https://coach.example.evil' }],
    ['another window', { source: {} }],
    ['no sender', { source: null }],
    ['null', { data: null }],
    ['text', { data: 'calendly.event_scheduled' }],
    ['another event', { data: { ...data, event: 'calendly.date_and_time_selected' } }],
    ['no payload', { data: { event: data.event } }],
    ['no invitee', { data: { ...data, payload: { event: data.payload.event } } }],
    ['a number for an address', { data: { ...data, payload: { ...data.payload, event: { uri: 1 } } } }],
  ])('does not count with %s', (_, changes) => {
    expect(isDemoScheduled({ origin: ORIGIN, source: WINDOW, data, ...changes }, frame)).toBe(false);
  });

  it('does not count while there is no frame', () => {
    expect(isDemoScheduled({ origin: ORIGIN, source: null, data }, { origin: ORIGIN, window: null })).toBe(false);
  });
});

describe('the address of the scheduler', () => {
  const answers = { ...EMPTY_DEMO_FORM, full_name: 'Vera & Co', email: 'v+1@example.com', current_tools: 'Paper' };
  const page = { origin: ORIGIN, host: 'coach.example' };

  it('is our own page when no other is configured', () => {
    expect(schedulingUrl(answers, { ...page, calendlyUrl: '' })).toBe(
      `${ORIGIN}/booking/demo?name=Vera%20%26%20Co&email=v%2B1%40example.com&a1=%3C6%20months&a2=Paper&a3=1`,
    );
  });

  it('is the configured one, told where it is embedded', () => {
    expect(schedulingUrl(answers, { ...page, calendlyUrl: 'https://calendly.com/desk/demo' })).toBe(
      'https://calendly.com/desk/demo?name=Vera%20%26%20Co&email=v%2B1%40example.com' +
        '&embed_type=Inline&embed_domain=coach.example&a1=%3C6%20months&a2=Paper&a3=1',
    );
  });
});

it('puts times under the days of the zone', () => {
  const slots = ['2026-03-03T23:30:00.000Z', '2026-03-04T00:30:00.000Z'];
  expect(slotsByDay(slots, 'UTC')).toEqual([
    { day: '2026-03-03', slots: [slots[0]] },
    { day: '2026-03-04', slots: [slots[1]] },
  ]);
  expect(slotsByDay(slots, 'Europe/Berlin')).toEqual([{ day: '2026-03-04', slots }]);
});
