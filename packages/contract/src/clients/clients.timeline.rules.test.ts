import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RELATIONSHIP_STATUSES } from '../people.rules.ts';
import { canChangeStatus, TARGET_STATUSES } from './clients.rules.ts';
import { foldRoutine, statusEvent } from './clients.timeline.rules.ts';
import type { TimelineEntry } from './clients.timeline.ts';

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

const entry = fc.constantFrom<TimelineEntry>(
  { id: 'm', at: '2026-02-03T10:00:00Z', kind: 'message', coach: 1, client: 0 },
  { id: 'w', at: '2026-02-03T10:00:00Z', kind: 'measurement', day: '2026-02-03', by: 'coach', values: [] },
  { id: 'e', at: '2026-02-03T10:00:00Z', kind: 'status', event: 'record_edited', actor: 'coach', fields: [] },
  { id: 'p', at: '2026-02-03T10:00:00Z', kind: 'status', event: 'paused', actor: 'coach', fields: [] },
  { id: 'g', at: '2026-02-03T10:00:00Z', kind: 'program', event: 'changed', name: 'Push Pull', startDay: null },
  {
    id: 'l',
    at: '2026-02-03T10:00:00Z',
    kind: 'workout',
    logId: 'l',
    name: 'Push A',
    sets: 18,
    plannedSets: 20,
    volumeKg: 4250,
    records: 1,
    swaps: 0,
  },
  {
    id: 'h',
    at: '2026-02-03T10:00:00Z',
    kind: 'pain',
    logId: 'l',
    name: 'Push A',
    part: 'shoulder',
    level: 'moderate',
    exercise: null,
  },
  { id: 'n', at: '2026-02-03T10:00:00Z', kind: 'note', text: '', pinned: false },
);

it('folding keeps every entry in its place, and only routine ones stand together', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const lines = foldRoutine(entries);
      expect(lines.flat()).toEqual(entries);
      for (const line of lines) if (line.length > 1) expect(line.every(({ id }) => 'mwe'.includes(id))).toBe(true);
      for (const [index, [first]] of lines.entries()) {
        const [before] = lines[index - 1] ?? [];
        expect(before && first && 'mwe'.includes(before.id) && 'mwe'.includes(first.id)).toBeFalsy();
      }
    }),
  );
});
