import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { ADJUSTMENT_KINDS } from './adjustments/adjustments.rules.ts';
import {
  type DomainEvent,
  type EVENT_ACTORS,
  EVENT_TYPES,
  type EventData,
  type EventType,
  eventSchemas,
} from './events.ts';
import { SUGGESTION_TOPICS } from './messages/messages.rules.ts';
import { MEASUREMENT_KINDS } from './progress/progress.rules.ts';
import { CLIENT_EVENTS, RECORD_FIELDS } from './records/records.rules.ts';

const instant = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString());
const day = instant.map((at) => at.slice(0, 10));
const nothing = fc.constant({});
const startsAt = fc.record({ startsAt: instant });

const dataOf: { [Type in EventType]: fc.Arbitrary<EventData<Type>> } = {
  'relationship.added': nothing,
  'relationship.invited': nothing,
  'relationship.accepted': nothing,
  'relationship.declined': nothing,
  'relationship.revoked': nothing,
  'relationship.paused': nothing,
  'relationship.resumed': nothing,
  'relationship.archived': nothing,
  'relationship.restored': fc.record({ status: fc.constantFrom('active', 'paused') }),
  'relationship.ended': nothing,
  'onboarding.completed': nothing,
  'health.answered': nothing,
  'record.updated': fc.record({ fields: fc.subarray(RECORD_FIELDS, { minLength: 1 }) }),
  'automatic.allowed': fc.record({ stoppedAt: instant }),
  'checkin.schedule_set': fc.record({
    firstDay: day,
    intervalDays: fc.integer({ min: 1, max: 365 }),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
  }),
  'checkin.submitted': fc.record({
    day,
    adherence: fc.option(fc.integer({ min: 0, max: 100 })),
    weighed: fc.boolean(),
  }),
  'checkin.corrected': fc.record({
    adherence: fc.option(fc.integer({ min: 0, max: 100 })),
    weighed: fc.boolean(),
  }),
  'checkin.reviewed': fc.record({ replied: fc.boolean() }),
  'message.sent': fc.record({ seq: fc.integer({ min: 1 }), broadcastId: fc.option(fc.uuid()) }),
  'suggestion.followed': fc.record({ topic: fc.constantFrom(...SUGGESTION_TOPICS), until: day }),
  'session.started': fc.record({ seriesId: fc.option(fc.uuid()) }),
  'session.completed': startsAt,
  'session.missed': startsAt,
  'session.reopened': startsAt,
  'session.cancelled': startsAt,
  'note.created': fc.record({ day }),
  'program.assigned': fc.record({ startDay: day }),
  'program.changed': nothing,
  'program.ended': nothing,
  'meal_plan.assigned': fc.record({ startDay: day }),
  'adjustment.applied': fc.record({ kind: fc.constantFrom(...ADJUSTMENT_KINDS) }),
  'adjustment.undone': nothing,
  'target.changed': nothing,
  'food.photographed': fc.record({ day }),
  'food.commented': fc.record({ day }),
  'workout.completed': fc.record({ day }),
  'workout.pain_flagged': fc.record({ flagId: fc.uuid() }),
  'measurement.recorded': fc.record({ day, kinds: fc.subarray([...MEASUREMENT_KINDS], { minLength: 1 }) }),
};

describe.each(EVENT_TYPES)('%s', (type) => {
  const schema = eventSchemas[type];

  it('keeps its data through storage as JSON', () => {
    fc.assert(
      fc.property(dataOf[type], (data) => {
        expect(schema.parse(JSON.parse(JSON.stringify(data)))).toEqual(data);
      }),
    );
  });

  it('refuses unknown keys', () => {
    const known = new Set(Object.keys(schema.shape));
    const unknown = fc.string({ minLength: 1 }).filter((key) => !known.has(key) && key !== '__proto__');
    fc.assert(
      fc.property(dataOf[type], unknown, (data, key) => {
        expect(schema.safeParse({ ...data, [key]: 'text' }).success).toBe(false);
      }),
    );
  });

  it('refuses missing keys', () => {
    fc.assert(
      fc.property(dataOf[type], (data) => {
        for (const key of Object.keys(schema.shape)) {
          const rest = Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));
          expect(schema.safeParse(rest).success).toBe(false);
        }
      }),
    );
  });
});

it('covers every event of the client history', () => {
  const typeOf = (event: (typeof CLIENT_EVENTS)[number]) => {
    if (event === 'record_edited') return 'record.updated';
    return event === 'onboarding_completed' ? 'onboarding.completed' : `relationship.${event}`;
  };
  expect(EVENT_TYPES).toEqual(expect.arrayContaining(CLIENT_EVENTS.map(typeOf)));
});

it('narrows the data of an event by its type', () => {
  type Restored = Extract<DomainEvent, { type: 'relationship.restored' }>;
  expectTypeOf<Restored['data']>().toEqualTypeOf<{ status: 'active' | 'paused' }>();
  expectTypeOf<DomainEvent['actor']>().toEqualTypeOf<(typeof EVENT_ACTORS)[number]>();
});
