import { expect, it } from 'vitest';
import { slotsByDay } from './slots.ts';

it('groups open times by the day of the reader', () => {
  const slots = ['2026-11-21T23:30:00.000Z', '2026-11-22T00:30:00.000Z', '2026-11-22T15:00:00.000Z'];
  expect(slotsByDay(slots, 'UTC')).toEqual([
    { day: '2026-11-21', slots: [slots[0]] },
    { day: '2026-11-22', slots: [slots[1], slots[2]] },
  ]);
  expect(slotsByDay(slots, 'America/New_York')).toEqual([
    { day: '2026-11-21', slots: [slots[0], slots[1]] },
    { day: '2026-11-22', slots: [slots[2]] },
  ]);
});
