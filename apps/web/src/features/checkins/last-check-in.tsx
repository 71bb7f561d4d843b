import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { AnsweredCheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import type { Form } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { CheckInStatus } from '@stridewell/contract/checkins/checkins.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { checkInStatusText } from '../../shared/figure-text.ts';
import { Fact } from '../../ui/fact.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { answerLines } from './written-answers.tsx';

/** Short answers in the summary; the rest is one click away. */
const SHOWN_FIGURES = 4;

type LastCheckInProps = {
  coachId: string;
  checkIn: AnsweredCheckIn | null;
  form: Form | null;
  /** Null while nothing is due. */
  next: CheckInStatus | null;
  today: string;
  units: UnitSystem;
  aside: ReactNode;
};

/** The last check-in of a client in short, with the coach's reply or the way to write it. */
export function LastCheckIn({ coachId, checkIn, form, next: status, today, units, aside }: LastCheckInProps) {
  const next = status && <Muted>{checkInStatusText(status, today)}</Muted>;
  if (!checkIn) {
    return (
      <SectionCard title="Last check-in" aside={aside}>
        <Stack gap={4}>
          <Text c="dimmed">No check-in yet.</Text>
          {next}
        </Stack>
      </SectionCard>
    );
  }
  const to = `/coach/${coachId}/check-ins/${checkIn.id}`;
  const lines = form ? answerLines(form, checkIn.answers, units) : [];
  const written = lines.find(({ isLong }) => isLong);
  return (
    <SectionCard title="Last check-in" aside={aside}>
      <Stack gap="sm">
        <Group gap="xs">
          <Anchor component={Link} to={to} c="inherit" fw={550}>
            {relativeDayLabel(checkIn.day, today)}
          </Anchor>
          {checkIn.byCoach && <Muted span>Logged by you</Muted>}
        </Group>
        <SimpleGrid component="dl" cols={2} spacing="sm" verticalSpacing="xs">
          {lines
            .filter(({ isLong }) => !isLong)
            .slice(0, SHOWN_FIGURES)
            .map(({ key, label, text }) => (
              <Fact key={key} label={label}>
                {text}
              </Fact>
            ))}
        </SimpleGrid>
        {written && (
          <Text lineClamp={3} style={{ whiteSpace: 'pre-line' }}>
            “{written.text}”
          </Text>
        )}
        {checkIn.reply ? (
          <Stack gap={2} px="sm" py="xs" bg="var(--fill-faint)" bdrs="md">
            <Muted>Your reply</Muted>
            <Text lineClamp={3} style={{ whiteSpace: 'pre-line' }}>
              {checkIn.reply.body}
            </Text>
          </Stack>
        ) : checkIn.reviewedAt ? (
          <Muted>You reviewed it without a reply.</Muted>
        ) : (
          <Anchor component={Link} to={to} size="sm" fw={600}>
            Waiting for your review
          </Anchor>
        )}
        {next}
      </Stack>
    </SectionCard>
  );
}
