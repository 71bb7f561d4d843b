import {
  bmi,
  HEALTH_TOPICS,
  HEALTHY_BMI,
  type HealthAnswers,
  SCOFF_LIMIT,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { MINIMUM_AGE } from '@stridewell/contract/onboarding/onboarding.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import type { BlockCode } from '@stridewell/contract/targets/targets.rules';
import { ageOn } from '@stridewell/contract/time';
import { isAlarming } from '@stridewell/contract/words.rules';
import { mentionsGlp1 } from '../onboarding/onboarding.modes.rules.ts';
import { type Body, formulaSex } from './targets.energy.rules.ts';
import { numberText } from './targets.wording.rules.ts';

/** `cleared`: yes, and a doctor agreed to training. */
type HealthStatus = 'no' | 'open' | 'cleared' | 'unsaid';

/** Facts about health that decide about numbers. */
export type NutritionHealth = Record<
  'pregnancy' | 'eating' | 'insulin' | 'weightLoss' | 'chestPain' | 'fainting',
  HealthStatus
> & {
  kidney: boolean;
  /** The mode for GLP-1 drugs, which lower appetite. */
  glp1: boolean;
  /** A text mentions purging or self-harm. */
  alarming: boolean;
  /** Yes answers to the five SCOFF questions; null without them. */
  scoff: number | null;
};

const KIDNEY = /\b(kidney|renal|nephr\w+|dialysis|ckd)\b/i;

const statusOf = ({ said, cleared }: HealthAnswers[keyof HealthAnswers]): HealthStatus => {
  if (said === 'yes') return cleared === 'yes' ? 'cleared' : 'open';
  return said === 'no' ? 'no' : 'unsaid';
};

/** Reads the answers of the intake screen, and the client's words in `texts`, such as goal and injuries. */
export function nutritionHealth(
  answers: HealthAnswers,
  { texts, scoff }: { texts: readonly string[]; scoff: number | null },
): NutritionHealth {
  const words = [...HEALTH_TOPICS.map((topic) => answers[topic].details), ...texts];
  return {
    pregnancy: statusOf(answers.pregnancy),
    eating: statusOf(answers.eating),
    insulin: statusOf(answers.insulin),
    weightLoss: statusOf(answers.weight_loss),
    chestPain: statusOf(answers.chest_pain),
    fainting: statusOf(answers.dizziness),
    kidney: words.some((text) => KIDNEY.test(text)),
    glp1: mentionsGlp1(words),
    alarming: words.some(isAlarming),
    scoff,
  };
}

/** The part of a client's record that targets are computed from. `weightKg` is the newest weight. */
export type Person = Pick<ClientRecord, 'dateOfBirth' | 'gender' | 'goalWeightKg' | 'heightCm'> & {
  weightKg: number | null;
  bodyFatPercent: number | null;
};

/** Why there is no number. `refer`: a doctor or clinician comes first. */
export type Block = { code: BlockCode; refer: boolean; sentence: string };

const refer = (code: BlockCode, sentence: string): Block => ({ code, refer: true, sentence });

const MISSING_LABELS = { dateOfBirth: 'date of birth', heightCm: 'height', weightKg: 'weight' } as const;

/** The body that formulas need, or the block that names what is missing. */
export function bodyOf(person: Person, today: string): Body | Block {
  const { dateOfBirth, heightCm, weightKg, bodyFatPercent, gender } = person;
  const ageYears = dateOfBirth === null ? null : ageOn(dateOfBirth, today);
  if (ageYears === null || heightCm === null || weightKg === null) {
    const missing = { dateOfBirth: ageYears, heightCm, weightKg };
    const names = (['dateOfBirth', 'heightCm', 'weightKg'] as const)
      .filter((field) => missing[field] === null)
      .map((field) => MISSING_LABELS[field]);
    const list = new Intl.ListFormat('en-US').format(names);
    return { code: 'missing', refer: false, sentence: `Add the client's ${list} to calculate a target.` };
  }
  return { sex: formulaSex(gender), ageYears, heightCm, weightKg, bodyFatPercent };
}

/** Blocks of every target, whatever its numbers [K, science C, block and refer]. */
export function bodyBlocks(body: Body, { goalWeightKg }: Pick<Person, 'goalWeightKg'>): Block[] {
  const { ageYears, heightCm, weightKg } = body;
  const now = bmi(weightKg, heightCm);
  const goal = goalWeightKg === null ? null : bmi(goalWeightKg, heightCm);
  const text = (value: number) => numberText(Math.floor(value * 10) / 10, 1);
  return [
    ...(ageYears < MINIMUM_AGE
      ? [refer('under_age', `The client is ${ageYears}. Targets are for adults; refer to a pediatric dietitian.`)]
      : []),
    ...(now < HEALTHY_BMI
      ? [refer('low_weight', `The body mass index is ${text(now)}, below ${HEALTHY_BMI}. Refer to a doctor first.`)]
      : []),
    ...(goal !== null && goal < HEALTHY_BMI
      ? [
          refer(
            'low_goal',
            `The goal weight means a body mass index of ${text(goal)}, below ${HEALTHY_BMI}. Agree on another goal.`,
          ),
        ]
      : []),
  ];
}

const isEatingAtRisk = ({ eating, scoff }: NutritionHealth): boolean =>
  eating === 'open' || eating === 'cleared' || (scoff ?? 0) >= SCOFF_LIMIT;

/**
 * Blocks that follow from health [K, science C, block and refer]. An eating disorder, now or in the past, rules out
 * every number; a doctor who agreed to training changes nothing about it.
 * @param isDeficit whether the target is below the client's expenditure
 */
export function healthBlocks(health: NutritionHealth, isDeficit: boolean): Block[] {
  const isPregnant = health.pregnancy === 'open' || health.pregnancy === 'cleared';
  return [
    ...(health.alarming
      ? [refer('words', 'Their own words sound like purging or self-harm. Talk to them today, kindly, and refer them.')]
      : []),
    ...(isEatingAtRisk(health)
      ? [refer('eating', 'There are signs of an eating disorder. Leave out numbers, and involve their clinician.')]
      : []),
    ...(health.chestPain === 'open'
      ? [refer('chest_pain', 'The client reports chest pain. A doctor has to look at it before any plan.')]
      : []),
    ...(health.fainting === 'open'
      ? [refer('fainting', 'The client reports fainting or dizziness. A doctor has to know why before any plan.')]
      : []),
    ...(health.insulin === 'open'
      ? [refer('insulin', 'Food changes the dose of insulin and similar drugs. The doctor who sets it comes first.')]
      : []),
    ...(isPregnant && isDeficit ? [refer('pregnancy', 'No calorie deficit while pregnant or breastfeeding.')] : []),
    ...(health.weightLoss === 'open' && isDeficit
      ? [refer('weight_loss', 'The client lost weight without meaning to. A doctor has to look for the reason first.')]
      : []),
  ];
}

/** Facts about health that a coach needs beside the numbers. */
export function healthCautions(health: NutritionHealth): string[] {
  const unsaid = (['pregnancy', 'eating', 'insulin', 'weightLoss'] as const).some(
    (topic) => health[topic] === 'unsaid',
  );
  return [
    ...(health.kidney ? ['Kidney disease: the doctor decides about protein and fluids. Ask before you use them.'] : []),
    ...(health.glp1
      ? [
          'GLP-1 mode: protein and strength work first, in small meals. Water and fiber help. Watch that intake stays up.',
        ]
      : []),
    ...(health.insulin === 'cleared'
      ? ['Insulin or similar drugs: change food in small steps, known to the doctor.']
      : []),
    ...(unsaid ? ['Some health questions are not answered. Ask in person before you use a target.'] : []),
  ];
}
