import type { Answers, Question } from './checkins.forms.rules.ts';

/** Units and words of questions about food and body weight, which have no metric in forms that coaches wrote. */
const HIDDEN_UNITS = /^(k?cal|kj|g|grams?)$/i;
const HIDDEN_WORDS =
  /\b(body ?weight|weigh(t|s|ed|-?ins?)?|bmi|k?cal(ories?)?|proteins?|carb(ohydrate)?s?|macros?|body ?fat)\b/i;

/**
 * Whether a question asks for a number that is hidden from a client whose numbers are off. It stays in the form, may
 * stay open, and its answer is sent and never shown again.
 */
export const isHiddenQuestion = (question: Question): boolean =>
  question.type === 'number' &&
  (question.metric === 'weight_kg' ||
    HIDDEN_UNITS.test(question.unit.trim()) ||
    HIDDEN_WORDS.test(question.label) ||
    HIDDEN_WORDS.test(question.unit));

/** The questions as a client whose numbers are off gets them. */
export const withOptionalHidden = (questions: readonly Question[]): Question[] =>
  questions.map((question) =>
    isHiddenQuestion(question) ? Object.assign({}, question, { required: false }) : question,
  );

/**
 * Answers without those to hidden questions.
 * @param questions of the form; without them every number might be a hidden one
 */
export function withoutHiddenAnswers(questions: readonly Question[] | undefined, answers: Answers): Answers {
  const hidden = new Set(questions?.filter(isHiddenQuestion).map(({ id }) => id));
  const isShown = (id: string, answer: Answers[string]) =>
    questions === undefined ? typeof answer !== 'number' : !hidden.has(id);
  return Object.fromEntries(Object.entries(answers).filter(([id, answer]) => isShown(id, answer)));
}

/** A correction by a client who does not see the hidden answers, which stay unless they are given again. */
export function keepHiddenAnswers(questions: readonly Question[], given: Answers, stored: Answers): Answers {
  const kept = questions.filter(isHiddenQuestion).flatMap(({ id }): [string, Answers[string]][] => {
    const answer = Object.hasOwn(stored, id) ? stored[id] : undefined;
    return answer === undefined || Object.hasOwn(given, id) ? [] : [[id, answer]];
  });
  return { ...Object.fromEntries(kept), ...given };
}
