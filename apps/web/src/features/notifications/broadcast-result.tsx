import { Alert, Anchor, Badge, Button, Card, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { BroadcastRecipient } from '@stridewell/contract/notifications';
import { IconAlertCircle, IconCheck, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isNotFound, messageOf } from '../../lib/errors.ts';
import classes from './broadcast.module.css';
import { broadcastQuery, OUTCOME_WORDS, people, readWords } from './notifications.broadcasts.ts';

/** What became of one group message. */
export function BroadcastResult({ coachId, id }: { coachId: string; id: string }) {
  const { data, error, isPending, refetch } = useQuery(broadcastQuery(coachId, id));
  const back = (
    <Button component={Link} to={`/coach/${coachId}/notifications`} variant="light">
      Write another message
    </Button>
  );
  if (isPending) return <Skeleton height={320} maw={720} mx="auto" aria-label="Loading" />;
  if (!data) {
    return (
      <Alert
        color="red"
        role="alert"
        maw={720}
        mx="auto"
        icon={<IconAlertCircle size={18} />}
        title={isNotFound(error) ? 'There is no such message' : 'The message could not be loaded'}
      >
        <Group mt="xs">
          {isNotFound(error) ? (
            back
          ) : (
            <>
              {messageOf(error, 'What was sent is sent. Check your connection and try again.')}
              <Button variant="default" size="xs" onClick={() => void refetch()}>
                Try again
              </Button>
            </>
          )}
        </Group>
      </Alert>
    );
  }
  const { recipients, sent, pending, read, body, to } = data;
  const leftOut = recipients - sent - pending;
  return (
    <Card maw={720} mx="auto">
      <Stack gap="md">
        <Title order={1} size="h2" aria-live="polite">
          {pending > 0 ? `Sending to ${people(recipients)}` : `Sent to ${people(sent)}`}
        </Title>
        {pending > 0 && <Progress value={((recipients - pending) / recipients) * 100} aria-label="Sent so far" />}
        <Text c="dimmed">
          {pending > 0
            ? `${recipients - pending} of ${recipients} done. You can leave this page; it goes on by itself.`
            : [readWords(read), leftOut > 0 && `${people(leftOut)} left out`].filter(Boolean).join(' · ')}
        </Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long message is scrolled by keyboard. */}
        <section className={classes.bubble} tabIndex={0} aria-label="The message">
          <Text>{body}</Text>
        </section>
        <ul className={classes.recipients} aria-label="Recipients">
          {to.map((recipient) => (
            <li key={recipient.clientId} className={classes.recipient}>
              <Anchor component={Link} to={`/coach/${coachId}/messages/${recipient.clientId}`} fw={600} c="inherit">
                {recipient.fullName}
              </Anchor>
              <Outcome {...recipient} />
            </li>
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
    return (
      <Text component="span" size="sm" c="dimmed">
        {words}
      </Text>
    );
  }
  if (outcome === 'pending') return <Badge color="gray">Waiting</Badge>;
  const Icon = read ? IconChecks : IconCheck;
  return (
    <Badge color={read ? 'pine' : 'gray'} leftSection={<Icon size={13} stroke={2} aria-hidden />}>
      {read ? 'Read' : 'Sent'}
    </Badge>
  );
}
