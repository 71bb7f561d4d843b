import { Anchor, Box, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { BroadcastDetail, BroadcastRecipient } from '@stridewell/contract/messages/messages';
import { IconCheck, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNotFound } from '../../lib/errors.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import classes from './broadcast.module.css';
import { BroadcastText } from './broadcast-text.tsx';
import { broadcastQuery, clientCount, OUTCOME_WORDS, readWords } from './notifications.broadcasts.ts';

/** The delivery of one group message, client by client. */
export function BroadcastResult({ coachId, id }: { coachId: string; id: string }) {
  const query = useQuery(broadcastQuery(coachId, id));
  const back = (
    <Button component={Link} to={`/coach/${coachId}/notifications`} variant="light">
      Write another message
    </Button>
  );
  if (isNotFound(query.error) && !query.data) {
    return <EmptyState title="Message not found" action={back} />;
  }
  return (
    <Box maw={720} mx="auto">
      <QueryBoundary
        query={query}
        failed="The message could not be loaded"
        fallback="Sent messages stay sent. Check your connection and try again."
        skeleton={320}
      >
        {(broadcast) => <Delivery coachId={coachId} broadcast={broadcast} back={back} />}
      </QueryBoundary>
    </Box>
  );
}

function Delivery({ coachId, broadcast, back }: { coachId: string; broadcast: BroadcastDetail; back: ReactNode }) {
  const { recipients, sent, pending, read, body, to } = broadcast;
  const leftOut = recipients - sent - pending;
  return (
    <Card>
      <Stack gap="md">
        <Title order={1} size="h2" aria-live="polite">
          {pending > 0 ? `Sending to ${clientCount(recipients)}` : `Sent to ${clientCount(sent)}`}
        </Title>
        {pending > 0 && <Progress value={((recipients - pending) / recipients) * 100} aria-label="Sent so far" />}
        <Text c="dimmed">
          {pending > 0
            ? `${recipients - pending} of ${recipients} done. You can leave this page; sending continues.`
            : [readWords(read), leftOut > 0 && `${clientCount(leftOut)} left out`].filter(Boolean).join(' · ')}
        </Text>
        <BroadcastText label="The message" text={body} />
        <ul className={classes.recipients} aria-label="Recipients">
          {to.map((recipient) => (
            <Group key={recipient.clientId} component="li" justify="space-between" gap="4px 12px" py={10}>
              <Anchor component={Link} to={`/coach/${coachId}/messages/${recipient.clientId}`} fw={600} c="inherit">
                {recipient.fullName}
              </Anchor>
              <Outcome {...recipient} />
            </Group>
          ))}
        </ul>
        <div>{back}</div>
      </Stack>
    </Card>
  );
}

function Outcome({ outcome, read }: BroadcastRecipient) {
  const words = OUTCOME_WORDS[outcome];
  if (words) {
    return <Muted span>{words}</Muted>;
  }
  if (outcome === 'pending') return <Muted span>Waiting</Muted>;
  const Icon = read ? IconChecks : IconCheck;
  return (
    <Group gap={4} c="dimmed" fz="sm" component="span" wrap="nowrap">
      <Icon size={14} stroke={1.75} aria-hidden />
      {read ? 'Read' : 'Sent'}
    </Group>
  );
}
