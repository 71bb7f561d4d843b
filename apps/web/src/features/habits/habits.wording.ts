import type { HabitKind, HabitWeek } from '@stridewell/contract/habits/habits.rules';
import { numberText } from '../../lib/format.ts';

/** The first values of a new habit, by kind. */
export const HABIT_STARTS: Record<HabitKind, { label: string; name: string; unit: string; goal: string }> = {
  steps: { label: 'Steps', name: 'Walk', unit: 'steps', goal: '8000' },
  water: { label: 'Water', name: 'Drink water', unit: 'l', goal: '2' },
  sleep: { label: 'Sleep', name: 'Sleep', unit: 'h', goal: '7.5' },
  other: { label: 'Your own', name: '', unit: '', goal: '' },
};

type Measured = { unit: string; goal: number | null };

export const amountText = ({ unit }: Pick<Measured, 'unit'>, value: number): string =>
  unit ? `${numberText(value)} ${unit}` : numberText(value);

/** Like "8,000 steps a day". */
export const goalText = ({ unit, goal }: Measured): string =>
  goal === null ? 'Done or not' : `${amountText({ unit }, goal)} a day`;

/** Like "3 of 5 days". */
export const doneText = ({ done, due }: HabitWeek): string => `${done} of ${due} ${due === 1 ? 'day' : 'days'}`;

export const weekText = (week: HabitWeek): string => `${doneText(week)} this week`;

export const dueText = (days: number): string => {
  if (days === 7) return 'Every day';
  return days === 1 ? '1 day a week' : `${days} days a week`;
};

export const DUE_CHOICES = [7, 6, 5, 4, 3, 2, 1].map((days) => ({ value: String(days), label: dueText(days) }));
