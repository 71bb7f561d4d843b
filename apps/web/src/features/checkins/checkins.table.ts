import {
  type Answer,
  type Answers,
  getAnswer,
  metricOf,
  type Question,
} from '@stridewell/contract/checkins/checkins.forms.rules';

/** One answer in the table; `question` is worded as its check-in asked it, and null where the form did not ask. */
export type AnswerCell = { question: Question | null; answer: Answer | undefined };

/** One question over time, as the newest check-in that has it asks it. */
export type AnswerColumn = {
  question: Question;
  /** Whether the newest check-in asks it. */
  current: boolean;
  /** Other wordings that earlier check-ins used, newest first. */
  earlierLabels: string[];
  /** One cell for each check-in, in their order. */
  cells: AnswerCell[];
};

type Answered = { questions: readonly Question[]; answers: Answers };

/** The column of a question: the same id and type, else the same metric. No two questions share a column. */
function findColumn(columns: readonly AnswerColumn[], question: Question, taken: ReadonlySet<AnswerColumn>) {
  const free = columns.filter((column) => !taken.has(column));
  const metric = metricOf(question);
  return (
    free.find((column) => column.question.id === question.id && column.question.type === question.type) ??
    free.find((column) => metric !== null && metricOf(column.question) === metric)
  );
}

/**
 * Answers of check-ins, newest first, as columns of one table. The questions of the newest check-in come first in their
 * order, then those that only earlier ones asked.
 */
export function answerColumns(checkIns: readonly Answered[]): AnswerColumn[] {
  const columns: AnswerColumn[] = [];
  const notAsked = (): AnswerCell => ({ question: null, answer: undefined });
  for (const [index, { questions, answers }] of checkIns.entries()) {
    const taken = new Set<AnswerColumn>();
    // Those with the same id first: a question of the same metric must not take their column.
    const known = new Set(columns.map(({ question }) => question.id));
    const ordered = [...questions].sort((a, b) => Number(known.has(b.id)) - Number(known.has(a.id)));
    for (const question of ordered) {
      let column = findColumn(columns, question, taken);
      if (!column) {
        const cells = checkIns.map(notAsked);
        column = { question, current: index === 0, earlierLabels: [], cells };
        columns.push(column);
      }
      taken.add(column);
      column.cells[index] = { question, answer: getAnswer(answers, question.id) };
      const { label } = question;
      if (label !== column.question.label && !column.earlierLabels.includes(label)) column.earlierLabels.push(label);
    }
  }
  return columns;
}
