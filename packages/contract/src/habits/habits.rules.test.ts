import { expect, it } from 'vitest';
import { habitWeek, isHabitDone } from './habits.rules.ts';

it('counts a day that reached the goal, and any amount from 1 where there is no goal', () => {
  expect([7999, 8000, 8001].map((value) => isHabitDone({ goal: 8000 }, value))).toEqual([false, true, true]);
  expect([null, undefined, 0, 1].map((value) => isHabitDone({ goal: null }, value))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

it('counts the days of this week alone, from Monday', () => {
  const days = ['2026-01-04', '2026-01-05', '2026-01-07', '2026-01-11', '2026-01-12'].map((day) => ({ day, value: 2 }));
  const habit = { goal: 2, daysPerWeek: 5, days };
  expect(habitWeek(habit, '2026-01-11')).toEqual({ done: 3, due: 5 });
  expect(habitWeek(habit, '2026-01-05')).toEqual({ done: 3, due: 5 });
  expect(habitWeek(habit, '2026-01-12')).toEqual({ done: 1, due: 5 });
});
