import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canChangeStatus, RELATIONSHIP_STATUSES, TARGET_STATUSES } from './clients.rules.ts';
import { groupByDay, statusEvent } from './clients.timeline.rules.ts';

it.each([
  ['active', 'paused', 'paused'],
  ['paused', 'active', 'resumed'],
  ['active', 'archived', 'archived'],
  ['invited', 'archived', 'revoked'],
  ['archived', 'active', 'restored'],
  ['archived', 'paused', 'restored'],
  ['archived', 'invited', 'invited'],
  ['declined', 'invited', 'invited'],
  ['declined', 'archived', 'archived'],
  ['active', 'ended', 'ended'],
] as const)('from %s to %s is called %s', (from, to, event) => {
  expect(statusEvent(from, to).type).toBe(`relationship.${event}`);
});

it('a change that a coach may make never looks like the client accepting', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RELATIONSHIP_STATUSES),
      fc.constantFrom(...TARGET_STATUSES),
      fc.boolean(),
      (from, to, accepted) => {
        fc.pre(canChangeStatus(from, to, accepted));
        expect(['added', 'accepted', 'declined', 'ended']).not.toContain(statusEvent(from, to).type.split('.')[1]);
      },
    ),
  );
});

it('days hold every entry once, in the order they came', () => {
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(instants), fc.constantFrom('UTC', 'America/Los_Angeles', 'Asia/Kathmandu'), (dates, zone) => {
      const entries = dates.map((date) => ({ at: date.toISOString() })).sort((a, b) => b.at.localeCompare(a.at));
      const groups = groupByDay(entries, zone);
      expect(groups.flatMap((group) => group.entries)).toEqual(entries);
      expect(new Set(groups.map(({ day }) => day)).size).toBe(groups.length);
    }),
  );
});
