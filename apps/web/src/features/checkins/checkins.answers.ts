import type { CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import {
  type Answer,
  type Answers,
  BUILT_IN_QUESTIONS,
  getAnswer,
  isAnswered,
  type MeasurementSite,
  type Metric,
  metricOf,
  PHOTO_SLOT_LABELS,
  photosOfAnswers,
  type Question,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import {
  lengthForDisplay,
  lengthUnit,
  type UnitSystem,
  weightForDisplay,
  weightUnit,
} from '@stridewell/contract/units';
import type { ReportedWorkouts } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { dayText, numberText, weightLabel } from '../../lib/format.ts';
import { reportedWorkoutsText } from '../../shared/figure-text.ts';
import { isSmallChange, type NotableFigure } from './checkins.changes.ts';

export const SITE_NAMES: Record<MeasurementSite, string> = {
  waist: 'Waist',
  hips: 'Hips',
  chest: 'Chest',
  left_arm: 'Left arm',
  right_arm: 'Right arm',
  left_thigh: 'Left thigh',
  right_thigh: 'Right thigh',
  left_calf: 'Left calf',
  right_calf: 'Right calf',
  neck: 'Neck',
  arm: 'Arm',
  thigh: 'Thigh',
  calf: 'Calf',
};
export const METRIC_NAMES: Record<Metric, string> = {
  weight_kg: 'Weight chart',
  adherence: FIGURES.planFollowed,
  nutrition: 'Nutrition',
  energy: 'Energy',
  sleep_hours: 'Sleep',
};

/** The unit of a number in the reader's unit system. */
export function unitOf(question: Question, units: UnitSystem): string {
  if (question.type !== 'number') return '';
  return question.metric === 'weight_kg' ? weightUnit(units) : question.unit;
}

/** Whether the answer is a percentage of the plan. */
export const isPercent = (question: Question): boolean =>
  metricOf(question) === 'adherence' || metricOf(question) === 'nutrition';

const isWeight = (question: Question) => metricOf(question) === 'weight_kg';
const fixed = (value: number) => numberText(Number(value.toFixed(2)));

function answerText(question: Question, value: number, units: UnitSystem): string {
  if (isWeight(question)) return weightLabel(value, units);
  if (isPercent(question)) return `${value}%`;
  if (question.type === 'scale') return `${value} of ${question.max}`;
  const unit = unitOf(question, units);
  return unit ? `${fixed(value)} ${unit}` : fixed(value);
}

/** Like `Last time: 82.4 kg, Nov 14`, for what can be compared. The weight of another form counts, too. */
export function lastAnswer(question: Question, last: CheckIn, units: UnitSystem): string | undefined {
  if (question.type === 'text' || question.type === 'photo') return undefined;
  const weight = metricOf(question) === 'weight_kg' ? (last.weightKg ?? undefined) : undefined;
  const lines = linesOf(question, getAnswer(last.answers, question.id) ?? weight, units);
  if (lines.length === 0) return undefined;
  const text = lines.map(({ name, text: answer }) => (name ? `${name} ${answer}` : answer)).join(', ');
  return `Last time: ${text}, ${dayText(last.day, { month: 'short', day: 'numeric' })}`;
}

/** One line of an answer. `name` is the measured site where a question has several. */
export type AnswerLine = { name: string; text: string; value: number | null };

/** The lines of an answer, as text. Photos are only counted. */
export function linesOf(question: Question, answer: Answer | undefined, units: UnitSystem): AnswerLine[] {
  if (!isAnswered(answer)) return [];
  if (typeof answer === 'number') return [{ name: '', text: answerText(question, answer, units), value: answer }];
  if (typeof answer === 'string') return [{ name: '', text: answer, value: null }];
  if (Array.isArray(answer)) {
    const chosen = answer.filter((option) => typeof option === 'string');
    const text = chosen.length > 0 ? chosen.join(', ') : `${answer.length} ${answer.length === 1 ? 'photo' : 'photos'}`;
    return [{ name: '', text, value: null }];
  }
  const sites = question.type === 'measurements' ? question.sites : [];
  return sites.flatMap((site) => {
    const cm = answer[site];
    if (cm === undefined) return [];
    const text = `${lengthForDisplay(cm, units).toFixed(1)} ${lengthUnit(units)}`;
    return [{ name: SITE_NAMES[site], text, value: cm }];
  });
}

/** Whether the answers of a question are single numbers. */
export const isFigure = ({ type }: Question): boolean => type === 'number' || type === 'scale';

/** The unit that the head of a column names, so that its cells hold numbers alone. */
export function sharedUnitOf(question: Question, units: UnitSystem): string {
  if (question.type === 'scale') return isPercent(question) ? '%' : `of ${question.max}`;
  return unitOf(question, units);
}

/** A number below the head of `column`; with its own unit where the form had another one then. */
export function figureIn(question: Question, value: number, column: Question, units: UnitSystem): string {
  if (sharedUnitOf(question, units) !== sharedUnitOf(column, units)) return answerText(question, value, units);
  return isWeight(question) ? weightForDisplay(value, units).toFixed(1) : fixed(value);
}

/** A metric by the question of the built-in form, for screens that know no form. */
const questionOf = (metric: Metric) => BUILT_IN_QUESTIONS.find((one) => metricOf(one) === metric);

/** The value and the change of a metric as text. */
export function metricTexts({ metric, value, change }: NotableFigure, units: UnitSystem) {
  const question = questionOf(metric);
  if (!question) return { value: fixed(value), change: null };
  const changed = change === null ? null : changeText(question, change, units);
  return { value: answerText(question, value, units), change: changed };
}

/** Answers that are known before the client gives them. `sources` says where each comes from, by question. */
export type KnownAnswers = { answers: Answers; sources: Record<string, string> };

/** Share of the plan that the logged workouts cover, as a suggestion that the client can change. */
export function knownAnswers(
  questions: readonly Question[],
  workouts: ReportedWorkouts | null,
): KnownAnswers | undefined {
  const asked = questions.find((question) => metricOf(question) === 'adherence');
  const percent = workouts && workoutPercent(workouts);
  if (asked?.type !== 'scale' || !workouts || percent === null) return undefined;
  const { id, min, max, step } = asked;
  const nearest = min + Math.round((percent - min) / step) * step;
  return {
    answers: { [id]: Math.min(max, Math.max(min, nearest)) },
    sources: { [id]: `${reportedWorkoutsText(workouts)}. Change it if there was more to your plan.` },
  };
}

/** A difference with its sign; null for none. */
export function changeText(question: Question, change: number, units: UnitSystem): string | null {
  const shown = isWeight(question)
    ? weightForDisplay(change, units)
    : question.type === 'measurements'
      ? lengthForDisplay(change, units)
      : Number(change.toFixed(2));
  if (shown === 0) return null;
  return `${shown > 0 ? '+' : '−'}${numberText(Math.abs(shown))}`;
}

const LOSING = /\b(lose|loss|lighter|cut|fat|slim)\b/i;
const GAINING = /\b(gain|muscle|bulk|mass|heavier)\b/i;

/**
 * Whether a change helps the client's goal. More adherence, nutrition, energy and sleep do; for weight the goal decides. Small
 * changes mean nothing.
 */
export function meaningOf(metric: Metric | null, change: number, goal: string | null): 'good' | 'bad' | null {
  if (metric === null || isSmallChange(metric, change)) return null;
  if (metric !== 'weight_kg') return change > 0 ? 'good' : 'bad';
  const wanted = goal && LOSING.test(goal) ? -1 : goal && GAINING.test(goal) ? 1 : 0;
  return wanted === 0 ? null : Math.sign(change) === wanted ? 'good' : 'bad';
}

/** The photos of check-ins that have some, for comparing them. */
export const photoDays = (coachId: string, checkIns: readonly CheckIn[], today: string) =>
  checkIns.flatMap(({ id, day, answers }) => {
    const photos = photosOfAnswers(answers).map(({ slot, fileId }) => ({
      id: fileId,
      view: PHOTO_SLOT_LABELS[slot],
      thumb: fileUrl(coachId, fileId, 'thumb'),
      full: fileUrl(coachId, fileId),
    }));
    return photos.length > 0 ? [{ id, label: relativeDayLabel(day, today), photos }] : [];
  });
