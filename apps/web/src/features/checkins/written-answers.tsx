import { SimpleGrid, Text } from '@mantine/core';
import { type Answers, type Form, getAnswer, isAnswered } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { LongText } from '../../ui/long-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { linesOf } from './checkins.answers.ts';

/** Answers line by line. Without the form the questions are unknown, so the lines are numbered. */
export function answerLines(form: Pick<Form, 'questions'> | null, answers: Answers, units: UnitSystem) {
  if (form) {
    return form.questions.flatMap((question) =>
      linesOf(question, getAnswer(answers, question.id), units).map(({ name, text }) => ({
        key: question.id + name,
        label: name || question.label,
        isLong: question.type === 'text',
        text,
      })),
    );
  }
  return Object.entries(answers).flatMap(([key, answer], index) => {
    const isText = typeof answer === 'string' || typeof answer === 'number';
    const parts = Array.isArray(answer)
      ? answer.filter((one) => typeof one === 'string')
      : Object.entries(answer).map(([name, value]) => `${name} ${value}`);
    const text = isText ? String(answer) : parts.join(', ');
    return isAnswered(answer) && text ? [{ key, label: `Answer ${index + 1}`, isLong: true, text }] : [];
  });
}

/** Short answers beside each other, long ones below them. */
export function WrittenAnswers({ lines }: { lines: ReturnType<typeof answerLines> }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} verticalSpacing="xs" mt="xs">
      {lines.map(({ key, label, isLong, text }) => (
        <div key={key} style={{ gridColumn: isLong ? '1 / -1' : undefined }}>
          <Muted component="dt">{label}</Muted>
          <Text component="dd" style={{ whiteSpace: 'pre-line' }}>
            <LongText text={text} />
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
