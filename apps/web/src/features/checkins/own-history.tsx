import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins';
import type { Form } from '@stridewell/contract/checkins.forms.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { useState } from 'react';
import { SectionCard } from '../../components/section-card.tsx';
import classes from './check-in-list.module.css';
import { questionsOf } from './check-in-list.tsx';
import { answerLines, WrittenAnswers } from './written-answers.tsx';

type OwnCheckIn = CheckIn & { reply: { body: string; at: string } | null };
type OwnHistoryProps = {
  checkIns: readonly OwnCheckIn[];
  forms: readonly Form[];
  today: string;
  units: UnitSystem;
  coachName: string;
};

/** So many are shown at first, because the form is above them. */
const FIRST = 4;

/** What the client has sent, newest first, with what the coach wrote back. */
export function OwnHistory({ checkIns, forms, today, units, coachName }: OwnHistoryProps) {
  const [all, setAll] = useState(false);
  return (
    <SectionCard title="Your check-ins">
      {checkIns.length === 0 && <Text c="dimmed">Your check-ins and the replies of {coachName} will be here.</Text>}
      <ol className={classes.list}>
        {(all ? checkIns : checkIns.slice(0, FIRST)).map((checkIn) => (
          <li key={checkIn.id} className={classes.own}>
            <Group justify="space-between" gap="xs">
              <Text fw={650}>{relativeDayLabel(checkIn.day, today)}</Text>
              {checkIn.reviewedAt ? <Badge>Read</Badge> : <Badge color="gray">Sent</Badge>}
            </Group>
            <WrittenAnswers
              lines={answerLines({ questions: [...questionsOf(forms, checkIn)] }, checkIn.answers, units)}
            />
            {checkIn.reply && (
              <Stack gap={2} className={classes.reply}>
                <Text size="sm" fw={600}>
                  {coachName}
                </Text>
                <Text className={classes.said}>{checkIn.reply.body}</Text>
              </Stack>
            )}
          </li>
        ))}
      </ol>
      {!all && checkIns.length > FIRST && (
        <Button variant="light" fullWidth mt="xs" mih={44} onClick={() => setAll(true)}>
          Show all {checkIns.length}
        </Button>
      )}
    </SectionCard>
  );
}
