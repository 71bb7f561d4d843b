import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { dayInSentence } from '../../lib/format.ts';
import type { rpc } from '../../lib/rpc.ts';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { formOf } from './check-in-table.tsx';
import type { RelationshipIds } from './checkins.outbox.ts';
import { ownCheckInsQuery } from './checkins.queries.ts';
import { CorrectCheckIn } from './correct-check-in.tsx';
import { answerLines, WrittenAnswers } from './written-answers.tsx';

type OwnHistoryProps = { units: UnitSystem; coachName: string; relationship: RelationshipIds; isBlind: boolean };

/** Few at first, because the form is above them. */
const FIRST = 4;

/** The client's submitted check-ins with the coach's replies, newest first. */
export function OwnHistory(props: OwnHistoryProps) {
  return (
    <QueryBoundary
      query={useQuery(ownCheckInsQuery())}
      failed="Your check-ins could not be loaded"
      loading="Your check-ins are loading"
      skeleton={240}
    >
      {(history) => <History {...history} {...props} />}
    </QueryBoundary>
  );
}

/** Shows the check-in that the address names, as the card of a reply in the messages does. */
function reveal(item: HTMLElement | null): void {
  item?.scrollIntoView?.({ block: 'center' });
  item?.focus({ preventScroll: true });
}

type HistoryProps = OwnHistoryProps & Awaited<ReturnType<typeof rpc.checkins.listOwnCheckIns>>;

function History({ checkIns, forms, today, units, coachName, relationship, isBlind }: HistoryProps) {
  const { hash } = useLocation();
  const named = checkIns.findIndex(({ id }) => hash === `check-in-${id}`);
  const [editing, setEditing] = useState<string | null>(null);
  const [all, setAll] = useState(named >= FIRST);
  return (
    <SectionCard title="Your check-ins">
      {checkIns.length === 0 && <Text c="dimmed">Your check-ins and {coachName}’s replies will appear here.</Text>}
      <ol className={rows.divided}>
        {(all ? checkIns : checkIns.slice(0, FIRST)).map((checkIn, index) => {
          const form = formOf(forms, checkIn);
          // Of those that the coach has read, only the newest is still worth a change.
          const isCurrent = index === 0 || checkIn.reviewedAt === null;
          const canEdit = checkIn.editable && isCurrent && form !== undefined;
          return (
            <Box key={checkIn.id} component="li" py="md" {...(index === named && { ref: reveal, tabIndex: -1 })}>
              <Group justify="space-between" gap="xs">
                <Text fw={650}>{relativeDayLabel(checkIn.day, today)}</Text>
                <Group gap="xs">
                  {checkIn.editedAt && <Muted span>Changed by you</Muted>}
                  <Muted span>{checkIn.reviewedAt ? 'Read' : 'Sent'}</Muted>
                  {canEdit && editing !== checkIn.id && (
                    <Button
                      variant="default"
                      size="compact-md"
                      aria-label={`Edit the check-in from ${dayInSentence(checkIn.day, today)}`}
                      onClick={() => setEditing(checkIn.id)}
                    >
                      Edit
                    </Button>
                  )}
                </Group>
              </Group>
              {canEdit && editing === checkIn.id ? (
                <Box mt="md">
                  <CorrectCheckIn
                    checkIn={checkIn}
                    form={form}
                    units={units}
                    relationship={relationship}
                    isBlind={isBlind}
                    onClose={() => setEditing(null)}
                  />
                </Box>
              ) : (
                <WrittenAnswers lines={answerLines({ questions: form?.questions ?? [] }, checkIn.answers, units)} />
              )}
              {checkIn.reply && (
                <Stack gap={2} mt="sm" px="md" py="sm" bg="var(--fill-faint)" bdrs="md">
                  <Text size="sm" fw={600}>
                    {coachName}
                  </Text>
                  <Text style={{ whiteSpace: 'pre-line' }}>{checkIn.reply.body}</Text>
                </Stack>
              )}
            </Box>
          );
        })}
      </ol>
      {!all && checkIns.length > FIRST && (
        <Button variant="light" fullWidth mt="xs" mih={44} onClick={() => setAll(true)}>
          Show all {checkIns.length}
        </Button>
      )}
    </SectionCard>
  );
}
