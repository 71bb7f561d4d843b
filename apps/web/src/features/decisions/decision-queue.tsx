import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { DecisionQueue } from '@stridewell/contract/decisions/decisions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { DecisionCard, type DecisionParts, DecisionRow } from './decision-card.tsx';
import classes from './decision-queue.module.css';
import { type Settlement, useHeldDecisions } from './decisions.held.ts';
import { decisionQueueQuery } from './decisions.queries.ts';
import { effortText, settledText } from './decisions.wording.ts';

type PageProps = { coachId: string; parts: DecisionParts };

/** The decisions that wait for the coach, one after the other. */
export function DecisionQueuePage({ coachId, parts }: PageProps) {
  const query = useQuery(decisionQueueQuery(coachId));
  return (
    <Stack gap="lg">
      <PageHeader
        title="Monday"
        lead="Your decisions of the week, prepared. Approve, edit or skip each."
        actions={
          <Anchor component={Link} to={`/coach/${coachId}/engagement`}>
            Engagement
          </Anchor>
        }
      />
      <QueryBoundary
        query={query}
        failed="Your decisions could not be loaded"
        loading="Loading your decisions"
        skeleton={<Skeleton h={420} radius="lg" />}
      >
        {(queue) => <Queue coachId={coachId} parts={parts} queue={queue} />}
      </QueryBoundary>
    </Stack>
  );
}

function Queue({ coachId, parts, queue: { today, decisions, settled } }: PageProps & { queue: DecisionQueue }) {
  const isPhone = usePhone();
  const [chosen, setChosen] = useState<string | null>(null);
  const [shownAt, setShownAt] = useState(() => Date.now());
  const show = useCallback((key: string | undefined) => {
    if (key === undefined) return;
    setChosen(key);
    setShownAt(Date.now());
  }, []);
  const { hidden, last, settle, undoLast } = useHeldDecisions({ coachId, send: parts.send, onUndone: show });
  const open = decisions.filter(({ key }) => !hidden.has(key));
  const index = Math.max(
    0,
    open.findIndex(({ key }) => key === chosen),
  );
  useHotkeys([
    ['j', () => show(open[index + 1]?.key)],
    ['k', () => show(open[index - 1]?.key)],
    ['u', undoLast],
  ]);
  const settleAndGoOn = (settlement: Settlement) => {
    settle(settlement);
    show((open[index + 1] ?? open[index - 1])?.key);
  };
  const effort = effortText(settled);
  return (
    <Stack gap="md">
      <div>
        <Group justify="space-between" wrap="nowrap" className={open.length > 0 ? classes.status : undefined}>
          <Muted role="status">
            {open.length > 0 && `${countLabel(open.length, 'decision')} to go. `}
            {isPhone && last
              ? settledText(last.decision, last.outcome !== 'dismissed')
              : effort && `You have settled ${effort}`}
          </Muted>
          {isPhone && last && (
            <Button variant="light" flex="none" onClick={undoLast}>
              Undo
            </Button>
          )}
        </Group>
        {open.length > 0 && (
          <Muted className={classes.keys}>Keys: J for the next decision, K for the previous one, U to undo.</Muted>
        )}
      </div>
      {open.length === 0 ? (
        <EmptyState title="No one needs you right now">
          Unanswered messages, clients at risk, unpaid invoices, payments to pause, due tasks and proposed changes
          appear here.
        </EmptyState>
      ) : (
        <Stack component="ul" gap="xs" aria-label="Decisions" m={0} p={0}>
          {open.map((decision, place) =>
            place === index ? (
              <DecisionCard
                key={decision.key}
                coachId={coachId}
                parts={parts}
                decision={decision}
                today={today}
                shownAt={shownAt}
                takesFocus={chosen !== null}
                onSettle={settleAndGoOn}
              />
            ) : (
              <DecisionRow key={decision.key} parts={parts} decision={decision} onOpen={() => show(decision.key)} />
            ),
          )}
        </Stack>
      )}
    </Stack>
  );
}
