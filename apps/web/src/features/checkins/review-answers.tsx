import { Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import {
  type Form,
  getAnswer,
  matchingAnswer,
  metricOf,
  type Question,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { questionsOf } from './check-in-table.tsx';
import { type AnswerLine, changeText, linesOf, meaningOf } from './checkins.answers.ts';
import { FigureChange } from './figure-change.tsx';
import classes from './review-answers.module.css';

type ReviewAnswersProps = {
  checkIn: CheckIn;
  /** The two before it, newest first. */
  earlier: readonly CheckIn[];
  forms: readonly Form[];
  goal: string | null;
  today: string;
  units: UnitSystem;
};

const COMPARED = 2;

/** Each answer beside those of the two check-ins before. */
export function ReviewAnswers({ checkIn, earlier, forms, goal, today, units }: ReviewAnswersProps) {
  const before = earlier.slice(0, COMPARED);
  const rows = questionsOf(forms, checkIn)
    .filter(({ type }) => type !== 'photo')
    .map((question) => ({
      question,
      lines: linesOf(question, getAnswer(checkIn.answers, question.id), units),
      earlier: before.map((one) =>
        linesOf(question, matchingAnswer(question, questionsOf(forms, one), one.answers), units),
      ),
    }));
  return (
    <Table verticalSpacing="sm" className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <VisuallyHidden>Question</VisuallyHidden>
          </Table.Th>
          <Table.Th>{relativeDayLabel(checkIn.day, today)}</Table.Th>
          {before.map(({ id, day }) => (
            <Table.Th key={id} className={classes.before}>
              {relativeDayLabel(day, today)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ question, lines, earlier: past }) => (
          <Table.Tr key={question.id}>
            <Table.Th scope="row" className={classes.question}>
              {question.label}
            </Table.Th>
            <Table.Td className={classes.now}>
              {lines.length === 0 && <Text c="dimmed">No answer</Text>}
              {lines.map((line) => (
                <Group key={line.name} gap="2px 8px">
                  <Line line={line} />
                  <Change question={question} line={line} before={past[0]} goal={goal} units={units} />
                </Group>
              ))}
            </Table.Td>
            {past.map((linesThen, index) => (
              <Table.Td
                key={before[index]?.id}
                className={classes.before}
                data-label={relativeDayLabel(before[index]?.day ?? today, today)}
              >
                {linesThen.length === 0 ? '–' : linesThen.map((line) => <Line key={line.name} line={line} />)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Line({ line: { name, text } }: { line: AnswerLine }) {
  return (
    <Text span inherit display="block" style={{ whiteSpace: 'pre-line' }}>
      {name && (
        <Text span inherit c="dimmed">
          {name}{' '}
        </Text>
      )}
      {text}
    </Text>
  );
}

type ChangeProps = {
  question: Question;
  line: AnswerLine;
  before: readonly AnswerLine[] | undefined;
  goal: string | null;
  units: UnitSystem;
};

/** The difference to the check-in before. */
function Change({ question, line, before, goal, units }: ChangeProps) {
  const then = before?.find(({ name }) => name === line.name)?.value;
  if (line.value === null || then === null || then === undefined) return null;
  const change = line.value - then;
  const text = changeText(question, change, units);
  if (!text) return null;
  return <FigureChange text={text} rising={change > 0} meaning={meaningOf(metricOf(question), change, goal)} />;
}
