import { ACTIVITY_LABELS, type Activity, type GoalKind } from '@stridewell/contract/targets/targets.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import {
  ACTIVITY_FACTORS,
  type Body,
  energyFloor,
  formulaExpenditure,
  kcalForWeeklyPercent,
  restingEnergy,
  weeklyPercent,
} from './targets.energy.rules.ts';
import { type MacroReasons, type MacroTarget, macroTarget } from './targets.macros.rules.ts';
import {
  type Block,
  bodyBlocks,
  bodyOf,
  healthBlocks,
  healthCautions,
  type NutritionHealth,
  type Person,
} from './targets.screening.rules.ts';
import { heightText, kcalText, numberText, percentText, weightText } from './targets.wording.rules.ts';

/** Largest loss in percent of body weight a week; a faster one is refused [V, Helms in science C]. */
export const FASTEST_LOSS = 1;
/** Largest planned loss in the mode for GLP-1 drugs: the lower end of the usual range [K]. */
const FASTEST_LOSS_ON_GLP1 = 0.5;
/** Largest gain in percent of body weight a week [K, science C]. */
const FASTEST_GAIN = 0.5;
/** Largest daily deficit in kcal [V, AHA/ACC/TOS 2013 in science C], and the default: the smaller of these two. */
const LARGEST_DEFICIT = 750;
const DEFAULT_DEFICIT = { kcal: 500, share: 0.2 } as const;
/** Surplus as a share of expenditure [K, science C]. */
const SURPLUS = { from: 0.05, use: 0.1, to: 0.15 } as const;
/**
 * Energy that pregnancy or breastfeeding can add, in kcal a day: the most of any stage, so that no target hides a
 * deficit [K, Dietary Reference Intakes 2005].
 */
const PREGNANCY_KCAL = 500;

export type TargetGoal = {
  kind: GoalKind;
  /** Change of weight in percent of it a week, above 0. Null for the default; a client who maintains has none. */
  weeklyPercent: number | null;
};

export type TargetInput = {
  person: Person;
  health: NutritionHealth;
  activity: Activity;
  /** Expenditure as the client logs it, from weights and intake; null to use the formula. */
  loggedExpenditure: number | null;
  /** The source of that expenditure: its interval, and the days it used. */
  loggedSource?: string;
  goal: TargetGoal;
  units: UnitSystem;
  today: string;
};

/** A daily target: kcal, grams, and liters of water. `weeklyPercent` is the change of weight that it leads to. */
export type DailyTarget = MacroTarget & { kcal: number; weeklyPercent: number };
export type TargetReasons = MacroReasons & { expenditure: string; kcal: string };

export type TargetResult =
  | { blocks: Block[]; target: null }
  | { blocks: []; target: DailyTarget; expenditure: number; floor: number; reasons: TargetReasons; cautions: string[] };

/** The start of a target: the client's body, with expenditure and floor in kcal a day. */
export type Basis = { body: Body; expenditure: number; floor: number; sentence: string };

const upTo10 = (kcal: number) => Math.ceil(kcal / 10 - 1e-9) * 10;
const downTo10 = (kcal: number) => Math.floor(kcal / 10 + 1e-9) * 10;
const nearest10 = (kcal: number) => Math.round(kcal / 10) * 10;

export const isExpecting = ({ pregnancy }: NutritionHealth): boolean => pregnancy === 'open' || pregnancy === 'cleared';

function expenditureSentence(body: Body, input: TargetInput): string {
  const { activity, loggedExpenditure, loggedSource, units, health } = input;
  if (loggedExpenditure !== null && !isExpecting(health)) {
    return loggedSource ?? `Expenditure is ${kcalText(loggedExpenditure)} a day as the client logs it.`;
  }
  const { kcal, formula } = restingEnergy(body);
  const measures =
    formula === 'Katch-McArdle'
      ? `${weightText(body.weightKg, units)}, ${numberText(body.bodyFatPercent ?? 0, 1)}% body fat`
      : `${weightText(body.weightKg, units)}, ${heightText(body.heightCm, units)}, ${body.ageYears} years`;
  const mean = body.sex === null && formula === 'Mifflin-St Jeor' ? ', the mean of both sexes' : '';
  const extra = isExpecting(health) ? ` Pregnancy and breastfeeding add up to ${PREGNANCY_KCAL} kcal.` : '';
  return (
    `Resting energy is ${kcalText(kcal)} (${formula}: ${measures}${mean}), ` +
    `times ${ACTIVITY_FACTORS[activity]} for a person who is ${ACTIVITY_LABELS[activity]}.${extra}`
  );
}

/** The basis of a client's targets. The floor is the higher of the usual floor and resting energy. */
function basisOf(body: Body, input: TargetInput): Basis {
  const { activity, loggedExpenditure, health } = input;
  const formula = formulaExpenditure(body, activity);
  const expenditure = isExpecting(health) ? formula + PREGNANCY_KCAL : (loggedExpenditure ?? formula);
  const floor = upTo10(Math.max(energyFloor(body.sex), restingEnergy(body).kcal));
  return { body, expenditure, floor, sentence: expenditureSentence(body, input) };
}

type Change = { kcal: number; sentence: string };

/** Largest loss that a calculated target plans, in percent of body weight a week. */
const fastestLoss = ({ glp1 }: NutritionHealth): number => (glp1 ? FASTEST_LOSS_ON_GLP1 : FASTEST_LOSS);

function deficitOf({ body, expenditure }: Basis, wanted: number | null, limit: number): Change {
  const fastest = kcalForWeeklyPercent(limit, body.weightKg);
  if (wanted === null) {
    const deficit = Math.min(DEFAULT_DEFICIT.kcal, DEFAULT_DEFICIT.share * expenditure, fastest);
    const why =
      deficit === fastest
        ? `the most that keeps the loss within ${limit}% a week`
        : deficit === DEFAULT_DEFICIT.kcal
          ? 'the usual deficit'
          : `which is ${percentText(DEFAULT_DEFICIT.share * 100, 0)}`;
    return { kcal: deficit, sentence: `${kcalText(deficit)} below expenditure, ${why}.` };
  }
  const asked = kcalForWeeklyPercent(wanted, body.weightKg);
  if (asked <= LARGEST_DEFICIT) {
    return { kcal: asked, sentence: `${kcalText(asked)} below expenditure, for ${percentText(wanted, 2)} a week.` };
  }
  const sentence = `${kcalText(LARGEST_DEFICIT)} below expenditure, the largest deficit; ${percentText(wanted, 2)} a week would take ${kcalText(asked)}.`;
  return { kcal: LARGEST_DEFICIT, sentence };
}

function surplusOf({ body, expenditure }: Basis, wanted: number | null): Change {
  const most = Math.min(SURPLUS.to * expenditure, kcalForWeeklyPercent(FASTEST_GAIN, body.weightKg));
  const asked =
    wanted === null
      ? SURPLUS.use * expenditure
      : Math.max(SURPLUS.from * expenditure, kcalForWeeklyPercent(wanted, body.weightKg));
  const kcal = Math.min(asked, most);
  const limit = kcal < asked ? ', the most that adds little fat' : '';
  const share = percentText((kcal / expenditure) * 100, 0);
  return { kcal, sentence: `${kcalText(kcal)} above expenditure (${share})${limit}.` };
}

/** Whether the client has the goal weight already, so that nothing is left to lose or gain. */
function isReached({ goalWeightKg }: Person, { weightKg }: Body, kind: GoalKind): boolean {
  if (goalWeightKg === null || kind === 'maintain') return false;
  return kind === 'lose' ? weightKg <= goalWeightKg : weightKg >= goalWeightKg;
}

function energyTarget(input: TargetInput, basis: Basis): Change {
  const { goal, person, health, units } = input;
  const { expenditure, body } = basis;
  if (goal.kind === 'maintain' || isReached(person, body, goal.kind)) {
    const kcal = isExpecting(health) ? upTo10(expenditure) : nearest10(expenditure);
    if (goal.kind === 'maintain') return { kcal, sentence: 'As much as expenditure, to keep the weight.' };
    const reached = weightText(person.goalWeightKg ?? body.weightKg, units);
    return { kcal, sentence: `The goal weight of ${reached} is reached, so the target keeps it.` };
  }
  if (goal.kind === 'gain') {
    const surplus = surplusOf(basis, goal.weeklyPercent);
    return { kcal: downTo10(expenditure + surplus.kcal), sentence: surplus.sentence };
  }
  const deficit = deficitOf(basis, goal.weeklyPercent, fastestLoss(health));
  return { kcal: upTo10(expenditure - deficit.kcal), sentence: deficit.sentence };
}

/** Raises a target to the client's floor and says so. */
function aboveFloor({ kcal, sentence }: Change, { body, floor }: Basis): Change {
  if (kcal >= floor) return { kcal, sentence };
  const usual = energyFloor(body.sex);
  const why = floor > usual ? 'resting energy, which a target stays above' : 'the lowest target';
  return { kcal: floor, sentence: `${sentence} Raised to ${kcalText(floor)}, ${why}.` };
}

/** Whether a target is below expenditure, both in kcal. */
export const isDeficit = (kcal: number, expenditure: number) => kcal < nearest10(expenditure);

/** Cautions about numbers, beside those about health. */
function cautionsOf(input: TargetInput, { expenditure, body }: Basis, kcal: number): string[] {
  const surplus = kcal - nearest10(expenditure);
  return [
    ...healthCautions(input.health),
    ...(input.goal.kind !== 'gain' && surplus > 0 && !isExpecting(input.health)
      ? [`The lowest target is ${kcalText(surplus)} above expenditure, so the weight may rise. More activity may help.`]
      : []),
    ...(body.sex === null ? [`The higher floor of ${kcalText(energyFloor(null))} applies.`] : []),
  ];
}

/** The basis of a client's numbers, or the blocks that keep the client from any number. */
export function screenTarget(input: TargetInput): { blocks: Block[]; basis: null } | { blocks: []; basis: Basis } {
  const body = bodyOf(input.person, input.today);
  if ('code' in body) return { blocks: [body, ...healthBlocks(input.health, false)], basis: null };
  const blocks = [...bodyBlocks(body, input.person), ...healthBlocks(input.health, false)];
  return blocks.length > 0 ? { blocks, basis: null } : { blocks: [], basis: basisOf(body, input) };
}

/** Blocks of a target of `kcal` for a client who may have targets. */
export function energyBlocks({ health }: TargetInput, { expenditure, body }: Basis, kcal: number): Block[] {
  const blocks = healthBlocks(health, isDeficit(kcal, expenditure));
  const loss = weeklyPercent(expenditure - kcal, body.weightKg);
  if (loss <= FASTEST_LOSS + 1e-9) return blocks;
  const sentence = `This would lose ${percentText(loss, 2)} of body weight a week; the limit is ${FASTEST_LOSS}%.`;
  return [...blocks, { code: 'too_fast', refer: false, sentence }];
}

/**
 * Calculates a client's daily target within every safety rule of science C. Energy is a multiple of 10 kcal; grams are
 * whole. A client who has to be referred, or whose date of birth, height or weight is unknown, gets no number.
 */
export function calculateTarget(input: TargetInput): TargetResult {
  const { blocks, basis } = screenTarget(input);
  if (!basis) return { blocks, target: null };
  const { goal, health, units } = input;
  if (goal.kind === 'lose' && goal.weeklyPercent !== null && goal.weeklyPercent > fastestLoss(health)) {
    const asked = percentText(goal.weeklyPercent, 2);
    const sentence = `A loss of ${asked} of body weight a week is too fast; choose up to ${fastestLoss(health)}%.`;
    return { blocks: [{ code: 'too_fast', refer: false, sentence }], target: null };
  }
  const wanted = energyTarget(input, basis);
  const found = energyBlocks(input, basis, wanted.kcal);
  if (found.length > 0) return { blocks: found, target: null };
  const { kcal, sentence } = aboveFloor(wanted, basis);
  const { target, reasons } = macroTarget({ body: basis.body, health, goal: goal.kind, kcal, units });
  return {
    blocks: [],
    target: { kcal, weeklyPercent: weeklyPercent(kcal - basis.expenditure, basis.body.weightKg), ...target },
    expenditure: basis.expenditure,
    floor: basis.floor,
    reasons: { expenditure: basis.sentence, kcal: sentence, ...reasons },
    cautions: cautionsOf(input, basis, kcal),
  };
}
