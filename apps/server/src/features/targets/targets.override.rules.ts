import type { BlockCode } from '@stridewell/contract/targets/targets.rules';
import {
  type Body,
  energyFloor,
  fatFreeMass,
  LOWEST_KCAL,
  referenceWeight,
  restingEnergy,
  weeklyPercent,
} from './targets.energy.rules.ts';
import {
  fibreAndWater,
  KCAL_PER_GRAM,
  LEAST_FAT_SHARE,
  type Macros,
  MOST_PROTEIN_PER_FAT_FREE_KG,
  MOST_PROTEIN_WITH_KIDNEY_DISEASE,
  macroKcal,
  PROTEIN_ON_GLP1,
} from './targets.macros.rules.ts';
import {
  type Basis,
  type DailyTarget,
  energyBlocks,
  screenTarget,
  type TargetInput,
  type TargetReasons,
} from './targets.rules.ts';
import { type Block, healthCautions, type NutritionHealth } from './targets.screening.rules.ts';
import { gramsText, kcalText, numberText, percentText, weightText } from './targets.wording.rules.ts';

/** A coach's own numbers: kcal and grams a day, with the reason. */
export type OwnTarget = Macros & { kcal: number; note: string };

export type OverrideResult =
  | { blocks: Block[]; target: null }
  | { blocks: []; target: OwnTarget & DailyTarget; reasons: TargetReasons; cautions: string[] };

/** Most kcal by which the macros may differ from the energy [science C, rounding]. */
const RESIDUAL_KCAL = 20;

const block = (code: BlockCode, sentence: string): Block => ({ code, refer: false, sentence });

/** A target with much protein for a client with kidney disease. */
export function kidneyBlocks(
  { weightKg }: Pick<Body, 'weightKg'>,
  { kidney }: NutritionHealth,
  protein: number,
): Block[] {
  const most = Math.floor(MOST_PROTEIN_WITH_KIDNEY_DISEASE * weightKg);
  if (!kidney || protein <= most) return [];
  const sentence = `With kidney disease, more than ${gramsText(most)} of protein needs the doctor's word.`;
  return [{ code: 'too_much_protein', refer: true, sentence }];
}

function numberBlocks({ body }: Basis, { health }: TargetInput, own: OwnTarget): Block[] {
  const sum = macroKcal(own);
  const leastFat = Math.ceil((LEAST_FAT_SHARE * own.kcal) / KCAL_PER_GRAM.fat - 1e-9);
  const mostProtein = Math.floor(MOST_PROTEIN_PER_FAT_FREE_KG * fatFreeMass(body).kg);
  return [
    ...(health.glp1 && own.kcal >= LOWEST_KCAL && own.kcal < energyFloor(body.sex)
      ? [block('too_low', `With low appetite, a target stays at ${kcalText(energyFloor(body.sex))} or above.`)]
      : []),
    ...(own.kcal < LOWEST_KCAL ? [block('too_low', `No target is below ${kcalText(LOWEST_KCAL)} a day.`)] : []),
    ...(own.fat < leastFat
      ? [
          block(
            'too_little_fat',
            `Fat needs at least ${percentText(LEAST_FAT_SHARE * 100, 0)} of the energy, ${gramsText(leastFat)}.`,
          ),
        ]
      : []),
    ...(own.protein > mostProtein
      ? [block('too_much_protein', `Protein is limited to ${gramsText(mostProtein)} for this client's fat-free mass.`)]
      : []),
    ...kidneyBlocks(body, health, own.protein),
    ...(Math.abs(sum - own.kcal) > RESIDUAL_KCAL
      ? [
          block(
            'no_sum',
            `The macros add up to ${Math.round(sum).toLocaleString('en-US')} kcal, not ${own.kcal.toLocaleString('en-US')}.`,
          ),
        ]
      : []),
    ...(own.note.trim() === '' ? [block('no_note', 'Add a note on why you set these numbers.')] : []),
  ];
}

function belowCautions({ body }: Basis, { health }: TargetInput, { kcal, protein }: OwnTarget): string[] {
  const resting = restingEnergy(body).kcal;
  const floor = energyFloor(body.sex);
  const leastProtein = Math.round(PROTEIN_ON_GLP1.from * referenceWeight(body).kg);
  return [
    ...(health.glp1 && !health.kidney && protein < leastProtein
      ? [`With low appetite, protein of at least ${gramsText(leastProtein)} keeps muscle.`]
      : []),
    ...(kcal < floor ? [`This is below the usual floor of ${kcalText(floor)}.`] : []),
    ...(kcal < resting ? [`This is below resting energy, ${kcalText(resting)}.`] : []),
  ];
}

/** How the coach's numbers compare with the client's expenditure and weight. */
function reasonsOf({ body, expenditure, sentence }: Basis, { units }: TargetInput, own: OwnTarget): TargetReasons {
  const { kcal, protein, fat, carbohydrate } = own;
  const difference = kcal - expenditure;
  const share = (grams: number, perGram: number) => percentText(((grams * perGram) / kcal) * 100, 0);
  return {
    expenditure: sentence,
    kcal:
      Math.abs(difference) < 5
        ? 'Set by hand: as much as expenditure.'
        : `Set by hand: ${kcalText(Math.abs(difference))} ${difference < 0 ? 'below' : 'above'} expenditure.`,
    protein: `Set by hand: ${numberText(protein / body.weightKg, 1)} g for each kg of ${weightText(body.weightKg, units)}.`,
    fat: `Set by hand: ${share(fat, KCAL_PER_GRAM.fat)} of the energy.`,
    carbohydrate: `Set by hand: ${share(carbohydrate, KCAL_PER_GRAM.carbohydrate)} of the energy.`,
    ...fibreAndWater(body, kcal).reasons,
  };
}

/**
 * Checks a coach's own target. It may be below the usual floor and resting energy, with a note. Every other rule of
 * `calculateTarget` holds: no override for a client who is blocked, never below 800 kcal, never a loss above 1 % a week.
 */
export function overrideTarget(input: TargetInput, own: OwnTarget): OverrideResult {
  const { blocks, basis } = screenTarget(input);
  if (!basis) return { blocks, target: null };
  const found = [...energyBlocks(input, basis, own.kcal), ...numberBlocks(basis, input, own)];
  if (found.length > 0) return { blocks: found, target: null };
  const change = weeklyPercent(own.kcal - basis.expenditure, basis.body.weightKg);
  const { fibre, waterLiters } = fibreAndWater(basis.body, own.kcal);
  return {
    blocks: [],
    target: { ...own, fibre, waterLiters, weeklyPercent: change },
    reasons: reasonsOf(basis, input, own),
    cautions: [...healthCautions(input.health), ...belowCautions(basis, input, own)],
  };
}
