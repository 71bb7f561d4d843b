import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import type { AnsweredCheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import { getAnswer, isAnswered, type Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import classes from './check-in-cards.module.css';
import { type CheckInTableProps, isWeight, questionsOf, weightSince } from './check-in-table.tsx';
import { isFigure, linesOf } from './checkins.answers.ts';

/** Cards before "Show more", and each time it is pressed. */
const PAGE = 12;

/** Check-ins on a phone, newest first: the day, the weight, and the other answers in short. Each opens in full. */
export function CheckInCards({ coachId, checkIns, forms, today, units }: CheckInTableProps) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <ul className={rows.divided} aria-label="Check-ins, newest first">
        {checkIns.slice(0, shown).map((checkIn, index) => {
          const questions = questionsOf(forms, checkIn);
          const weight = questions.find(isWeight);
          const [weighed] = weight ? linesOf(weight, getAnswer(checkIn.answers, weight.id), units) : [];
          const figures = figuresOf(checkIn, questions, units);
          const words = wordsOf(checkIn, questions);
          return (
            <li key={checkIn.id} className={classes.card}>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Anchor
                  component={Link}
                  to={`/coach/${coachId}/check-ins/${checkIn.id}`}
                  c="inherit"
                  fw={600}
                  className={classes.open}
                >
                  {relativeDayLabel(checkIn.day, today)}
                </Anchor>
                {weighed && (
                  <Text span fw={600}>
                    {weighed.text}{' '}
                    <Muted span fw={400}>
                      {weightSince(checkIns, index, units)}
                    </Muted>
                  </Text>
                )}
              </Group>
              {(figures || !checkIn.reviewedAt || checkIn.byCoach) && (
                <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                  <Muted lineClamp={2}>{figures}</Muted>
                  {!checkIn.reviewedAt && <Badge flex="none">To review</Badge>}
                  {checkIn.byCoach && <Muted flex="none">Logged by you</Muted>}
                </Group>
              )}
              {words && (
                <Text size="sm" lineClamp={1}>
                  {words}
                </Text>
              )}
            </li>
          );
        })}
      </ul>
      {checkIns.length > shown && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, checkIns.length - shown)} more
        </Button>
      )}
    </>
  );
}

/** The numbers beside the weight, each with its question, like `Energy 3 of 5`. */
const figuresOf = ({ answers }: AnsweredCheckIn, questions: readonly Question[], units: UnitSystem): string =>
  questions
    .filter((question) => isFigure(question) && !isWeight(question))
    .flatMap((question) =>
      linesOf(question, getAnswer(answers, question.id), units).map(({ text }) => `${question.label} ${text}`),
    )
    .join(' · ');

/** The first answer in the client's own words. */
function wordsOf({ answers }: AnsweredCheckIn, questions: readonly Question[]): string | undefined {
  const texts = questions.map((question) => question.type === 'text' && getAnswer(answers, question.id));
  return texts.find((text): text is string => typeof text === 'string' && isAnswered(text));
}
