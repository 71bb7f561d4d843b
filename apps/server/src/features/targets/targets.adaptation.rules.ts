import { daysBetween } from '@stridewell/contract/time';
import { type Body, fatFreeMass, formulaExpenditure } from './targets.energy.rules.ts';
import { type ExpenditureEstimate, isPlateau } from './targets.expenditure.rules.ts';
import { isTooFew, tooFewText } from './targets.gaps.rules.ts';
import { calculateTarget, FASTEST_LOSS, isExpecting, screenTarget, type TargetInput } from './targets.rules.ts';
import { type Block, healthBlocks, healthCautions } from './targets.screening.rules.ts';
import { kcalText, percentText } from './targets.wording.rules.ts';

/** Limits of a proposal [science C]: kcal a week, and expenditure as a multiple of the formula. */
const MOST_CHANGE_KCAL = 150;
const FORMULA_BOUNDS = { low: 0.75, high: 1.3 } as const;
/** Days from one change to the next. */
const CHANGE_DAYS = 7;
/** Differences up to this are no reason to change a target, in kcal [K]. */
const KEEP_KCAL = 50;
/** Largest standard deviation of expenditure for a proposal, in kcal [K]. */
const MOST_SPREAD_KCAL = 250;
/** A change needs this distance from the current target, in standard deviations: right in 80 % of cases [K]. */
const LEAST_DISTANCE = 0.84;
/** Energy availability in kcal per kg of fat-free mass: below is an alarm [K, IOC REDs 2023 in science C]. */
const LOW_AVAILABILITY = 30;
/** Complete days among the last 14 for a figure of energy availability [K]. */
const LEAST_AVAILABILITY_DAYS = 10;

/** A coach's limits for one client. Energy in kcal. */
export type AdaptationLimits = {
  /** Changes up to this happen without the coach's approval; 0 asks about each of them. */
  withoutApproval: number;
  /** The lowest and highest target; null for the client's floor, and for no limit. */
  lowest: number | null;
  highest: number | null;
};

/** The last 14 days: mean intake and mean energy of exercise in kcal a day, and how many logs are complete. */
export type RecentEnergy = { intakeKcal: number; exerciseKcal: number; completeDays: number };

export type AdaptationInput = {
  /** The goal and the person. `loggedExpenditure` is taken from the estimate. */
  target: TargetInput;
  currentKcal: number;
  /** The day of the last change of the target; null before the first one. */
  lastChangedOn: string | null;
  estimate: ExpenditureEstimate;
  recent: RecentEnergy | null;
  limits: AdaptationLimits;
};

export type Adaptation =
  | { kind: 'refer'; blocks: Block[]; sentence: string }
  | {
      kind: 'withheld';
      why: 'few_days' | 'recent' | 'uncertain' | 'too_fast' | 'expecting' | 'blocked';
      sentence: string;
    }
  | { kind: 'keep'; sentence: string }
  | {
      kind: 'apply' | 'approve';
      fromKcal: number;
      toKcal: number;
      expenditure: { kcal: number; low: number; high: number };
      sentence: string;
    };

/**
 * Energy availability in kcal per kg of fat-free mass a day [IOC REDs 2023]: what intake leaves after exercise. Null
 * with fewer than ten complete days in two weeks.
 */
export function energyAvailability(body: Body, recent: RecentEnergy | null): number | null {
  if (!recent || recent.completeDays < LEAST_AVAILABILITY_DAYS) return null;
  return (recent.intakeKcal - recent.exerciseKcal) / fatFreeMass(body).kg;
}

/** The alarm of energy availability, with its figures for a letter; null without one. */
export function lowAvailability(body: Body, recent: RecentEnergy | null): { block: Block; figures: string } | null {
  const availability = energyAvailability(body, recent);
  if (!recent || availability === null || availability >= LOW_AVAILABILITY) return null;
  const sentence =
    'Over two weeks, intake left too little energy beside exercise. Refer to a doctor or sports dietitian.';
  const how = fatFreeMass(body).isEstimated ? 'estimated from height, weight and age' : 'from measured body fat';
  const mean = `${kcalText(recent.intakeKcal)} a day logged, ${kcalText(recent.exerciseKcal)} for workouts`;
  return {
    block: { code: 'low_availability', refer: true, sentence },
    figures: `About ${Math.round(availability)} kcal for each kg of fat-free mass (${how}): ${mean}, on ${recent.completeDays} complete days.`,
  };
}

/** A referral, or a proposal that waits for missing data. */
function blocked(blocks: Block[]): Adaptation {
  const sentence = blocks.map((block) => block.sentence).join(' ');
  if (blocks.some(({ refer }) => refer)) return { kind: 'refer', blocks, sentence };
  return { kind: 'withheld', why: 'blocked', sentence };
}

/**
 * Expenditure as logged where the estimate is reliable enough to calculate a target from, within the same bounds as a
 * proposal; null to use the formula.
 */
export function reliableExpenditure(
  estimate: ExpenditureEstimate,
  formulaKcal: number,
): { kcal: number; source: string } | null {
  if (isTooFew(estimate.used) || estimate.kcal.sd > MOST_SPREAD_KCAL) return null;
  return { kcal: withinBounds(estimate.kcal.value, formulaKcal), source: rangeText(estimate) };
}

const withinBounds = (kcal: number, formulaKcal: number): number =>
  Math.min(Math.max(kcal, FORMULA_BOUNDS.low * formulaKcal), FORMULA_BOUNDS.high * formulaKcal);

function rangeText({ kcal, used }: ExpenditureEstimate): string {
  const range = `likely range ${kcalText(kcal.low)} to ${kcalText(kcal.high)}`;
  const complete = used.complete + used.fasted;
  return `Expenditure as logged is ${kcalText(kcal.value)} a day (${range}), from ${complete} complete days and ${used.weighIns} weigh-ins.`;
}

/** Loss in percent of body weight a week over four weeks; negative for a gain, null before there is a rate. */
const lossPercent = ({ rateKg, weightKg }: ExpenditureEstimate): number | null =>
  rateKg === null ? null : (-rateKg.value / weightKg.value) * 100;

/** Why there is no proposal yet, whatever the estimate says. */
function findDelay({ target, estimate, lastChangedOn }: AdaptationInput): Adaptation | null {
  if (isExpecting(target.health)) {
    const sentence = 'Weight says little about expenditure while pregnant or breastfeeding, so the target stays.';
    return { kind: 'withheld', why: 'expecting', sentence };
  }
  const few = tooFewText(estimate, target.today);
  if (few !== null) return { kind: 'withheld', why: 'few_days', sentence: few };
  if (lastChangedOn !== null && daysBetween(lastChangedOn, target.today) < CHANGE_DAYS) {
    const sentence = 'The target changed less than a week ago, so the next proposal waits.';
    return { kind: 'withheld', why: 'recent', sentence };
  }
  return null;
}

/** The target within the coach's limits. The floor comes first, and a target is never pushed beyond what is proposed. */
function withinLimits(kcal: number, currentKcal: number, { lowest, highest }: AdaptationLimits): number {
  const capped = kcal > currentKcal ? Math.max(currentKcal, Math.min(kcal, highest ?? kcal)) : kcal;
  return capped < currentKcal ? Math.min(currentKcal, Math.max(capped, lowest ?? capped)) : capped;
}

const tens = (kcal: number): number => Math.trunc(kcal / 10) * 10;

function propose(input: AdaptationInput, body: Body): Adaptation {
  const { target, currentKcal, estimate, limits } = input;
  const loggedExpenditure = withinBounds(estimate.kcal.value, formulaExpenditure(body, target.activity));
  const result = calculateTarget({ ...target, loggedExpenditure });
  if (!result.target) return blocked(result.blocks);
  const base = rangeText(estimate);
  const difference = result.target.kcal - currentKcal;
  const loss = lossPercent(estimate);
  if (loss !== null && loss > FASTEST_LOSS && difference < KEEP_KCAL) {
    const sentence = `${base} Weight is falling by ${percentText(loss)} a week, above the limit of ${FASTEST_LOSS}%. Ask how eating is going; the target is not lowered.`;
    return { kind: 'withheld', why: 'too_fast', sentence };
  }
  if (Math.abs(difference) < KEEP_KCAL) {
    return { kind: 'keep', sentence: `${base} The target of ${kcalText(currentKcal)} still fits.` };
  }
  const { sd } = estimate.kcal;
  if (sd > MOST_SPREAD_KCAL || Math.abs(difference) < LEAST_DISTANCE * sd) {
    const sentence = `${base} That is not certain enough to change the target. More weigh-ins and complete days help.`;
    return { kind: 'withheld', why: 'uncertain', sentence };
  }
  const step = Math.sign(difference) * Math.min(Math.abs(difference), MOST_CHANGE_KCAL);
  const toKcal = currentKcal + tens(withinLimits(currentKcal + step, currentKcal, limits) - currentKcal);
  if (toKcal === currentKcal) {
    const sentence = `${base} A target of ${kcalText(result.target.kcal)} would fit, and is outside the limits you set.`;
    return { kind: 'keep', sentence };
  }
  const bounded = loggedExpenditure !== estimate.kcal.value;
  const sentences = [
    base,
    loss !== null && loss > FASTEST_LOSS
      ? `Weight is falling by ${percentText(loss)} a week, above the limit of ${FASTEST_LOSS}%.`
      : '',
    isPlateau(estimate) ? 'The weight has been stable for four weeks.' : '',
    bounded ? `Proposals assume ${FORMULA_BOUNDS.low} to ${FORMULA_BOUNDS.high} times the formula.` : '',
    `Suggested target: ${kcalText(toKcal)} instead of ${kcalText(currentKcal)}.`,
    Math.abs(difference) > MOST_CHANGE_KCAL ? `One step is at most ${kcalText(MOST_CHANGE_KCAL)}.` : '',
  ];
  const isSmall = Math.abs(toKcal - currentKcal) <= limits.withoutApproval;
  return {
    // With a caution about health, the coach looks at each change.
    kind: isSmall && !bounded && healthCautions(target.health).length === 0 ? 'apply' : 'approve',
    fromKcal: currentKcal,
    toKcal,
    expenditure: { kcal: estimate.kcal.value, low: estimate.kcal.low, high: estimate.kcal.high },
    sentence: sentences.filter(Boolean).join(' '),
  };
}

/**
 * Proposes a week's change of a client's target from the estimate of expenditure, with its reason [science C]. A change
 * is at most 150 kcal. Signs of harm lead to a referral and never to a number, and an uncertain estimate to no change.
 */
export function proposeAdaptation(input: AdaptationInput): Adaptation {
  const { blocks, basis } = screenTarget(input.target);
  if (!basis) return blocked(blocks);
  const harmful = healthBlocks(input.target.health, input.target.goal.kind === 'lose');
  if (harmful.length > 0) return blocked(harmful);
  const low = lowAvailability(basis.body, input.recent);
  if (low) return blocked([low.block]);
  return findDelay(input) ?? propose(input, basis.body);
}
