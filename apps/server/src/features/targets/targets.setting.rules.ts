import type {
  TargetBasis,
  TargetContent,
  TargetPreview,
  TargetWeek,
  WeekSplit,
} from '@stridewell/contract/targets/targets';
import type { Activity, GoalKind } from '@stridewell/contract/targets/targets.rules';
import { weeklyPercent as percentAWeek } from './targets.energy.rules.ts';
import { macroTarget } from './targets.macros.rules.ts';
import { overrideTarget } from './targets.override.rules.ts';
import {
  type Basis,
  calculateTarget,
  type DailyTarget,
  energyBlocks,
  isDeficit,
  screenTarget,
  type TargetInput,
} from './targets.rules.ts';
import { type Block, healthBlocks, healthCautions } from './targets.screening.rules.ts';
import { type WeekDay, weekTargets } from './targets.week.rules.ts';

/** The client's data for a target, without the coach's choices. */
export type TargetFacts = Omit<TargetInput, 'goal' | 'activity'>;

const refused = (blocks: Block[]): TargetPreview => ({ blocks, target: null, basis: null, cautions: [] });

const WEEK = [1, 2, 3, 4, 5, 6, 7];

/** Whether any days differ. Seven equal days are stored as one. */
const isSplit = ({ trainingDays, swing, locked }: WeekSplit): boolean =>
  locked.some((kcal) => kcal !== null) || (swing > 0 && trainingDays.length % WEEK.length !== 0);

/** Spreads a daily target over the week, or says why that is not possible. */
function splitWeek(input: TargetInput, { expenditure, floor }: Basis, daily: DailyTarget, split: WeekSplit) {
  const week = WEEK.map((weekday, index): WeekDay => {
    return { isTraining: split.trainingDays.includes(weekday), lockedKcal: split.locked[index] ?? null };
  });
  const { kcal, protein, fat, carbohydrate } = daily;
  const result = weekTargets({ kcal, protein, fat, carbohydrate }, { floor, week, swing: split.swing });
  if (!result.days) return { blocks: result.blocks, week: null };
  // A day can be below expenditure although the week is not.
  const isBelow = result.days.some((day) => isDeficit(day.kcal, expenditure));
  const blocks = isBelow ? healthBlocks(input.health, true) : [];
  if (blocks.length > 0) return { blocks, week: null };
  const days = result.days.map((day, index) => ({ ...day, isTraining: week[index]?.isTraining === true }));
  return { blocks: [], week: { swing: split.swing, sentence: result.sentence, days } };
}

/** A change of the target from a weekly review: the new energy, the choices that stay, and the reason. */
export type AdaptedTarget = {
  kcal: number;
  goal: GoalKind;
  weeklyPercent: number | null;
  activity: Activity;
  week: WeekSplit | null;
  sentence: string;
};

/** The target of a weekly review, with the macros that fit. Every safety rule is asked again. */
export function adaptTarget(facts: TargetFacts, adapted: AdaptedTarget): TargetPreview {
  const { kcal, goal, weeklyPercent, activity, week, sentence } = adapted;
  const input: TargetInput = { ...facts, activity, goal: { kind: goal, weeklyPercent } };
  const { blocks, basis } = screenTarget(input);
  if (!basis) return refused(blocks);
  const found = energyBlocks(input, basis, kcal);
  if (found.length > 0) return refused(found);
  const { body, expenditure } = basis;
  const { target, reasons } = macroTarget({ body, health: facts.health, goal, kcal, units: facts.units });
  const daily = { kcal, ...target, weeklyPercent: percentAWeek(kcal - expenditure, body.weightKg) };
  // Locked days may leave no room for the new energy. Then all days are the same.
  const split = week && isSplit(week) ? splitWeek(input, basis, daily, week).week : null;
  const all = { ...reasons, expenditure: basis.sentence, kcal: sentence };
  const cautions = healthCautions(facts.health);
  return { blocks: [], target: { ...daily, week: split, reasons: all }, basis: basisOf(input, basis), cautions };
}

/** How a stored week was split. */
export const splitOf = (week: TargetWeek | null): WeekSplit | null =>
  week && {
    trainingDays: WEEK.filter((_, index) => week.days[index]?.isTraining),
    swing: week.swing,
    locked: WEEK.map((_, index) => (week.days[index]?.isLocked ? week.days[index].kcal : null)),
  };

function basisOf({ activity, goal }: TargetInput, { body, expenditure, floor }: Basis): TargetBasis {
  return { ...body, activity, goal: goal.kind, weeklyPercent: goal.weeklyPercent, expenditure, floor };
}

/** Reasons for no numbers, whatever the coach chooses; empty for most clients. */
export const blocksOf = (facts: TargetFacts): Block[] =>
  screenTarget({ ...facts, activity: 'light', goal: { kind: 'maintain', weeklyPercent: null } }).blocks;

/**
 * Calculates a target, or checks the coach's own numbers, within every safety rule of science C. Nothing else decides
 * about the numbers that a coach sets.
 */
export function checkTarget(facts: TargetFacts, content: TargetContent): TargetPreview {
  const { goal, weeklyPercent, activity } = content;
  const kind = { kind: goal, weeklyPercent: goal === 'maintain' ? null : weeklyPercent };
  const input: TargetInput = { ...facts, activity, goal: kind };
  const { blocks, basis } = screenTarget(input);
  if (!basis) return refused(blocks);
  const result = content.source === 'calculated' ? calculateTarget(input) : overrideTarget(input, content);
  if (!result.target) return refused(result.blocks);
  const { kcal, protein, fat, carbohydrate, fibre, waterLiters, weeklyPercent: change } = result.target;
  const daily = { kcal, protein, fat, carbohydrate, fibre, waterLiters, weeklyPercent: change };
  const split = content.week && isSplit(content.week) ? splitWeek(input, basis, daily, content.week) : null;
  if (split && !split.week) return refused(split.blocks);
  return {
    blocks: [],
    target: { ...daily, week: split?.week ?? null, reasons: result.reasons },
    basis: basisOf(input, basis),
    cautions: result.cautions,
  };
}
