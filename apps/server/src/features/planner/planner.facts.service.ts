import {
  CONTRAINDICATIONS,
  type Contraindication,
  EXERCISE_EQUIPMENT,
  type ExerciseEquipment,
  type ExerciseLevel,
} from '@stridewell/contract/exercises.rules';
import type { HealthAnswers } from '@stridewell/contract/onboarding.health.rules';
import type { PlannerFacts } from '@stridewell/contract/planner';
import { GENERATION_BOUNDS, type ProgramGoal } from '@stridewell/contract/planner.rules';
import type { ClientRecord } from '@stridewell/contract/records.rules';
import type { TrainingHistory } from '../workouts/workouts.training.service.ts';

/** Words that name a goal in a client's own sentence, the most telling first [K]. */
const GOAL_WORDS: readonly [ProgramGoal, RegExp][] = [
  ['endurance', /\b(?:marathon|triathlon|endurance|stamina|5 ?k|10 ?k|run(?:ning)?|cycling|hik(?:e|ing))\b/i],
  ['power', /\b(?:explosive|power|sprint|jump|vertical leap)\w*/i],
  ['strength', /\b(?:strong|stronger|strength|deadlift|squat|bench press|pull-?ups?|powerlift\w*)\b/i],
  ['muscle', /\b(?:muscles?|hypertrophy|bulk|bigger|mass|tone|toned)\b/i],
  ['fat_loss', /\b(?:lose|losing|fat|slim\w*|lean|leaner|weight loss|drop)\b/i],
];

const quoted = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text}”`;

function goalFact({ goal, goalWeightKg, startWeightKg }: ClientRecord): PlannerFacts['goal'] {
  const found = GOAL_WORDS.find(([, words]) => words.test(goal))?.[0];
  if (found) return { value: found, source: `Their goal: ${quoted(goal)}` };
  if (goalWeightKg !== null && startWeightKg !== null && goalWeightKg < startWeightKg) {
    return { value: 'fat_loss', source: 'Their goal weight is below the start weight' };
  }
  return { value: null, source: '' };
}

const LEVELS: Record<NonNullable<ClientRecord['fitnessLevel']>, ExerciseLevel> = {
  Beginner: 'Beginner',
  Intermediate: 'Intermediate',
  Advanced: 'Advanced',
  Expert: 'Advanced',
};

/** Equipment by what a record calls it. */
const EQUIPMENT_WORDS: readonly [RegExp, readonly ExerciseEquipment[]][] = [
  [/\b(?:full|commercial) gym\b|^gym$/i, EXERCISE_EQUIPMENT],
  [/\bdumb-?bells?\b/i, ['dumbbells']],
  [/\bbarbells?\b/i, ['barbell', 'plate']],
  [/\b(?:squat |power )?rack\b/i, ['rack']],
  [/\bkettlebells?\b/i, ['kettlebell']],
  [/\bbands?\b/i, ['band']],
  [/\bpull-?up bar\b/i, ['pull_up_bar']],
  [/\bbench\b/i, ['bench']],
  [/\btreadmill\b/i, ['treadmill']],
  [/\bbike\b/i, ['bike']],
  [/\browe?r\b|\browing machine\b/i, ['rower']],
  [/\bmat\b/i, ['mat']],
  [/\brings\b/i, ['rings']],
  [/\bcables?\b/i, ['cable']],
  [/\bmachines?\b/i, ['machine']],
  [/\b(?:jump|skipping) rope\b/i, ['jump_rope']],
  [/\bnone\b|\bno equipment\b|\bbody ?weight\b/i, []],
];

function equipmentFact({ equipment }: ClientRecord): PlannerFacts['equipment'] {
  const known = equipment.flatMap((item) => {
    const found = EQUIPMENT_WORDS.filter(([words]) => words.test(item));
    return found.length > 0 ? [{ item, values: found.flatMap(([, values]) => values) }] : [];
  });
  if (known.length === 0) return { value: null, source: '' };
  const values = new Set(known.flatMap((one) => one.values));
  const unread = equipment.filter((item) => !known.some((one) => one.item === item));
  const more = unread.length > 0 ? `. Not recognised: ${unread.join(', ')}` : '';
  return {
    value: EXERCISE_EQUIPMENT.filter((item) => values.has(item)),
    source: `Their equipment: ${known.map(({ item }) => item).join(', ')}${more}`,
  };
}

/** Words for a complaint in the injuries of a record [K]. */
const COMPLAINT_WORDS: Record<Contraindication, RegExp> = {
  shoulder: /\b(?:shoulders?|rotator cuff)\b/i,
  elbow: /\belbows?\b/i,
  wrist: /\b(?:wrists?|carpal)\b/i,
  neck: /\b(?:neck|cervical)\b/i,
  low_back: /\b(?:(?:low(?:er)?[ -])?back|lumbar|sciatica|disc|herniat\w*)\b/i,
  hip: /\bhips?\b/i,
  knee: /\b(?:knees?|acl|mcl|menisc\w*|patell\w*)\b/i,
  ankle: /\b(?:ankles?|achilles)\b/i,
  heart: /\b(?:heart|blood pressure|hypertension|cardiac)\b/i,
  balance: /\b(?:balance|dizz\w*|vertigo)\b/i,
  pregnancy: /\b(?:pregnan\w*)\b/i,
};

/** Complaints that follow from health answers. The details of a yes about joints name the joint. */
function complaintsOf(answers: HealthAnswers): Contraindication[] {
  const said = (topic: keyof HealthAnswers) => answers[topic].said === 'yes';
  const joints = said('joints') ? answers.joints.details : '';
  return CONTRAINDICATIONS.filter(
    (one) =>
      COMPLAINT_WORDS[one].test(joints) ||
      (one === 'heart' && (said('heart') || said('chest_pain'))) ||
      (one === 'balance' && said('dizziness')) ||
      (one === 'pregnancy' && said('pregnancy')),
  );
}

function complaintFact({ injuries }: ClientRecord, health: HealthAnswers | null): PlannerFacts['contraindications'] {
  const noted = CONTRAINDICATIONS.filter((one) => COMPLAINT_WORDS[one].test(injuries));
  const answered = health ? complaintsOf(health) : [];
  if (injuries === '' && !health) return { value: null, source: '' };
  const sources = [
    ...(injuries === '' ? [] : [`their injuries: ${quoted(injuries)}`]),
    ...(health ? ['their health answers'] : []),
  ].join(' and ');
  return {
    value: CONTRAINDICATIONS.filter((one) => noted.includes(one) || answered.includes(one)),
    source: `${sources.charAt(0).toUpperCase()}${sources.slice(1)}`,
  };
}

/** Minutes are asked in steps of this. */
const MINUTES_STEP = 5;

function minutesFact({ minutes, workouts }: TrainingHistory): PlannerFacts['minutes'] {
  if (minutes === null) return { value: null, source: '' };
  const { min, max } = GENERATION_BOUNDS.minutes;
  const rounded = Math.round(minutes / MINUTES_STEP) * MINUTES_STEP;
  const noun = workouts === 1 ? 'workout' : 'workouts';
  return { value: Math.min(Math.max(rounded, min), max), source: `Minutes from their last ${workouts} ${noun}` };
}

/**
 * What is known about a client for a program. What the record leaves open stays unknown.
 * @param health null without answers, or without the client's consent
 */
export function factsOf(record: ClientRecord, health: HealthAnswers | null, history: TrainingHistory): PlannerFacts {
  const { fitnessLevel, daysPerWeek } = record;
  return {
    goal: goalFact(record),
    level: {
      value: fitnessLevel && LEVELS[fitnessLevel],
      source: fitnessLevel ? `Their fitness level: ${fitnessLevel}` : '',
    },
    daysPerWeek: { value: daysPerWeek, source: daysPerWeek === null ? '' : 'Days from their details' },
    minutes: minutesFact(history),
    equipment: equipmentFact(record),
    contraindications: complaintFact(record, health),
  };
}
