import { Button, Stack } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import {
  type AnswerProblems,
  type Answers,
  checkAnswers,
  type Form,
  getAnswer,
  metricOf,
  trimAnswers,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { isHiddenQuestion } from '@stridewell/contract/checkins/checkins.hidden.rules';
import { isDoubtfulWeight } from '@stridewell/contract/progress/progress.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { messageOf, problemsOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { WeightDoubt } from '../../shared/weight-doubt.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type KnownAnswers, lastAnswer } from './checkins.answers.ts';
import type { RelationshipIds } from './checkins.outbox.ts';
import type { Submission } from './checkins.queries.ts';
import { QuestionField } from './question-field.tsx';

type CheckInFormProps = {
  form: Form;
  units: UnitSystem;
  /** Above the questions. */
  before?: ReactNode;
  /** Below the button. */
  after?: ReactNode;
  submitLabel: string;
  pending: boolean;
  error: Error | null;
  /** Receives the form as well, because the coach may have changed it meanwhile. */
  onSubmit: (submission: Submission, answered: Form) => void;
  /** The owner of the photos; without it the form takes none. */
  photos?: RelationshipIds | undefined;
  /** Earlier answers, with the id for the submission. */
  draft?: Pick<Submission, 'id' | 'answers'> | undefined;
  /** Answers that are known already, with what they come from. */
  known?: KnownAnswers | undefined;
  /** The check-in before this one, to compare with. */
  last?: CheckIn | null | undefined;
  /** The weight in kg that an unlikely one is compared with; that of `last` by default. */
  beforeKg?: number | null | undefined;
  /** First sentence of the error message. */
  failed?: string;
  /** Numbers are hidden from the client, who types them without seeing them again. */
  isBlind?: boolean;
  /** Runs after every answer. */
  onAnswer?: (submission: Submission, answered: Form) => void;
};

/** The weight in kg among the answers. */
function weightIn({ questions }: Form, answers: Answers): number | undefined {
  const question = questions.find((one) => metricOf(one) === 'weight_kg');
  const value = question && getAnswer(answers, question.id);
  return typeof value === 'number' ? value : undefined;
}

/** A form to answer. A failure keeps all answers, and one id for all tries stores the check-in once. */
export function CheckInForm({
  form,
  units,
  before,
  after,
  submitLabel,
  pending,
  error,
  onSubmit,
  photos,
  draft,
  known,
  last,
  beforeKg = last?.weightKg,
  failed = 'The check-in was not sent, and nothing you typed is lost.',
  isBlind = false,
  onAnswer,
}: CheckInFormProps) {
  const [id] = useState(() => draft?.id ?? newId());
  // Stays the version that was opened when the coach changes the form meanwhile.
  const [opened] = useState(form);
  const [answers, setAnswers] = useState<Answers>(() => draft?.answers ?? known?.answers ?? {});
  const [problems, setProblems] = useState<AnswerProblems>(() => problemsOf(error));
  /** The weight in kg that the person was asked about, and what it was compared with. */
  const [asked, setAsked] = useState<{ kg: number; beforeKg: number } | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const submissionOf = (given: Answers) => ({
    id,
    templateId: opened.templateId,
    version: opened.version,
    answers: trimAnswers(given),
  });
  const answer = (questionId: string, value: Answers[string] | undefined) => {
    const { [questionId]: _before, ...others } = answers;
    const { [questionId]: _problem, ...left } = problems;
    const next = value === undefined ? others : { ...others, [questionId]: value };
    setAnswers(next);
    setProblems(left);
    setAsked(null);
    onAnswer?.(submissionOf(next), opened);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const submission = submissionOf(answers);
    const found = checkAnswers(opened.questions, submission.answers);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusProblem();
    const weight = isBlind ? undefined : weightIn(opened, submission.answers);
    if (weight !== undefined && beforeKg != null && isDoubtfulWeight(weight, beforeKg)) {
      const isAsked = asked?.kg === weight && asked.beforeKg === beforeKg;
      if (!isAsked) return setAsked({ kg: weight, beforeKg });
    }
    onSubmit(submission, opened);
  };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="lg">
        {before}
        {opened.questions.map((question) => (
          <QuestionField
            isBlind={isBlind && isHiddenQuestion(question)}
            key={question.id}
            question={question}
            value={getAnswer(answers, question.id)}
            onChange={(value) => answer(question.id, value)}
            error={Object.hasOwn(problems, question.id) ? problems[question.id] : undefined}
            units={units}
            lines={[last ? lastAnswer(question, last, units) : undefined, known?.sources[question.id]].filter(
              (line) => line !== undefined,
            )}
            photos={photos}
          />
        ))}
        {Object.keys(problems).length > 1 && (
          <ProblemAlert text={`${Object.keys(problems).length} answers need another look.`} />
        )}
        <ProblemAlert text={error && `${failed} ${messageOf(error, 'Check your connection and try again.')}`} />
        {asked && asked.beforeKg === beforeKg && <WeightDoubt kg={asked.kg} beforeKg={asked.beforeKg} units={units} />}
        <Stack gap="xs">
          <Button type="submit" size="lg" loading={pending}>
            {submitLabel}
          </Button>
          {after}
        </Stack>
      </Stack>
    </form>
  );
}
