import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { SectionCard } from '../../components/section-card.tsx';
import type { rpc } from '../../lib/rpc.ts';
import { questionsOf } from './check-in-table.tsx';
import { ownCheckInsQuery } from './checkins.queries.ts';
import { answerLines, WrittenAnswers } from './written-answers.tsx';

type OwnHistoryProps = { units: UnitSystem; coachName: string };

/** Few at first, because the form is above them. */
const FIRST = 4;

/** The client's submitted check-ins with the coach's replies, newest first. */
export function OwnHistory({ units, coachName }: OwnHistoryProps) {
  return (
    <QueryBoundary
      query={useQuery(ownCheckInsQuery())}
      failed="Your check-ins could not be loaded"
      loading="Your check-ins are loading"
      skeleton={240}
    >
      {(history) => <History {...history} units={units} coachName={coachName} />}
    </QueryBoundary>
  );
}

/** Shows the check-in that the address names, as the card of a reply in the messages does. */
function reveal(item: HTMLElement | null): void {
  item?.scrollIntoView?.({ block: 'center' });
  item?.focus({ preventScroll: true });
}

type HistoryProps = OwnHistoryProps & Awaited<ReturnType<typeof rpc.checkins.listOwnCheckIns>>;

function History({ checkIns, forms, today, units, coachName }: HistoryProps) {
  const { hash } = useLocation();
  const named = checkIns.findIndex(({ id }) => hash === `check-in-${id}`);
  const [all, setAll] = useState(named >= FIRST);
  return (
    <SectionCard title="Your check-ins">
      {checkIns.length === 0 && <Text c="dimmed">Your check-ins and {coachName}’s replies will be here.</Text>}
      <ol className={rows.divided}>
        {(all ? checkIns : checkIns.slice(0, FIRST)).map((checkIn, index) => (
          <Box key={checkIn.id} component="li" py="md" {...(index === named && { ref: reveal, tabIndex: -1 })}>
            <Group justify="space-between" gap="xs">
              <Text fw={650}>{relativeDayLabel(checkIn.day, today)}</Text>
              {checkIn.reviewedAt ? <Badge>Read</Badge> : <Badge color="gray">Sent</Badge>}
            </Group>
            <WrittenAnswers
              lines={answerLines({ questions: [...questionsOf(forms, checkIn)] }, checkIn.answers, units)}
            />
            {checkIn.reply && (
              <Stack gap={2} mt="sm" px="md" py="sm" bg="var(--fill-faint)" bdrs="md">
                <Text size="sm" fw={600}>
                  {coachName}
                </Text>
                <Text style={{ whiteSpace: 'pre-line' }}>{checkIn.reply.body}</Text>
              </Stack>
            )}
          </Box>
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
