import { CHECK_IN_BOUNDS } from './checkins.rules.ts';

/** Values that charts, plateaus and dashboards read from answers. */
export const METRICS = ['weight_kg', 'adherence', 'nutrition', 'energy', 'sleep_hours'] as const;
export type Metric = (typeof METRICS)[number];

export const PHOTO_SLOTS = ['front', 'side', 'back'] as const;
export type PhotoSlot = (typeof PHOTO_SLOTS)[number];
export const PHOTO_SLOT_LABELS: Record<PhotoSlot, string> = { front: 'Front', side: 'Side', back: 'Back' };

/** Limbs as older forms ask for them: without a side. New questions offer each side instead. */
export const SIDELESS_SITES = ['arm', 'thigh', 'calf'] as const;
export const MEASUREMENT_SITES = [
  'waist',
  'hips',
  'chest',
  'left_arm',
  'right_arm',
  'left_thigh',
  'right_thigh',
  'left_calf',
  'right_calf',
  'neck',
  ...SIDELESS_SITES,
] as const;
export type MeasurementSite = (typeof MEASUREMENT_SITES)[number];

export const FORM_LIMITS = {
  questions: 40,
  options: 12,
  label: 160,
  help: 240,
  shortText: 200,
  longText: CHECK_IN_BOUNDS.note.max,
  scaleSteps: 20,
  number: { min: -1_000_000, max: 1_000_000 },
  cm: { min: 5, max: 400 },
} as const;

type QuestionBase = { id: string; label: string; help: string; required: boolean };
export type NumberQuestion = QuestionBase & {
  type: 'number';
  unit: string;
  min: number;
  max: number;
  metric: 'weight_kg' | 'sleep_hours' | null;
};
export type ScaleQuestion = QuestionBase & {
  type: 'scale';
  min: number;
  max: number;
  step: number;
  minLabel: string;
  maxLabel: string;
  metric: 'adherence' | 'nutrition' | 'energy' | null;
};
export type ChoiceQuestion = QuestionBase & { type: 'choice'; options: string[]; several: boolean };
export type TextQuestion = QuestionBase & { type: 'text'; long: boolean };
export type PhotoQuestion = QuestionBase & { type: 'photo'; slots: PhotoSlot[] };
export type MeasurementsQuestion = QuestionBase & { type: 'measurements'; sites: MeasurementSite[] };
export type Question =
  | NumberQuestion
  | ScaleQuestion
  | ChoiceQuestion
  | TextQuestion
  | PhotoQuestion
  | MeasurementsQuestion;
export type QuestionType = Question['type'];

export type PhotoAnswer = { slot: PhotoSlot; fileId: string };
/** Number or scale value, text, options, photos, or measurements in cm. An open question has no answer. */
export type Answer = number | string | string[] | PhotoAnswer[] | Partial<Record<MeasurementSite, number>>;
export type Answers = Record<string, Answer>;
/** Problem texts by question id. */
export type AnswerProblems = Record<string, string>;

export const metricOf = (question: Question): Metric | null => ('metric' in question ? question.metric : null);

const { weightKg, adherence, energy, sleepHours } = CHECK_IN_BOUNDS;

/** Questions with a metric must use its range, so that answers stay comparable. */
export const METRIC_RANGES: Record<Metric, { min: number; max: number }> = {
  weight_kg: weightKg,
  adherence,
  nutrition: adherence,
  energy,
  sleep_hours: sleepHours,
};

/** Default form of every coach. Its answers fill the columns of a check-in. */
export const BUILT_IN_QUESTIONS: readonly Question[] = [
  {
    id: 'weight',
    type: 'number',
    label: 'Weight',
    help: 'In the morning, before breakfast, if you can',
    required: false,
    unit: 'kg',
    ...weightKg,
    metric: 'weight_kg',
  },
  {
    id: 'adherence',
    type: 'scale',
    label: 'How much of the plan did you do?',
    help: '',
    required: true,
    ...adherence,
    step: 5,
    minLabel: 'Nothing',
    maxLabel: 'All',
    metric: 'adherence',
  },
  {
    id: 'energy',
    type: 'scale',
    label: 'Energy',
    help: '',
    required: true,
    ...energy,
    step: 1,
    minLabel: 'Worn out',
    maxLabel: 'Full of energy',
    metric: 'energy',
  },
  {
    id: 'sleep',
    type: 'number',
    label: 'Sleep',
    help: 'On an average night',
    required: false,
    unit: 'hours',
    min: sleepHours.min,
    max: sleepHours.max,
    metric: 'sleep_hours',
  },
  {
    id: 'note',
    type: 'text',
    label: 'Anything your coach should know?',
    help: '',
    required: false,
    long: true,
  },
];

/** Built-in texts that address the client, as the coach who answers for the client reads them. */
const COACH_TEXTS: Record<string, (name: string) => string> = {
  'In the morning, before breakfast, if you can': () => 'In the morning, before breakfast, if possible',
  'How much of the plan did you do?': (name) => `How much of the plan did ${name} do?`,
  'Anything your coach should know?': (name) => `Anything to remember about ${name}?`,
};

/** Questions that a coach answers for a client. Those that a coach wrote stay as they were typed. */
export const questionsAbout = (name: string, questions: readonly Question[]): Question[] =>
  questions.map((question) => ({
    ...question,
    label: COACH_TEXTS[question.label]?.(name) ?? question.label,
    help: COACH_TEXTS[question.help]?.(name) ?? question.help,
  }));

export type Form = { templateId: string | null; version: number; name: string; questions: Question[] };
export const BUILT_IN_FORM: Form = {
  templateId: null,
  version: 0,
  name: 'Weekly check-in',
  questions: [...BUILT_IN_QUESTIONS],
};

/** Problems of a form as texts; empty for a valid form. */
export function formProblems(questions: readonly Question[]): string[] {
  const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);
  const problems: string[] = [];
  if (repeated(questions.map(({ id }) => id)).length > 0) problems.push('Every question needs an id of its own');
  const metrics = questions.flatMap((question) => metricOf(question) ?? []);
  if (repeated(metrics).length > 0) problems.push('Two questions cannot feed the same chart');
  for (const question of questions) {
    const problem = questionProblem(question);
    if (problem) problems.push(`${question.label}: ${problem}`);
  }
  return problems;
}

/** Problem of one question; undefined for a valid question. */
export function questionProblem(question: Question): string | undefined {
  if (question.type === 'photo') return question.required ? 'photos are never required' : undefined;
  if (question.type === 'choice') {
    return new Set(question.options).size < question.options.length ? 'two options are the same' : undefined;
  }
  if (question.type !== 'number' && question.type !== 'scale') return undefined;
  if (question.min >= question.max) return 'the lowest value must be below the highest';
  if (question.metric) {
    const { min, max } = METRIC_RANGES[question.metric];
    if (question.min !== min || question.max !== max) return `for this chart values go from ${min} to ${max}`;
  }
  if (question.type === 'number') return undefined;
  const steps = (question.max - question.min) / question.step;
  if (!Number.isInteger(steps)) return 'the steps do not lead to the highest value';
  return steps > FORM_LIMITS.scaleSteps ? `a scale has at most ${FORM_LIMITS.scaleSteps} steps` : undefined;
}

/** Whether an answer has content. */
export const isAnswered = (answer: Answer | undefined): answer is Answer => {
  if (answer === undefined) return false;
  if (typeof answer === 'number') return true;
  if (typeof answer === 'string') return answer.trim() !== '';
  return Object.keys(answer).length > 0;
};

const isQuarter = (value: number) => Number.isInteger(value / sleepHours.step);
const within = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max;

function numberProblem({ min, max, metric, unit }: NumberQuestion, answer: Answer): string | undefined {
  if (metric === 'weight_kg') {
    return within(answer, min, max) ? undefined : 'Please enter a weight between 20 and 400 kg (45 and 881 lb)';
  }
  if (!within(answer, min, max)) return `Please enter a value between ${min} and ${max}${unit && ` ${unit}`}`;
  return metric === 'sleep_hours' && !isQuarter(answer) ? 'Please use quarter hours, such as 7.25' : undefined;
}

function choiceProblem({ options, several }: ChoiceQuestion, answer: Answer): string | undefined {
  const chosen = Array.isArray(answer) ? answer : [];
  const known = chosen.filter((option) => typeof option === 'string' && options.includes(option));
  if (!Array.isArray(answer) || known.length < chosen.length) return 'Please choose from the list';
  if (new Set(known).size < known.length) return 'Please choose each option once';
  return !several && known.length > 1 ? 'Please choose one' : undefined;
}

function photoProblem({ slots }: PhotoQuestion, answer: Answer): string | undefined {
  if (!Array.isArray(answer)) return 'Please add photos';
  const taken = answer.map((photo) => (typeof photo === 'string' ? undefined : photo.slot));
  if (taken.some((slot) => slot === undefined || !slots.includes(slot))) return 'Please use the places shown';
  return new Set(taken).size < taken.length ? 'Please add one photo for each place' : undefined;
}

function measurementsProblem({ sites }: MeasurementsQuestion, answer: Answer): string | undefined {
  if (typeof answer !== 'object' || Array.isArray(answer)) return 'Please enter measurements';
  const { min, max } = FORM_LIMITS.cm;
  if (Object.keys(answer).some((site) => !sites.some((known) => known === site)))
    return 'Please enter the requested measurements';
  const isRight = Object.values(answer).every((cm) => within(cm, min, max));
  return isRight ? undefined : `Please enter values between ${min} and ${max} cm (2 and 157 in)`;
}

function textProblem({ long }: TextQuestion, answer: Answer): string | undefined {
  const max = long ? FORM_LIMITS.longText : FORM_LIMITS.shortText;
  if (typeof answer !== 'string') return 'Please write something';
  return answer.trim().length > max ? `Please use at most ${max} characters` : undefined;
}

function scaleProblem({ min, max, step }: ScaleQuestion, answer: Answer): string | undefined {
  const fits = within(answer, min, max) && Number.isInteger((answer - min) / step);
  return fits ? undefined : `Please choose a value from ${min} to ${max}`;
}

/** Problem of one answer; undefined for a valid answer. */
function answerProblem(question: Question, answer: Answer | undefined): string | undefined {
  if (!isAnswered(answer)) return question.required ? 'Please answer this' : undefined;
  switch (question.type) {
    case 'number':
      return numberProblem(question, answer);
    case 'scale':
      return scaleProblem(question, answer);
    case 'choice':
      return choiceProblem(question, answer);
    case 'text':
      return textProblem(question, answer);
    case 'photo':
      return photoProblem(question, answer);
    case 'measurements':
      return measurementsProblem(question, answer);
  }
}

/** Validates answers against the questions of their form. Answers to unknown questions are problems too. */
export function checkAnswers(questions: readonly Question[], answers: Answers): AnswerProblems {
  const problems = new Map<string, string>();
  for (const question of questions) {
    const problem = answerProblem(question, getAnswer(answers, question.id));
    if (problem) problems.set(question.id, problem);
  }
  const asked = new Set(questions.map(({ id }) => id));
  for (const id of Object.keys(answers)) if (!asked.has(id)) problems.set(id, 'This question is not part of the form');
  return Object.fromEntries(problems);
}

/** Ids come from outside: the id `constructor` must not find an inherited property. */
export const getAnswer = (answers: Answers, id: string): Answer | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

/** Photos among the answers, each with its question. */
export const photosOfAnswers = (answers: Answers): (PhotoAnswer & { questionId: string })[] =>
  Object.entries(answers).flatMap(([questionId, answer]) =>
    Array.isArray(answer) ? answer.flatMap((one) => (typeof one === 'string' ? [] : [{ ...one, questionId }])) : [],
  );

/** Answers with content, texts trimmed. */
export function trimAnswers(answers: Answers): Answers {
  const kept = Object.entries(answers).filter(([, answer]) => isAnswered(answer));
  return Object.fromEntries(kept.map(([id, answer]) => [id, typeof answer === 'string' ? answer.trim() : answer]));
}

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Numbers are stored with two places. */
const isSameAnswer = (a: Answers[string] | undefined, b: Answers[string] | undefined): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= 0.01
    : JSON.stringify(a, sortKeys) === JSON.stringify(b, sortKeys);

/** Whether both hold the same answers. */
export function areAnswersEqual(a: Answers, b: Answers): boolean {
  const [one, other] = [trimAnswers(a), trimAnswers(b)];
  return Object.keys({ ...one, ...other }).every((id) => isSameAnswer(one[id], other[id]));
}

export type MetricValues = {
  weightKg: number | null;
  adherence: number | null;
  nutrition: number | null;
  energy: number | null;
  sleepHours: number | null;
};

/** Metric values of a check-in; null without a numeric answer. */
export function metricsOf(questions: readonly Question[], answers: Answers): MetricValues {
  const answerTo = (metric: Metric) => {
    const question = questions.find((asked) => metricOf(asked) === metric);
    const answer = question && getAnswer(answers, question.id);
    return typeof answer === 'number' ? answer : null;
  };
  return {
    weightKg: answerTo('weight_kg'),
    adherence: answerTo('adherence'),
    nutrition: answerTo('nutrition'),
    energy: answerTo('energy'),
    sleepHours: answerTo('sleep_hours'),
  };
}

/** Answers to the built-in form, from the columns of a check-in. */
export const builtInAnswers = ({
  weightKg,
  adherence,
  energy,
  sleepHours,
  note,
}: Omit<MetricValues, 'nutrition'> & { note: string }): Answers =>
  Object.fromEntries(
    Object.entries({ weight: weightKg, adherence, energy, sleep: sleepHours, note: note || null }).flatMap(
      ([id, value]): [string, Answer][] => (value === null ? [] : [[id, value]]),
    ),
  );

/** Answer to the same question in another check-in, found by id, else by metric. */
export function matchingAnswer(
  question: Question,
  questions: readonly Question[],
  answers: Answers,
): Answer | undefined {
  const own = questions.find(({ id }) => id === question.id);
  if (own) return own.type === question.type ? getAnswer(answers, own.id) : undefined;
  const metric = metricOf(question);
  const same = metric && questions.find((asked) => metricOf(asked) === metric);
  return same ? getAnswer(answers, same.id) : undefined;
}

/**
 * Moves answers of an earlier form version to the current questions, by question id, where they are still valid.
 * `left` holds the answers that no longer fit.
 */
export function migrateAnswers(questions: readonly Question[], answers: Answers): { answers: Answers; left: Answers } {
  const asked = new Map(questions.map((question) => [question.id, question]));
  const fits = ([id, answer]: [string, Answer]) => {
    const question = asked.get(id);
    return question !== undefined && answerProblem(question, answer) === undefined;
  };
  const given = Object.entries(answers).filter(([, answer]) => isAnswered(answer));
  return {
    answers: Object.fromEntries(given.filter(fits)),
    left: Object.fromEntries(given.filter((entry) => !fits(entry))),
  };
}
