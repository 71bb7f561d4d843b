import {
  HEALTH_QUESTIONS,
  HEALTH_TOPICS,
  type HealthAnswers,
  type HealthTopic,
  isAlarming,
  weightFindings,
} from '@stridewell/contract/onboarding.health.rules';
import { isAdult, MINIMUM_AGE } from '@stridewell/contract/onboarding.rules';
import type { Screening } from '@stridewell/contract/planner';
import type { ProgramGoal } from '@stridewell/contract/planner.rules';
import type { ClientRecord } from '@stridewell/contract/records.rules';

/** A yes without a doctor's agreement keeps a client from any program [K, science C, block and refer]. */
const BLOCKS_TRAINING: readonly HealthTopic[] = [
  'heart',
  'chest_pain',
  'dizziness',
  'supervised',
  'pregnancy',
  'insulin',
];
/** A yes without a doctor's agreement keeps a client from losing weight by plan [K, science C]. */
const BLOCKS_FAT_LOSS: readonly HealthTopic[] = ['eating', 'weight_loss'];

const NO_FAT_LOSS = 'Choose another goal than fat loss, or agree on it with a doctor first.';

/** What the screening of a client reads. `health` is null without answers, or without the client's consent. */
export type ScreenedClient = { record: ClientRecord; health: HealthAnswers | null; today: string };

function textBlocks({ record: { goal, injuries }, health }: ScreenedClient): string[] {
  const details = health ? HEALTH_TOPICS.map((topic) => health[topic].details) : [];
  if (![goal, injuries, ...details].some(isAlarming)) return [];
  return [
    'Their own words sound like purging or self-harm. Talk to them today, kindly, and refer them before any plan.',
  ];
}

function ageBlocks({ record: { dateOfBirth }, today }: ScreenedClient): string[] {
  if (dateOfBirth === null || isAdult(dateOfBirth, today)) return [];
  return [`The client is under ${MINIMUM_AGE}. Programs are drafted for adults only.`];
}

const isOpen = ({ said, cleared }: HealthAnswers[HealthTopic]): boolean => said === 'yes' && cleared !== 'yes';

function healthBlocks({ health }: ScreenedClient, goal: ProgramGoal | null): string[] {
  if (!health) return [];
  return HEALTH_TOPICS.filter((topic) => isOpen(health[topic])).flatMap((topic) => {
    const { label, open } = HEALTH_QUESTIONS[topic];
    if (BLOCKS_TRAINING.includes(topic)) return [`${label}: ${open.advice}`];
    return BLOCKS_FAT_LOSS.includes(topic) && goal === 'fat_loss' ? [`${label}: ${NO_FAT_LOSS}`] : [];
  });
}

const weightBlocks = ({ record }: ScreenedClient, goal: ProgramGoal | null): string[] =>
  goal === 'fat_loss' ? weightFindings(record).map(({ label }) => `${label}: ${NO_FAT_LOSS}`) : [];

function cautionsFor({ record, health }: ScreenedClient): string[] {
  const cleared = health ? HEALTH_TOPICS.filter((topic) => health[topic].said === 'yes' && !isOpen(health[topic])) : [];
  const unsaid = health ? HEALTH_TOPICS.filter((topic) => health[topic].said === 'unsaid') : [];
  return [
    ...(record.dateOfBirth === null
      ? [`The date of birth is unknown. Make sure that the client is ${MINIMUM_AGE} or older.`]
      : []),
    ...(health
      ? []
      : ['There are no health answers. Ask about heart, chest pain, fainting and pregnancy before training.']),
    ...cleared.map((topic) => `${HEALTH_QUESTIONS[topic].label}: ${HEALTH_QUESTIONS[topic].cleared.advice}`),
    ...unsaid.map((topic) => `${HEALTH_QUESTIONS[topic].label}: not answered. Ask in person, and begin gently.`),
  ];
}

/** Screens a client by rules, before anything is drafted and any model is asked [science D 1]. */
export function screenClient(client: ScreenedClient, goal: ProgramGoal | null): Screening {
  return {
    blocks: [...textBlocks(client), ...ageBlocks(client), ...healthBlocks(client, goal), ...weightBlocks(client, goal)],
    cautions: cautionsFor(client),
  };
}
