import {
  type Condition,
  type ConditionKind,
  readComplaints,
} from '@stridewell/contract/exercises/exercises.complaints.rules';
import {
  HEALTH_QUESTIONS,
  HEALTH_TOPICS,
  type HealthAnswers,
  type HealthTopic,
  weightFindings,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { isAdult, MINIMUM_AGE } from '@stridewell/contract/onboarding/onboarding.rules';
import type { Screening } from '@stridewell/contract/planner/planner.drafts';
import type { ProgramGoal } from '@stridewell/contract/planner/planner.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { isAlarming } from '@stridewell/contract/words.rules';
import { quoted, uncoveredGoal } from './planner.facts.rules.ts';

/** A yes to these blocks any program until a doctor agrees [K, science C, block and refer]. */
const BLOCKS_TRAINING: readonly HealthTopic[] = [
  'heart',
  'chest_pain',
  'dizziness',
  'supervised',
  'pregnancy',
  'insulin',
];
/** A yes to these blocks programs for weight loss until a doctor agrees [K, science C]. */
const BLOCKS_FAT_LOSS: readonly HealthTopic[] = ['eating', 'weight_loss'];

const NO_FAT_LOSS = 'Choose another goal than fat loss, or agree on it with a doctor first.';

/** Data for the screening of a client. `health` is null without answers, or without the client's consent. */
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

type Rule = {
  /** Topic of the health answers for this condition. */
  topic: HealthTopic;
  /** Programs that the condition blocks while it is recent and open. */
  blocks: 'training' | 'fat_loss' | null;
  advice: string;
};

/** Consequences of conditions named in free text, unless a doctor has agreed [K, science B and C]. */
const CONDITION_RULES: Record<ConditionKind, Rule> = {
  pregnancy: {
    topic: 'pregnancy',
    blocks: 'training',
    advice: 'Training starts after their midwife or doctor agrees.',
  },
  postpartum: {
    topic: 'pregnancy',
    blocks: 'training',
    advice: 'In the first 12 weeks after a birth, training starts after their midwife or doctor agrees.',
  },
  surgery: { topic: 'joints', blocks: 'training', advice: 'Training starts after their surgeon or physio agrees.' },
  heart: { topic: 'heart', blocks: 'training', advice: HEALTH_QUESTIONS.heart.open.advice },
  chest_pain: { topic: 'chest_pain', blocks: 'training', advice: HEALTH_QUESTIONS.chest_pain.open.advice },
  fainting: { topic: 'dizziness', blocks: 'training', advice: HEALTH_QUESTIONS.dizziness.open.advice },
  insulin: { topic: 'insulin', blocks: 'training', advice: HEALTH_QUESTIONS.insulin.open.advice },
  epilepsy: {
    topic: 'chronic',
    blocks: null,
    advice: 'Ask what their doctor agreed to, and have them train in company.',
  },
  breastfeeding: { topic: 'pregnancy', blocks: 'fat_loss', advice: 'No calorie deficit.' },
  diastasis: { topic: 'pregnancy', blocks: null, advice: 'Ask a pelvic floor physio which trunk work fits.' },
};

type Said = Condition & Rule;

/** Conditions in the texts of the record and of health answers, each kind and sentence once. */
function conditionsOf({ record: { goal, injuries }, health, today }: ScreenedClient): Said[] {
  const details = health ? [health.joints.details, health.chronic.details] : [];
  const found = [injuries, goal, ...details].flatMap((text) => readComplaints(text, today).conditions);
  return found
    .filter((one, index) => found.findIndex(({ kind, words }) => kind === one.kind && words === one.words) === index)
    .map((one) => {
      const rule = CONDITION_RULES[one.kind];
      const isAgreed = health?.[rule.topic].said === 'yes' && health[rule.topic].cleared === 'yes';
      return { ...one, ...rule, cleared: one.cleared || isAgreed };
    });
}

const isBlocking = ({ blocks, age, cleared }: Said, goal: ProgramGoal | null): boolean =>
  !cleared && age === 'recent' && (blocks === 'training' || (blocks === 'fat_loss' && goal === 'fat_loss'));

/** Blocks beyond those of the health answers. */
function conditionBlocks(client: ScreenedClient, goal: ProgramGoal | null): string[] {
  const { health } = client;
  return conditionsOf(client)
    .filter((one) => isBlocking(one, goal) && !(health && isOpen(health[one.topic])))
    .map(
      ({ words, advice }) =>
        `Their notes say ${quoted(words)}. ${advice} Then add “cleared by” and who agreed to the note.`,
    );
}

function conditionCautions(client: ScreenedClient, goal: ProgramGoal | null): string[] {
  return conditionsOf(client)
    .filter((one) => !isBlocking(one, goal))
    .map(({ words, age, cleared, advice }) => {
      if (cleared) return `${quoted(words)}: keep to what the doctor agreed to, and build up slowly.`;
      if (age === 'old') return `${quoted(words)}: ask whether anything is still limited.`;
      return age === 'undated' ? `${quoted(words)}: ask when that was. ${advice}` : `${quoted(words)}: ${advice}`;
    });
}

/** Describes parts of the record that no rule covers: injuries, and a goal of another sport. */
export function uncoveredBy({ record: { goal, injuries }, health, today }: ScreenedClient): string[] {
  const joints = health?.joints.said === 'yes' ? health.joints.details : '';
  const unread = [injuries, joints].flatMap((text) => readComplaints(text, today).unread);
  const uncovered = uncoveredGoal(goal);
  return [
    ...(uncovered === undefined ? [] : [uncovered]),
    ...unread.map((words) => `Not understood: ${quoted(words)}. Ask what it rules out, and avoid that yourself.`),
  ];
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

function cautionsFor(client: ScreenedClient, goal: ProgramGoal | null): string[] {
  const { record, health } = client;
  const cleared = health ? HEALTH_TOPICS.filter((topic) => health[topic].said === 'yes' && !isOpen(health[topic])) : [];
  const unsaid = health ? HEALTH_TOPICS.filter((topic) => health[topic].said === 'unsaid') : [];
  return [
    ...uncoveredBy(client),
    ...conditionCautions(client, goal),
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

/** Screens a client by rules, before drafting and before calling a model [science D 1]. */
export function screenClient(client: ScreenedClient, goal: ProgramGoal | null): Screening {
  return {
    blocks: [
      ...textBlocks(client),
      ...ageBlocks(client),
      ...healthBlocks(client, goal),
      ...conditionBlocks(client, goal),
      ...weightBlocks(client, goal),
    ],
    cautions: cautionsFor(client, goal),
  };
}
