import { Anchor, Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins';
import { type Form, getAnswer } from '@stridewell/contract/checkins.forms.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { Link } from '@tanstack/react-router';
import rows from '../../components/rows.module.css';
import { weightChangeLabel } from '../../lib/format.ts';
import classes from './check-in-list.module.css';
import { linesOf } from './checkins.answers.ts';

type CheckInListProps = {
  coachId: string;
  checkIns: readonly CheckIn[];
  forms: readonly Form[];
  today: string;
  units: UnitSystem;
};

type Answered = Pick<CheckIn, 'templateId' | 'version'>;

/** The version that a check-in answers. */
export const formOf = (forms: readonly Form[], { templateId, version }: Answered): Form | undefined =>
  forms.find((form) => form.templateId === templateId && form.version === version);

/** The questions of a check-in; none when its form is not among `forms`. */
export const questionsOf = (forms: readonly Form[], checkIn: Answered) => formOf(forms, checkIn)?.questions ?? [];

/** Check-ins, newest first, each with the change of weight since the one before. */
export function CheckInList({ coachId, checkIns, forms, today, units }: CheckInListProps) {
  return (
    <ol className={rows.divided}>
      {checkIns.map((checkIn, index) => {
        const lines = questionsOf(forms, checkIn).flatMap((question) => {
          const isLong = question.type === 'text' && question.long;
          return linesOf(question, getAnswer(checkIn.answers, question.id), units).map(({ name, text }) => ({
            key: question.id + name,
            label: name || question.label,
            isLong,
            text:
              'metric' in question && question.metric === 'weight_kg'
                ? text + changeSince(checkIn, checkIns.slice(index + 1), units)
                : text,
          }));
        });
        return (
          <li key={checkIn.id} className={classes.item}>
            <Stack gap={4} align="flex-start">
              <Anchor component={Link} to={`/coach/${coachId}/check-ins/${checkIn.id}`} c="inherit" fw={650}>
                {relativeDayLabel(checkIn.day, today)}
              </Anchor>
              <Group gap={4}>
                {checkIn.byCoach && <Badge color="gray">Logged by you</Badge>}
                {!checkIn.reviewedAt && <Badge>To review</Badge>}
              </Group>
            </Stack>
            <SimpleGrid component="dl" minColWidth="108px" spacing="sm" verticalSpacing="xs">
              {lines
                .filter(({ isLong }) => !isLong)
                .map(({ key, label, text }) => (
                  <div key={key}>
                    <Text component="dt" size="xs" c="dimmed" lineClamp={2}>
                      {label}
                    </Text>
                    <Text component="dd">{text}</Text>
                  </div>
                ))}
            </SimpleGrid>
            {lines
              .filter(({ isLong }) => isLong)
              .map(({ key, text }) => (
                <Text key={key} className={classes.note} style={{ whiteSpace: 'pre-line' }}>
                  {text}
                </Text>
              ))}
          </li>
        );
      })}
    </ol>
  );
}

function changeSince({ weightKg }: CheckIn, earlier: readonly CheckIn[], units: UnitSystem): string {
  const before = earlier.find((checkIn) => checkIn.weightKg !== null)?.weightKg ?? weightKg;
  const change = weightKg !== null && before !== null && weightChangeLabel(weightKg - before, units);
  return change ? ` (${change} since the one before)` : '';
}
