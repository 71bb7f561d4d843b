import { bmi } from '@stridewell/contract/onboarding/onboarding.health.rules';
import {
  type ObservationSource,
  REFERRAL_CODES,
  type ReferralCode,
  type StoredObservation,
} from '@stridewell/contract/onboarding/onboarding.letters.rules';
import type { Target } from '@stridewell/contract/targets/targets';
import { ageOn } from '@stridewell/contract/time';
import { kidneyBlocks } from './targets.override.rules.ts';
import { energyBlocks, screenTarget, type TargetInput } from './targets.rules.ts';
import type { Block, Person } from './targets.screening.rules.ts';
import { numberText } from './targets.wording.rules.ts';

const SOURCES: Record<ReferralCode, ObservationSource> = {
  words: 'own_words',
  eating: 'answers',
  chest_pain: 'answers',
  fainting: 'answers',
  insulin: 'answers',
  pregnancy: 'answers',
  weight_loss: 'answers',
  kidney: 'answers',
  under_age: 'record',
  low_weight: 'weigh_ins',
  low_goal: 'record',
  low_availability: 'food_log',
};

const isReferral = (code: string): code is ReferralCode => (REFERRAL_CODES as readonly string[]).includes(code);

/** The reasons for a letter among blocks. Too much protein is one with kidney disease alone. */
const codesOf = (blocks: readonly Block[]): ReferralCode[] => [
  ...new Set(
    blocks.flatMap(({ code, refer }) => {
      if (!refer) return [];
      if (code === 'too_much_protein') return ['kidney' as const];
      return isReferral(code) ? [code] : [];
    }),
  ),
];

function figuresOf(
  code: ReferralCode,
  { dateOfBirth, heightCm, weightKg, goalWeightKg }: Person,
  today: string,
): string {
  const index = (kg: number | null) =>
    kg === null || heightCm === null
      ? ''
      : `Body mass index ${numberText(Math.floor(bmi(kg, heightCm) * 10) / 10, 1)}.`;
  if (code === 'under_age') return dateOfBirth === null ? '' : `Age ${ageOn(dateOfBirth, today)}.`;
  if (code === 'low_weight') return index(weightKg);
  return code === 'low_goal' ? index(goalWeightKg) : '';
}

type Seen = {
  person: Person;
  today: string;
  /** The day of the newest health answers. */
  answeredOn: string | null;
  /** Figures of energy availability, with the day they end on. */
  availability?: { figures: string; day: string } | undefined;
};

/** Observations for the blocks that need a doctor, without a diagnosis or an advice. */
export const observationsOf = (
  blocks: readonly Block[],
  { person, today, answeredOn, availability }: Seen,
): StoredObservation[] =>
  codesOf(blocks).map((code) => {
    const source = SOURCES[code];
    if (code === 'low_availability' && availability) {
      return { code, source, day: availability.day, figures: availability.figures };
    }
    const day = source === 'answers' ? (answeredOn ?? today) : today;
    return { code, source, day, figures: figuresOf(code, person, today) };
  });

/** Blocks of a running target for the client as they are now: those of every target, and those of its numbers. */
export function blocksOfTarget(input: TargetInput, { kcal, protein, week }: Target): Block[] {
  const { blocks, basis } = screenTarget(input);
  if (!basis) return blocks;
  const lowest = Math.min(kcal, ...(week?.days.map((day) => day.kcal) ?? []));
  return [...energyBlocks(input, basis, lowest), ...kidneyBlocks(basis.body, input.health, protein)];
}
