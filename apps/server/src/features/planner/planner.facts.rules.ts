import { readComplaints } from '@stridewell/contract/exercises/exercises.complaints.rules';
import { readEquipment } from '@stridewell/contract/exercises/exercises.equipment.rules';
import {
  CONTRAINDICATIONS,
  type Contraindication,
  type ExerciseLevel,
} from '@stridewell/contract/exercises/exercises.rules';
import type { HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import type { PlannerFacts } from '@stridewell/contract/planner/planner';
import { GENERATION_BOUNDS, type ProgramGoal } from '@stridewell/contract/planner/planner.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import type { TrainingHistory } from '../workouts/workouts.training.service.ts';

/** Words that indicate a goal in a client's own sentence, strongest first [K]. */
const GOAL_WORDS: readonly [ProgramGoal, RegExp][] = [
  ['endurance', /\b(?:endurance|stamina)\b/i],
  ['power', /\b(?:explosive|power|sprint|jump|vertical leap)\w*/i],
  ['strength', /\b(?:strong|stronger|strength|deadlift|squat|bench press|pull-?ups?|powerlift\w*)\b/i],
  ['muscle', /\b(?:muscles?|hypertrophy|bulk|bigger|mass|tone|toned)\b/i],
  ['fat_loss', /\b(?:lose|losing|fat|slim\w*|lean|leaner|weight loss|drop)\b/i],
];

/** Goals of another sport, which need a separate plan [K]. */
const SPORT =
  /\b(?:(?:half[ -]|ultra[ -]?)?marathons?|triathlons?|iron ?man|\d+ ?k(?:m)?|park ?run|run(?:s|ning|ners?)?|jog(?:ging)?|sprint\w*|cycling|bike (?:race|tour|ride)|swim(?:ming)?|row(?:ing)? race|hik(?:e|ing))\b/i;
/** Goals that a sentence about a sport can also name. A "sprint" in it is no power goal. */
const BESIDE_SPORT: readonly ProgramGoal[] = ['strength', 'muscle', 'fat_loss'];

/** Whether a goal concerns running or another sport that the rules do not cover. */
export const isSportGoal = (goal: string): boolean => SPORT.test(goal);

/** Explains which part of a goal the rules do not cover; undefined when they cover it. */
export const uncoveredGoal = (goal: string): string | undefined =>
  isSportGoal(goal)
    ? `The rules plan strength work and no runs, rides or swims, so add those for the goal ${quoted(goal)} yourself.`
    : undefined;

export const quoted = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text}”`;

function goalFact({ goal, goalWeightKg, startWeightKg }: ClientRecord): PlannerFacts['goal'] {
  const isSport = isSportGoal(goal);
  const found = GOAL_WORDS.find(([one, words]) => (!isSport || BESIDE_SPORT.includes(one)) && words.test(goal))?.[0];
  if (found) return { value: found, source: `Their goal: ${quoted(goal)}` };
  if (isSport) {
    const choose = 'The rules plan no runs, rides or swims. Choose a goal for the strength work beside them.';
    return { value: null, source: `Their goal: ${quoted(goal)}. ${choose}` };
  }
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

function equipmentFact({ equipment }: ClientRecord): PlannerFacts['equipment'] {
  const { equipment: value, read, unread } = readEquipment(equipment);
  if (read.length === 0) return { value: null, source: '' };
  const more = unread.length > 0 ? `. Not recognized: ${unread.join(', ')}` : '';
  return { value, source: `Their equipment: ${read.join(', ')}${more}` };
}

/** Complaints from health answers. The details of a yes about joints name the joint. */
function complaintsOf(answers: HealthAnswers, today: string): Contraindication[] {
  const said = (topic: keyof HealthAnswers) => answers[topic].said === 'yes';
  const joints = said('joints') ? readComplaints(answers.joints.details, today).complaints : [];
  return CONTRAINDICATIONS.filter(
    (one) =>
      joints.includes(one) ||
      (one === 'heart' && (said('heart') || said('chest_pain'))) ||
      (one === 'balance' && said('dizziness')) ||
      (one === 'pregnancy' && said('pregnancy')),
  );
}

function complaintFact(
  { injuries }: ClientRecord,
  health: HealthAnswers | null,
  today: string,
): PlannerFacts['contraindications'] {
  const { complaints: noted, unread } = readComplaints(injuries, today);
  const answered = health ? complaintsOf(health, today) : [];
  if (injuries === '' && !health) return { value: null, source: '' };
  const sources = [
    ...(injuries === '' ? [] : [`their injuries: ${quoted(injuries)}`]),
    ...(health ? ['their health answers'] : []),
  ].join(' and ');
  const more = unread.length > 0 ? `. Not understood: ${unread.map(quoted).join(', ')}` : '';
  return {
    value: CONTRAINDICATIONS.filter((one) => noted.includes(one) || answered.includes(one)),
    source: `${sources.charAt(0).toUpperCase()}${sources.slice(1)}${more}`,
  };
}

/** Step of the minutes in the form. */
const MINUTES_STEP = 5;

function minutesFact({ minutes, workouts }: TrainingHistory): PlannerFacts['minutes'] {
  if (minutes === null) return { value: null, source: '' };
  const { min, max } = GENERATION_BOUNDS.minutes;
  const rounded = Math.round(minutes / MINUTES_STEP) * MINUTES_STEP;
  const noun = workouts === 1 ? 'workout' : 'workouts';
  return { value: Math.min(Math.max(rounded, min), max), source: `Minutes from their last ${workouts} ${noun}` };
}

/**
 * Facts about a client for a program. Missing answers stay unknown. `health` is null without answers,
 * or without the client's consent.
 */
export function factsOf({
  record,
  health,
  history,
  today,
}: {
  record: ClientRecord;
  health: HealthAnswers | null;
  history: TrainingHistory;
  today: string;
}): PlannerFacts {
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
    contraindications: complaintFact(record, health, today),
  };
}
