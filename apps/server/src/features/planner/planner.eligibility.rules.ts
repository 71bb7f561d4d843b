import type { PlanAim } from '@stridewell/contract/meals/meals.plan.rules';
import type { Screening } from '@stridewell/contract/planner/planner.drafts';
import type { Activity } from '@stridewell/contract/targets/targets.rules';
import { energyFloor, LOWEST_KCAL } from '../targets/targets.energy.rules.ts';
import { MOST_PROTEIN_WITH_KIDNEY_DISEASE } from '../targets/targets.macros.rules.ts';
import { type Basis, energyBlocks, screenTarget, type TargetInput } from '../targets/targets.rules.ts';
import { type Block, healthBlocks, healthCautions } from '../targets/targets.screening.rules.ts';
import type { TargetFacts } from '../targets/targets.setting.rules.ts';
import { gramsText, kcalText } from '../targets/targets.wording.rules.ts';

/** The client's data for a meal plan. `override`: the coach set their target by hand, with a note. */
export type MealClientFacts = { facts: TargetFacts; activity: Activity; override: boolean };

/** `basis` is null while the date of birth, height or weight is unknown. `leastKcal`: of a day. */
export type MealScreening = { blocks: Block[]; cautions: string[]; basis: Basis | null; leastKcal: number };

const REFERRAL = 'Refer them to a doctor or a registered dietitian, and plan food after their answer.';

const inputOf = ({ facts, activity }: MealClientFacts): TargetInput => ({
  ...facts,
  activity,
  goal: { kind: 'maintain', weeklyPercent: null },
});

/** The lowest energy of a plan: below resting energy only with the coach's own target, and never below 800 kcal. */
function leastKcalOf(basis: Basis | null, override: boolean): number {
  if (override) return LOWEST_KCAL;
  return basis ? basis.floor : energyFloor(null);
}

function kidneyBlocks({ facts: { health, person } }: MealClientFacts, { protein }: PlanAim): Block[] {
  if (!health.kidney || protein === null || person.weightKg === null) return [];
  const most = Math.floor(MOST_PROTEIN_WITH_KIDNEY_DISEASE * person.weightKg);
  if (protein <= most) return [];
  const sentence = `With kidney disease, more than ${gramsText(most)} of protein needs the doctor's word.`;
  return [{ code: 'too_much_protein', refer: true, sentence }];
}

function floorBlocks({ kcal }: PlanAim, leastKcal: number): Block[] {
  if (kcal >= leastKcal) return [];
  return [{ code: 'too_low', refer: false, sentence: `No meal plan for this client is below ${kcalText(leastKcal)}.` }];
}

/**
 * Screens a client for a meal plan with an aim, by the red-flag set of science C [science D 1]. An unknown body counts
 * as one in a deficit, so that a block which depends on it is never missed.
 */
export function screenMeals(client: MealClientFacts, aim: PlanAim): MealScreening {
  const input = inputOf(client);
  const screened = screenTarget(input);
  const { basis } = screened;
  const known = screened.blocks.filter(({ code }) => code !== 'missing');
  const isMissing = known.length < screened.blocks.length;
  const { health } = client.facts;
  const ofEnergy = basis ? energyBlocks(input, basis, aim.kcal) : isMissing ? healthBlocks(health, true) : [];
  const leastKcal = leastKcalOf(basis, client.override);
  const all = [...known, ...ofEnergy, ...kidneyBlocks(client, aim), ...floorBlocks(aim, leastKcal)];
  const blocks = all.filter((one, index) => all.findIndex(({ code }) => code === one.code) === index);
  const missing = screened.blocks.filter(({ code }) => code === 'missing').map(({ sentence }) => sentence);
  return { blocks, cautions: [...missing, ...healthCautions(health)], basis, leastKcal };
}

/** The blocks as sentences, with the referral where one is needed. */
export const blockSentences = (blocks: readonly Block[]): string[] => [
  ...blocks.map(({ sentence }) => sentence),
  ...(blocks.some(({ refer }) => refer) ? [REFERRAL] : []),
];

/** The screening in the words that the coach reads. */
export const toScreening = ({ blocks, cautions }: MealScreening): Screening => ({
  blocks: blockSentences(blocks),
  cautions,
});
