import { Badge, Group, Stack, Text } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins';
import { type Form, ownAnswer } from '@stridewell/contract/checkins.forms.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { SectionCard } from '../../components/section-card.tsx';
import classes from './check-in-list.module.css';
import { questionsOf } from './check-in-list.tsx';
import { linesOf } from './checkins.answers.ts';

type OwnHistoryProps = {
  checkIns: readonly (CheckIn & { reply: { body: string; at: string } | null })[];
  forms: readonly Form[];
  today: string;
  units: UnitSystem;
  coachName: string;
};

/** What the client has sent, newest first, with what the coach wrote back. */
export function OwnHistory({ checkIns, forms, today, units, coachName }: OwnHistoryProps) {
  return (
    <SectionCard title="Your check-ins">
      {checkIns.length === 0 && <Text c="dimmed">Your check-ins and the replies of {coachName} will be here.</Text>}
      <Stack gap={0} component="ol" className={classes.list}>
        {checkIns.map((checkIn) => (
          <Stack component="li" key={checkIn.id} gap="xs" py="md" className={classes.own}>
            <Group justify="space-between" gap="xs">
              <Text fw={600}>{relativeDayLabel(checkIn.day, today)}</Text>
              {checkIn.reviewedAt ? <Badge>Read</Badge> : <Badge color="gray">Sent</Badge>}
            </Group>
            <Text size="sm" c="dimmed" className={classes.note}>
              {questionsOf(forms, checkIn)
                .flatMap((question) =>
                  linesOf(question, ownAnswer(checkIn.answers, question.id), units).map(
                    ({ name, text }) => `${name || question.label}: ${text}`,
                  ),
                )
                .join(' · ')}
            </Text>
            {checkIn.reply && (
              <Stack gap={2} className={classes.reply}>
                <Text size="sm" fw={600}>
                  {coachName}
                </Text>
                <Text className={classes.note}>{checkIn.reply.body}</Text>
              </Stack>
            )}
          </Stack>
        ))}
      </Stack>
    </SectionCard>
  );
}
