import type { GoalKind } from '@stridewell/contract/targets/targets.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { type Body, fatFreeMass, referenceWeight } from './targets.energy.rules.ts';
import type { NutritionHealth } from './targets.screening.rules.ts';
import { gramsText, numberText, percentText, weightText } from './targets.wording.rules.ts';

/** Energy of a gram, in kcal (Atwater). */
export const KCAL_PER_GRAM = { protein: 4, carbohydrate: 4, fat: 9 } as const;

/** Macronutrients of a day in whole grams. */
export type Macros = { protein: number; fat: number; carbohydrate: number };

export const macroKcal = ({ protein, fat, carbohydrate }: Macros): number =>
  KCAL_PER_GRAM.protein * protein + KCAL_PER_GRAM.fat * fat + KCAL_PER_GRAM.carbohydrate * carbohydrate;

/** Grams of protein per kg: ISSN for active people [V], muscle and cut [K], all of science C. */
const PROTEIN_PER_KG: Record<GoalKind, { from: number; to: number; use: number }> = {
  lose: { from: 1.8, to: 2.4, use: 2 },
  maintain: { from: 1.4, to: 2, use: 1.6 },
  gain: { from: 1.6, to: 2.2, use: 1.8 },
};
/** With a GLP-1 drug, in grams per kg: appetite for more is rare [K, science C]. */
export const PROTEIN_ON_GLP1 = { from: 1.2, to: 1.6, use: 1.6 } as const;
/** With kidney disease, in grams per kg, until the doctor says otherwise [K, KDIGO 2024]. */
const PROTEIN_WITH_KIDNEY_DISEASE = 0.8;
/** A coach's own target is refused above this, in grams per kg [K, KDIGO 2024]. */
export const MOST_PROTEIN_WITH_KIDNEY_DISEASE = 1.3;
/** Most protein in grams per kg of fat-free mass [science D 4]. */
export const MOST_PROTEIN_PER_FAT_FREE_KG = 3.1;
/** From this age muscle needs at least `OLDER_PROTEIN` grams per kg [K, science C]. */
const OLDER_AGE = 65;
const OLDER_PROTEIN = 1.2;
/** Grams per kg in a meal [V, science C]. */
const PROTEIN_PER_MEAL = 0.25;

/** Least fat in grams per kg, and its share of the energy: usual range and default [K], hard floor [V] (science C). */
const FAT_PER_KG = 0.6;
const FAT_SHARE = { from: 0.2, use: 0.28, to: 0.35 } as const;
export const LEAST_FAT_SHARE = 0.15;

const FIBRE_PER_1000_KCAL = 14;
/** Liters a day [K, science C]; the higher one for a client who prefers not to say. */
const WATER = { female: 2, male: 2.5 } as const;

type MacroFacts = { body: Body; health: NutritionHealth; goal: GoalKind; kcal: number; units: UnitSystem };

/** Macros of a daily target, fibre in g and water in liters, each with its reason. */
export type MacroTarget = Macros & { fibre: number; waterLiters: number };
export type MacroReasons = Record<'protein' | 'fat' | 'carbohydrate' | 'fibre' | 'water', string>;

function proteinPerKg({ body, health, goal }: MacroFacts): { perKg: number; why: string } {
  if (health.kidney) {
    return { perKg: PROTEIN_WITH_KIDNEY_DISEASE, why: 'because of kidney disease, until the doctor says otherwise' };
  }
  if (health.glp1) return { perKg: PROTEIN_ON_GLP1.use, why: 'to keep muscle while appetite is low' };
  const { use } = PROTEIN_PER_KG[goal];
  if (body.ageYears >= OLDER_AGE) {
    return { perKg: Math.max(use, OLDER_PROTEIN), why: `to keep muscle from ${OLDER_AGE} years on` };
  }
  const purpose = { lose: 'to keep muscle while losing', maintain: 'for an active person', gain: 'to build muscle' };
  return { perKg: use, why: purpose[goal] };
}

const weightClause = (body: Body, units: UnitSystem): string => {
  const { kg, isAdjusted } = referenceWeight(body);
  return isAdjusted ? `${weightText(kg, units)} adjusted weight` : weightText(kg, units);
};

/** Protein in g before it has to fit into the energy. */
function wantedProtein(facts: MacroFacts): { grams: number; sentence: string } {
  const { perKg, why } = proteinPerKg(facts);
  const wanted = perKg * referenceWeight(facts.body).kg;
  const most = Math.floor(MOST_PROTEIN_PER_FAT_FREE_KG * fatFreeMass(facts.body).kg);
  const grams = Math.min(Math.round(wanted), most);
  const base = `${numberText(perKg, 1)} g for each kg of ${weightClause(facts.body, facts.units)}, ${why}.`;
  if (grams === Math.round(wanted)) return { grams, sentence: base };
  const limit = `Limited to ${MOST_PROTEIN_PER_FAT_FREE_KG} g for each kg of fat-free mass, ${gramsText(most)}.`;
  return { grams, sentence: `${base} ${limit}` };
}

function wantedFat({ body, kcal, units }: MacroFacts): { grams: number; sentence: string } {
  const inGrams = (share: number) => (share * kcal) / KCAL_PER_GRAM.fat;
  const least = FAT_PER_KG * referenceWeight(body).kg;
  if (least > inGrams(FAT_SHARE.to)) {
    const sentence = `${percentText(FAT_SHARE.to * 100, 0)} of the energy, the upper end of the usual range.`;
    return { grams: Math.floor(inGrams(FAT_SHARE.to)), sentence };
  }
  if (least > inGrams(FAT_SHARE.use)) {
    const sentence = `At least ${FAT_PER_KG} g for each kg of ${weightClause(body, units)}.`;
    return { grams: Math.ceil(least), sentence };
  }
  return {
    grams: Math.round(inGrams(FAT_SHARE.use)),
    sentence: `${percentText(FAT_SHARE.use * 100, 0)} of the energy; the usual range is 20 to 35%.`,
  };
}

/** Fibre in g and water in liters of a day with this energy in kcal. */
export function fibreAndWater({ sex }: Body, kcal: number) {
  const waterLiters = WATER[sex ?? 'male'];
  return {
    fibre: Math.round((FIBRE_PER_1000_KCAL * kcal) / 1000),
    waterLiters,
    reasons: {
      fibre: `${FIBRE_PER_1000_KCAL} g for each 1,000 kcal.`,
      water: `${numberText(waterLiters, 1)} L a day, and 0.4 to 0.8 L more for each hour of exercise.`,
    },
  };
}

/**
 * Splits a daily energy target, in kcal and a multiple of ten, into macros. Where protein and fat leave no room, fat
 * falls to 20 % of the energy and then protein to what fits. The energy of the macros is within 2 kcal of the target.
 */
export function macroTarget(facts: MacroFacts): { target: MacroTarget; reasons: MacroReasons } {
  const { kcal, body } = facts;
  const protein = wantedProtein(facts);
  const fat = wantedFat(facts);
  const leastFat = Math.ceil((FAT_SHARE.from * kcal) / KCAL_PER_GRAM.fat);
  const room = (kcal - KCAL_PER_GRAM.protein * protein.grams) / KCAL_PER_GRAM.fat;
  const fatGrams = Math.max(Math.min(fat.grams, Math.floor(room)), leastFat);
  const proteinGrams = Math.min(
    protein.grams,
    Math.floor((kcal - KCAL_PER_GRAM.fat * fatGrams) / KCAL_PER_GRAM.protein),
  );
  const rest = kcal - macroKcal({ protein: proteinGrams, fat: fatGrams, carbohydrate: 0 });
  const carbohydrate = Math.max(0, Math.round(rest / KCAL_PER_GRAM.carbohydrate));
  const { fibre, waterLiters, reasons } = fibreAndWater(body, kcal);
  const perMeal = gramsText(PROTEIN_PER_MEAL * referenceWeight(body).kg);
  const lowered = 'Lowered to fit into the energy.';
  return {
    target: { protein: proteinGrams, fat: fatGrams, carbohydrate, fibre, waterLiters },
    reasons: {
      protein: [
        protein.sentence,
        proteinGrams < protein.grams ? lowered : '',
        facts.health.kidney ? '' : `About ${perMeal} in a meal is enough to use it well.`,
      ]
        .filter(Boolean)
        .join(' '),
      fat: fatGrams < fat.grams ? `${fat.sentence} ${lowered}` : fat.sentence,
      carbohydrate: `The ${Math.max(0, rest).toLocaleString('en-US')} kcal that protein and fat leave, at 4 kcal a gram.`,
      ...reasons,
    },
  };
}
