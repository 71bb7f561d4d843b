import { Alert, Button, Stack } from '@mantine/core';
import {
  type AnswerProblems,
  type Answers,
  checkAnswers,
  type Form,
  getAnswer,
  trimAnswers,
} from '@stridewell/contract/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { messageOf, problemsOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import type { PhotoPlace } from './photo-question.tsx';
import { QuestionField } from './question-field.tsx';

export type Submission = { id: string; templateId: string | null; version: number; answers: Answers };

type CheckInFormProps = {
  form: Form;
  units: UnitSystem;
  /** Before the questions. */
  before?: ReactNode;
  /** Below the button. */
  after?: ReactNode;
  submitLabel: string;
  pending: boolean;
  error: Error | null;
  /** Told with the form that it answers. */
  onSubmit: (submission: Submission, asked: Form) => void;
  photos?: PhotoPlace | undefined;
  /** What was begun already, with the id that it will be sent with. */
  begun?: Pick<Submission, 'id' | 'answers'> | undefined;
  /** Told at every step. */
  onStep?: (submission: Submission, asked: Form) => void;
};

/** Any form, as it is answered. Nothing typed is lost when sending fails, and sending twice stores it once. */
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
  begun,
  onStep,
}: CheckInFormProps) {
  const [id] = useState(() => begun?.id ?? newId());
  // The version that was opened is the one that is answered, whatever the coach changes meanwhile.
  const [asked] = useState(form);
  const [answers, setAnswers] = useState<Answers>(() => begun?.answers ?? {});
  const [problems, setProblems] = useState<AnswerProblems>(() => problemsOf(error));
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const submissionOf = (given: Answers) => ({
    id,
    templateId: asked.templateId,
    version: asked.version,
    answers: trimAnswers(given),
  });
  const answer = (questionId: string, value: Answers[string] | undefined) => {
    const { [questionId]: _before, ...others } = answers;
    const { [questionId]: _problem, ...left } = problems;
    const next = value === undefined ? others : { ...others, [questionId]: value };
    setAnswers(next);
    setProblems(left);
    onStep?.(submissionOf(next), asked);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const submission = submissionOf(answers);
    const found = checkAnswers(asked.questions, submission.answers);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusProblem();
    onSubmit(submission, asked);
  };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="lg">
        {before}
        {asked.questions.map((question) => (
          <QuestionField
            key={question.id}
            question={question}
            value={getAnswer(answers, question.id)}
            onChange={(value) => answer(question.id, value)}
            error={Object.hasOwn(problems, question.id) ? problems[question.id] : undefined}
            units={units}
            photos={photos}
          />
        ))}
        {Object.keys(problems).length > 1 && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {Object.keys(problems).length} answers need another look.
          </Alert>
        )}
        {error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            The check-in was not sent, and nothing you typed is lost.{' '}
            {messageOf(error, 'Check your connection and try again.')}
          </Alert>
        )}
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
