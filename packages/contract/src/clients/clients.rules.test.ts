import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsSeat } from '../billing/billing.rules.ts';
import { RELATIONSHIP_STATUSES } from '../people.rules.ts';
import { canChangeStatus, formatListCursor, parseListCursor, STATUSES_OF, TARGET_STATUSES } from './clients.rules.ts';

describe('a change of status', () => {
  it.each([
    ['invited', 'archived', false, true],
    ['archived', 'invited', false, true],
    ['active', 'paused', true, true],
    ['paused', 'active', true, true],
    ['archived', 'paused', true, true],
    ['declined', 'invited', false, true],
    ['declined', 'archived', false, true],
    ['declined', 'active', false, false],
    ['invited', 'active', false, false],
    ['archived', 'active', false, false],
    ['active', 'invited', true, false],
    ['ended', 'active', true, false],
  ] as const)('from %s to %s, accepted %s: %s', (from, to, accepted, allowed) => {
    expect(canChangeStatus(from, to, accepted)).toBe(allowed);
  });

  it('can be undone, and never grants what only the client can give', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TARGET_STATUSES),
        fc.constantFrom(...TARGET_STATUSES),
        fc.boolean(),
        (from, to, accepted) => {
          const possible = accepted ? from !== 'invited' : from === 'invited' || from === 'archived';
          if (!possible || !canChangeStatus(from, to, accepted)) return;
          expect(canChangeStatus(to, from, accepted)).toBe(true);
          if (!accepted) expect(['invited', 'archived']).toContain(to);
        },
      ),
    );
  });
});

it('shows in the list of current clients exactly those who hold a seat', () => {
  for (const status of RELATIONSHIP_STATUSES) expect(STATUSES_OF.current.includes(status)).toBe(holdsSeat(status));
});

it('finds its place again whatever the key is', () => {
  fc.assert(
    fc.property(fc.string(), fc.uuid(), (key, id) => {
      expect(parseListCursor(formatListCursor({ key, id }))).toEqual({ key, id });
    }),
  );
});
