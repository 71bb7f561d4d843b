import { addDays, isoWeekday } from '../time.ts';

/** The coach's own habits are `other`. */
export const HABIT_KINDS = ['steps', 'water', 'sleep', 'other'] as const;
export type HabitKind = (typeof HABIT_KINDS)[number];

/** How far back a client can tick a day that they forgot. */
export const HABIT_DAYS_BACK = 13;

export type HabitDay = { day: string; value: number };

/** Whether a day counts: a habit without a goal is done or not, one with a goal needs at least that much. */
export const isHabitDone = ({ goal }: { goal: number | null }, value: number | null | undefined): boolean =>
  value !== null && value !== undefined && value >= (goal ?? 1);

export type HabitWeek = { done: number; due: number };

/** Days done in the week of `today`, from Monday, of those that the coach asks for. */
export function habitWeek(
  habit: { goal: number | null; daysPerWeek: number; days: readonly HabitDay[] },
  today: string,
): HabitWeek {
  const monday = addDays(today, 1 - isoWeekday(today));
  const next = addDays(monday, 7);
  const done = habit.days.filter(({ day, value }) => day >= monday && day < next && isHabitDone(habit, value));
  return { done: done.length, due: habit.daysPerWeek };
}
