import type { Pattern } from '@stridewell/contract/exercises/exercises.rules';
import { SHORT_MINUTES } from './planner.goals.content.ts';
import { answers, type Choices } from './planner.selection.rules.ts';
import { trainedGoal } from './planner.sets.rules.ts';
import {
  type DayTemplate,
  FULL_BODY,
  FULL_BODY_NAME,
  RECOVERY_DAY,
  type Slot,
  SPLITS,
  type Split,
} from './planner.splits.content.ts';
import { letterOf } from './planner.workouts.rules.ts';

/** Fewer exercises of a kind do not fill a separate day. */
const LEAST_OF_A_KIND = 4;
const KINDS: readonly (readonly Pattern[])[] = [
  ['horizontal_push', 'vertical_push'],
  ['horizontal_pull', 'vertical_pull'],
  ['squat', 'hinge', 'lunge'],
];

const canSplit = ({ suitable }: Choices): boolean =>
  KINDS.every(
    (patterns) =>
      suitable.filter((one) => patterns.some((pattern) => answers(one, { pattern }))).length >= LEAST_OF_A_KIND,
  );

function fullBodyDays(count: number): DayTemplate[] {
  const trained = Math.min(count, 6);
  const days = Array.from({ length: trained }, (_, index) => ({
    name: trained === 1 ? FULL_BODY_NAME : `${FULL_BODY_NAME} ${letterOf(index)}`,
    slots: FULL_BODY[index % FULL_BODY.length] ?? [],
  }));
  return count > trained ? [...days, RECOVERY_DAY] : days;
}

const COUNTS = ['One day', 'Two days', 'Three days', 'Four days', 'Five days', 'Six days', 'Seven days'] as const;

const FEW_EXERCISES = 'the suitable exercises do not fill separate days for pushing, pulling and legs';
const MORE_PUSHING = 'five short workouts of the usual split would push more than they pull';

/** @param cause why more than three days are not split */
function fullBodyReason(count: number, cause: string): string {
  if (count === 1) return `${COUNTS[0]}: the full body, so every large muscle is trained each week.`;
  const days = COUNTS[count - 1] ?? `${count} days`;
  if (count <= 3) return `${days}: the full body each time, so every muscle is trained often enough.`;
  const reason = `${days}: the full body each time, because ${cause}.`;
  return count === 7 ? `${reason} The seventh day is easy movement.` : reason;
}

const fullBody = (count: number, cause = FEW_EXERCISES): Split => ({
  name: FULL_BODY_NAME,
  days: fullBodyDays(count),
  reason: fullBodyReason(count, cause),
});

/** Adds an explosive slot, second in importance. In the workout, `inOrder` puts it first. */
function withExplosive({ name, slots }: DayTemplate, index: number): DayTemplate {
  const isForLegs = /Full body|Lower|Legs/.test(name);
  if (!isForLegs) return { name, slots };
  const kinds: Slot['wants'] = [{ pattern: 'jump' }, { pattern: 'olympic' }];
  const slot: Slot = { role: 'explosive', wants: index % 2 === 0 ? kinds : [...kinds].reverse() };
  return { name, slots: [...slots.slice(0, 1), slot, ...slots.slice(1)] };
}

/** The split for the days of a week. */
export function chooseSplit(choices: Choices): Split {
  const { profile } = choices;
  const { daysPerWeek, minutes } = profile;
  const split = canSplit(choices) ? SPLITS[daysPerWeek] : undefined;
  const isRushed = daysPerWeek === 5 && minutes <= SHORT_MINUTES;
  const chosen = split && isRushed ? fullBody(daysPerWeek, MORE_PUSHING) : (split ?? fullBody(daysPerWeek));
  return trainedGoal(profile) === 'power' ? { ...chosen, days: chosen.days.map(withExplosive) } : chosen;
}
