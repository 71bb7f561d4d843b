import {
  BUILT_IN_QUESTIONS,
  METRIC_RANGES,
  type Metric,
  metricOf,
  type Question,
  type QuestionType,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { newId } from '../../lib/ids.ts';

export const TYPE_NAMES: Record<QuestionType, string> = {
  number: 'Number',
  scale: 'Scale',
  choice: 'Choice',
  text: 'Text',
  photo: 'Photos',
  measurements: 'Measurements',
};

/** A new question of a type, without its text. */
export function newQuestion(type: QuestionType): Question {
  const common = { id: newId(), label: '', help: '', required: false };
  switch (type) {
    case 'number':
      return { ...common, type, unit: '', min: 0, max: 1000, metric: null };
    case 'scale':
      return { ...common, type, min: 1, max: 5, step: 1, minLabel: '', maxLabel: '', metric: null };
    case 'choice':
      return { ...common, type, options: ['Yes', 'No'], several: false };
    case 'text':
      return { ...common, type, long: true };
    case 'photo':
      return { ...common, type, label: 'Progress photos', slots: ['front', 'side', 'back'] };
    case 'measurements':
      return { ...common, type, label: 'Measurements', sites: ['waist', 'hips', 'chest'] };
  }
}

/** The question used for `metric`, with that metric's range. Without one it counts for nothing else. */
export function withMetric(question: Question, metric: Metric | null): Question {
  if (question.type === 'number') {
    if (metric !== 'weight_kg' && metric !== 'sleep_hours') return { ...question, metric: null };
    const { min, max } = METRIC_RANGES[metric];
    return { ...question, metric, min, max, unit: metric === 'weight_kg' ? 'kg' : 'hours' };
  }
  if (question.type === 'scale') {
    if (metric !== 'adherence' && metric !== 'nutrition' && metric !== 'energy') return { ...question, metric: null };
    const { min, max } = METRIC_RANGES[metric];
    return { ...question, metric, min, max, step: metric === 'energy' ? 1 : 5 };
  }
  return question;
}

const fresh = (questions: readonly Question[]): Question[] => questions.map((one) => ({ ...one, id: newId() }));
const builtIn = (...metrics: Metric[]) =>
  BUILT_IN_QUESTIONS.filter((one) => metrics.some((name) => metricOf(one) === name));
const note = BUILT_IN_QUESTIONS.filter(({ type }) => type === 'text');

type Starter = { name: string; about: string; make: () => Question[] };

/** Forms to start from. */
export const STARTERS: readonly Starter[] = [
  {
    name: 'Weekly check-in',
    about: 'Weight, plan followed, energy, sleep and a note: your current form, ready to edit.',
    make: () => fresh(BUILT_IN_QUESTIONS),
  },
  {
    name: 'Body composition',
    about: 'Weight, measurements and photos, with how well the plan went.',
    make: () =>
      fresh([...builtIn('weight_kg', 'adherence'), newQuestion('measurements'), newQuestion('photo'), ...note]),
  },
  {
    name: 'Habits',
    about: 'Sleep, steps, protein and what got in the way. No weigh-ins.',
    make: () =>
      fresh([
        ...builtIn('adherence', 'sleep_hours', 'energy'),
        { ...newQuestion('number'), label: 'Steps on an average day', max: 60_000 } as Question,
        {
          ...newQuestion('choice'),
          label: 'Protein with every meal?',
          options: ['Always', 'Mostly', 'Rarely'],
        } as Question,
        { ...newQuestion('text'), label: 'What got in the way?' },
      ]),
  },
  {
    name: 'Empty form',
    about: 'Start with one question of your own.',
    make: () => [{ ...newQuestion('text'), label: 'How was your week?' }],
  },
];
