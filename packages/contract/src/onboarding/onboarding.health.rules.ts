import type { ClientRecord } from '../records/records.fields.ts';
import { isAlarming } from '../words.rules.ts';

/** Version of the questions. Stored answers keep the version that the client read. */
export const HEALTH_VERSION = 3;
/** Versions that open pages may still send. */
export const SENT_HEALTH_VERSIONS = [2, HEALTH_VERSION] as const;

export const HEALTH_TOPICS = [
  'heart',
  'chest_pain',
  'dizziness',
  'chronic',
  'medication',
  'joints',
  'supervised',
  'pregnancy',
  'eating',
  'insulin',
  'weight_loss',
] as const;
export type HealthTopic = (typeof HEALTH_TOPICS)[number];

/** The five questions of SCOFF (Morgan 1999) about eating, in our own words. */
export const SCOFF_QUESTIONS = {
  sick: 'When you feel too full, do you ever make yourself sick?',
  control: 'Do you worry that you cannot control how much you eat?',
  loss: 'In the last three months, have you lost more than 6 kg (14 lb)?',
  fat: 'Do you see yourself as fat when others say that you are too thin?',
  food: 'Does food, or the thought of it, take over your life?',
} as const;
export type ScoffItem = keyof typeof SCOFF_QUESTIONS;
export const SCOFF_ITEMS = Object.keys(SCOFF_QUESTIONS) as ScoffItem[];
/** Yes answers that make a referral [K, science C]. */
export const SCOFF_LIMIT = 2;

export const HEALTH_RESPONSES = ['no', 'yes', 'unsaid'] as const;
export const CLEARANCES = ['yes', 'no', 'unsure'] as const;
export const CLEARANCE_LABELS: Record<(typeof CLEARANCES)[number], string> = {
  yes: 'Yes, I may train',
  no: 'No, not yet',
  unsure: 'I am not sure',
};
export const DETAILS_MAX = 500;

export type HealthAnswer = {
  said: (typeof HEALTH_RESPONSES)[number];
  /** Empty unless the answer is yes. */
  details: string;
  /** Whether a doctor agreed to training; null unless the answer is yes. */
  cleared: (typeof CLEARANCES)[number] | null;
};
export type HealthAnswers = Record<HealthTopic, HealthAnswer>;
export type ScoffAnswers = Record<ScoffItem, HealthAnswer['said']>;

/** Yes answers to the questions about eating; null where they were not asked. */
export const scoffCount = (scoff: ScoffAnswers | null): number | null =>
  scoff && SCOFF_ITEMS.filter((item) => scoff[item] === 'yes').length;
const isScoffHigh = (scoff: ScoffAnswers | null): boolean => (scoffCount(scoff) ?? 0) >= SCOFF_LIMIT;

/** Severity, highest first: refer to a doctor, take care, ask. */
export const FINDING_LEVELS = ['refer', 'care', 'ask'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];
type Advice = { level: FindingLevel; advice: string };

type HealthQuestion = {
  question: string;
  help?: string;
  /** Name in summaries. */
  label: string;
  /** Explanation of a yes for the client. */
  meaning: string;
  /** Advice for the coach before (`open`) and after (`cleared`) a doctor agreed. */
  open: Advice;
  cleared: Advice;
};

const AGREED_WITH_DOCTOR: Advice = { level: 'care', advice: 'Keep to what the doctor agreed to, and build up slowly.' };

export const HEALTH_QUESTIONS: Record<HealthTopic, HealthQuestion> = {
  heart: {
    question: 'Has a doctor told you that you have a heart condition or high blood pressure?',
    label: 'Heart or blood pressure',
    meaning: 'Many people train well with it. Your coach plans the effort around what your doctor agrees to.',
    open: { level: 'refer', advice: 'No hard efforts until a doctor has agreed to training.' },
    cleared: AGREED_WITH_DOCTOR,
  },
  chest_pain: {
    question: 'Do you get pain or pressure in your chest, at rest or when you are active?',
    label: 'Chest pain',
    meaning: 'Please see a doctor about it before you train. If it is strong or new, call for medical help now.',
    open: { level: 'refer', advice: 'No training before a doctor has looked at it.' },
    cleared: { level: 'care', advice: 'Stop at once and get medical help if it comes back.' },
  },
  dizziness: {
    question: 'In the last 12 months, have you fainted or been so dizzy that you lost your balance?',
    label: 'Dizziness or fainting',
    meaning: 'A doctor should know about it before you train. Often there is a simple reason.',
    open: { level: 'refer', advice: 'No training before a doctor knows why it happened.' },
    cleared: { level: 'care', advice: 'Avoid quick changes of position and training alone; stop if it comes back.' },
  },
  chronic: {
    question: 'Do you live with another long-term condition?',
    help: 'Asthma, diabetes, kidney disease or epilepsy, for example',
    label: 'Long-term condition',
    meaning: 'Your coach can plan around it. You do not need to be perfectly healthy to train.',
    open: {
      level: 'ask',
      advice: 'Find out what it means for training and food. With kidney disease, no high-protein plan.',
    },
    cleared: { level: 'care', advice: 'Keep to what the doctor agreed to. With kidney disease, no high-protein plan.' },
  },
  medication: {
    question: 'Do you take medicine that was prescribed to you?',
    label: 'Prescribed medicine',
    meaning: 'Some medicines change heart rate, appetite or weight, so it helps your coach to know.',
    open: { level: 'ask', advice: 'Ask whether it changes heart rate, appetite, weight or balance.' },
    cleared: { level: 'care', advice: 'Heart rate and weight may mislead.' },
  },
  joints: {
    question: 'Do you have a problem with a bone, joint, muscle or tendon that training could make worse?',
    label: 'Bones, joints or muscles',
    meaning: 'There is nearly always another exercise. Your coach chooses the ones that suit you.',
    open: { level: 'care', advice: 'Leave out what hurts. A physiotherapist should look at what does not get better.' },
    cleared: { level: 'care', advice: 'Choose exercises that stay free of pain.' },
  },
  supervised: {
    question: 'Has a doctor told you to be active only under medical supervision?',
    label: 'Supervised activity only',
    meaning: 'Please ask that doctor before you begin. They may well agree to a gentle start.',
    open: { level: 'refer', advice: 'No training outside medical supervision until their doctor agrees.' },
    cleared: AGREED_WITH_DOCTOR,
  },
  pregnancy: {
    question: 'Are you pregnant or breastfeeding?',
    label: 'Pregnant or breastfeeding',
    meaning: 'Training is often welcome. Eating less than you need is left for later.',
    open: { level: 'refer', advice: 'No calorie deficit. Training after their midwife or doctor agrees.' },
    cleared: { level: 'care', advice: 'No calorie deficit. Keep to what their midwife or doctor agreed to.' },
  },
  eating: {
    question: 'Do you have, or have you had, an eating disorder?',
    help: 'You decide how much to tell',
    label: 'Eating disorder',
    meaning: 'Thank you for telling us. Your coach leaves out calorie targets and weighing unless it is good for you.',
    open: {
      level: 'refer',
      advice: 'No calorie targets, deficit or weighing without the clinician who supports them.',
    },
    cleared: {
      level: 'care',
      advice: 'Agree with them on what to leave out, weighing and calorie targets first of all.',
    },
  },
  insulin: {
    question: 'Do you use insulin, or tablets that can make your blood sugar too low?',
    label: 'Insulin or blood sugar tablets',
    meaning: 'Food and training change your blood sugar, so the dose is a matter for your doctor.',
    open: { level: 'refer', advice: 'No change of food or training before the doctor who sets the dose knows.' },
    cleared: {
      level: 'care',
      advice: 'Change food and training in small steps, known to the doctor who sets the dose.',
    },
  },
  weight_loss: {
    question: 'In the last 6 months, have you lost weight without meaning to?',
    help: 'More than a twentieth of it: 4 kg at 80 kg, 9 lb at 180 lb',
    label: 'Unintended weight loss',
    meaning: 'A doctor should look for the reason first. Until then your coach leaves your food as it is.',
    open: { level: 'refer', advice: 'No calorie deficit before a doctor has looked for the reason.' },
    cleared: { level: 'care', advice: 'No calorie deficit unless the doctor agreed to one, and an eye on the weight.' },
  },
};

export type Finding = Advice & { label: string; details: string };

const NO_ANSWER: Advice = { level: 'ask', advice: 'Not answered. Ask in person, and begin gently.' };

/** Adds topics that an older version did not ask, as not answered. */
export const withEveryTopic = (answers: Partial<HealthAnswers>): HealthAnswers => ({
  ...(Object.fromEntries(
    HEALTH_TOPICS.map((topic) => [topic, { said: 'unsaid', details: '', cleared: null }]),
  ) as HealthAnswers),
  ...answers,
});

/**
 * Whether the answers mention an eating disorder, signs of one, purging or self-harm. Calories, macros and body weight are then hidden
 * from the client until the coach shows them.
 */
export const needsNumbersOff = (answers: HealthAnswers, scoff: ScoffAnswers | null): boolean =>
  answers.eating.said === 'yes' ||
  isScoffHigh(scoff) ||
  Object.values(answers).some(({ details }) => isAlarming(details));

/** Findings for alarming free texts. */
export const textFindings = (texts: readonly string[]): Finding[] =>
  texts.filter(isAlarming).map((details) => ({
    label: 'In their own words',
    details,
    level: 'refer',
    advice: 'This sounds like purging or self-harm. Talk to them today, kindly, and refer them before any plan.',
  }));

/** The finding in the questions about eating: none below the limit, and none where they were not asked. */
export const scoffFindings = (scoff: ScoffAnswers | null): Finding[] =>
  isScoffHigh(scoff)
    ? [
        {
          label: 'Questions about eating',
          details: '',
          level: 'refer',
          advice: 'Two or more answers are a yes. Leave out numbers, talk kindly, and refer them to a doctor.',
        },
      ]
    : [];

const bySeverity = (one: Finding, other: Finding) =>
  FINDING_LEVELS.indexOf(one.level) - FINDING_LEVELS.indexOf(other.level);

/** Findings of the answers, most serious first. A plain no gives no finding. */
export function healthFindings(answers: HealthAnswers): Finding[] {
  return HEALTH_TOPICS.flatMap((topic): Finding[] => {
    const { said, details, cleared } = answers[topic];
    if (said === 'no') return [];
    const { label, ...question } = HEALTH_QUESTIONS[topic];
    if (said === 'unsaid') return [{ label, details: '', ...NO_ANSWER }];
    return [{ label, details, ...(cleared === 'yes' ? question.cleared : question.open) }];
  }).sort(bySeverity);
}

/** Lowest healthy body mass index of an adult, in kg/m². */
export const HEALTHY_BMI = 18.5;
/** Body mass index in kg/m². */
export const bmi = (kg: number, cm: number): number => kg / (cm / 100) ** 2;

/** Findings for a current or goal weight below a healthy BMI. */
export function weightFindings({
  heightCm,
  startWeightKg,
  goalWeightKg,
}: Pick<ClientRecord, 'heightCm' | 'startWeightKg' | 'goalWeightKg'>): Finding[] {
  if (heightCm === null) return [];
  const isLow = (kg: number | null) => kg !== null && bmi(kg, heightCm) < HEALTHY_BMI;
  const finding = (label: string, advice: string): Finding => ({ label, details: '', level: 'refer', advice });
  return [
    ...(isLow(startWeightKg)
      ? [finding('Low weight', 'No calorie deficit. The weight is below a BMI of 18.5: refer to a doctor.')]
      : []),
    ...(isLow(goalWeightKg)
      ? [finding('Low goal weight', 'The goal is below a BMI of 18.5. Agree on another goal, or refer to a doctor.')]
      : []),
  ];
}
