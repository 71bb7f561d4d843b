import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/load-error.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import classes from './check-in-list.module.css';
import { questionsOf } from './check-in-list.tsx';
import { ownCheckInsQuery } from './checkins.queries.ts';
import { answerLines, WrittenAnswers } from './written-answers.tsx';

type OwnHistoryProps = { units: UnitSystem; coachName: string };

/** So many are shown at first, because the form is above them. */
const FIRST = 4;

/** What the client has sent, newest first, with what the coach wrote back. */
export function OwnHistory({ units, coachName }: OwnHistoryProps) {
  const [all, setAll] = useState(false);
  const query = useQuery(ownCheckInsQuery());
  if (query.isLoadingError) {
    return <LoadError title="Your check-ins could not be loaded" error={query.error} onRetry={() => query.refetch()} />;
  }
  if (!query.data)
    return <Skeleton h={240} radius="lg" role="status" aria-busy aria-label="Your check-ins are loading" />;
  const { checkIns, forms, today } = query.data;
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
