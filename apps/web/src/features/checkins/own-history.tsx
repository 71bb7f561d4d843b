import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins';
import { type Form, ownAnswer } from '@stridewell/contract/checkins.forms.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/load-error.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import classes from './check-in-list.module.css';
import { questionsOf } from './check-in-list.tsx';
import { linesOf } from './checkins.answers.ts';
import { ownCheckInsQuery } from './checkins.queries.ts';

type OwnCheckIn = CheckIn & { reply: { body: string; at: string } | null };
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
            <OwnAnswers {...{ checkIn, forms, units }} />
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

/** Short answers beside each other, long ones below them. */
function OwnAnswers({ checkIn, forms, units }: { checkIn: OwnCheckIn; forms: readonly Form[]; units: UnitSystem }) {
  const lines = questionsOf(forms, checkIn).flatMap((question) =>
    linesOf(question, ownAnswer(checkIn.answers, question.id), units).map(({ name, text }) => ({
      key: question.id + name,
      label: name || question.label,
      isLong: question.type === 'text',
      text,
    })),
  );
  return (
    <dl className={classes.told}>
      {lines.map(({ key, label, isLong, text }) => (
        <div key={key} data-long={isLong || undefined}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Said text={text} />
        </div>
      ))}
    </dl>
  );
}

/** About as much as a phone shows at once. */
const MUCH = 500;

/** A very long answer is cut until somebody wants to read it again. */
function Said({ text }: { text: string }) {
  const [open, setOpen] = useState(text.length <= MUCH);
  return (
    <dd className={classes.said}>
      <Text component="span" {...(!open && { lineClamp: 8 })}>
        {text}
      </Text>
      {!open && (
        <Button variant="subtle" size="compact-md" mih={44} ml={-8} onClick={() => setOpen(true)}>
          Read all of it
        </Button>
      )}
    </dd>
  );
}
