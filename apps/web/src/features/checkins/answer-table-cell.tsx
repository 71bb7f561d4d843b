import { Anchor, Group, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { isAnswered, type Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import type { PhotoDay } from '../../ui/photo-compare.tsx';
import classes from './check-in-table.module.css';
import { figureIn, isFigure, linesOf } from './checkins.answers.ts';
import type { AnswerCell } from './checkins.table.ts';

export type LongAnswer = { title: string; text: string };

/** About three lines of the column. */
const LONG_TEXT = 110;
const SHOWN_LINES = 3;
const isLong = (text: string) => text.length > LONG_TEXT || text.split('\n').length > SHOWN_LINES;

type LongCellProps = { text: string; title: string; onReadAll: (answer: LongAnswer) => void };

/** A text that is cut after a few lines, with a way to read all of it. */
export const LongCell = ({ text, title, onReadAll }: LongCellProps) => (
  <>
    <Text size="sm" lineClamp={SHOWN_LINES} style={{ whiteSpace: 'pre-line' }}>
      {text}
    </Text>
    {isLong(text) && (
      <Anchor component="button" type="button" size="sm" onClick={() => onReadAll({ title, text })}>
        Read all<VisuallyHidden> of {title}</VisuallyHidden>
      </Anchor>
    )}
  </>
);

type AnswerTableCellProps = {
  /** The question that the column's head names. */
  column: Question;
  cell: AnswerCell | undefined;
  /** Below the answer. */
  note: string | null;
  photos: PhotoDay['photos'];
  day: string;
  units: UnitSystem;
  onReadAll: (answer: LongAnswer) => void;
  onPhoto: (id: string) => void;
};

/** One answer. Tells an open answer from a question that the check-in did not ask. */
export function AnswerTableCell({ column, cell, note, photos, day, units, onReadAll, onPhoto }: AnswerTableCellProps) {
  const { question = null, answer } = cell ?? {};
  const figure = isFigure(column) ? classes.figure : undefined;
  if (!question) {
    return (
      <Table.Td className={figure}>
        <VisuallyHidden>Not asked</VisuallyHidden>
      </Table.Td>
    );
  }
  if (!isAnswered(answer)) {
    return (
      <Table.Td className={figure} c="dimmed">
        <span aria-hidden>–</span>
        <VisuallyHidden>No answer</VisuallyHidden>
      </Table.Td>
    );
  }
  if (typeof answer === 'number') {
    return (
      <Table.Td className={figure}>
        {figureIn(question, answer, column, units)}
        {note && (
          <Text span size="xs" c="dimmed" display="block">
            {note}
          </Text>
        )}
      </Table.Td>
    );
  }
  if (typeof answer === 'string') {
    return (
      <Table.Td className={classes.text}>
        <LongCell text={answer} title={`${question.label}, ${day}`} onReadAll={onReadAll} />
      </Table.Td>
    );
  }
  if (question.type === 'photo' && Array.isArray(answer)) {
    const ids = new Set(answer.map((one) => (typeof one === 'string' ? one : one.fileId)));
    return (
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          {photos
            .filter(({ id }) => ids.has(id))
            .map(({ id, view, thumb }) => (
              <UnstyledButton key={id} onClick={() => onPhoto(id)}>
                <img src={thumb} alt={`Open ${view}, ${day}`} loading="lazy" className={classes.photo} />
              </UnstyledButton>
            ))}
        </Group>
      </Table.Td>
    );
  }
  return (
    <Table.Td className={classes.short}>
      {linesOf(question, answer, units).map(({ name, text }) => (
        <Text key={name} size="sm">
          {name && `${name} `}
          {text}
        </Text>
      ))}
    </Table.Td>
  );
}
