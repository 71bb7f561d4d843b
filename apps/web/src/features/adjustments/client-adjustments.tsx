import { Button, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core';
import type { Adjustment } from '@stridewell/contract/adjustments/adjustments';
import { ADJUSTMENT_TITLES } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { countLabel, dayText, listText, timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { clientAdjustmentsQuery, useApprove, useDismiss, useDraft, useUndo } from './adjustments.queries.ts';
import classes from './client-adjustments.module.css';

const ExceptionDialog = late(async () => (await import('./exception-dialog.tsx')).ExceptionDialog);

const LINES_SHOWN = 4;
const WEEKDAY = { weekday: 'long', month: 'short', day: 'numeric' } as const;

/** Pain is why exercises are replaced and days wait, so the coach decides about it first. */
const isAfterPain = ({ kind, held }: Adjustment): boolean => kind === 'swap' || held.length > 0;

type ClientAdjustmentsProps = { coachId: string; clientId: string; firstName: string };

/** Suggested changes of a client's week, and those that were made lately. */
export function ClientAdjustments({ coachId, clientId, firstName }: ClientAdjustmentsProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <QueryBoundary
      query={useQuery(clientAdjustmentsQuery(coachId, clientId))}
      failed="The suggested changes could not be loaded"
      skeleton={140}
    >
      {({ adjustments, guardrails, isException }) => {
        const open = adjustments.filter(({ status }) => status === 'open');
        const afterPain = open.filter(isAfterPain);
        const others = open.filter((adjustment) => !isAfterPain(adjustment));
        const made = adjustments.filter(({ status }) => status === 'applied');
        return (
          <SectionCard
            title="Plan adjustments"
            aside={
              <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
                {isException ? `Rules for ${firstName}` : 'Rules'}
              </Button>
            }
          >
            {adjustments.length === 0 ? (
              <Muted>When {firstName} misses a workout, stops early or reports pain, a change is suggested here.</Muted>
            ) : (
              <>
                {afterPain.length > 0 && (
                  <section aria-label="Pain reported">
                    <Text fw={600}>Pain reported</Text>
                    <ul className={`${rows.divided} ${classes.list}`}>
                      {afterPain.map((adjustment) => (
                        <Proposal
                          key={`${adjustment.id} ${adjustment.revision}`}
                          coachId={coachId}
                          firstName={firstName}
                          adjustment={adjustment}
                        />
                      ))}
                    </ul>
                  </section>
                )}
                {others.length + made.length > 0 && (
                  <ul className={`${rows.divided} ${classes.list}`}>
                    {others.map((adjustment) => (
                      <Proposal
                        key={`${adjustment.id} ${adjustment.revision}`}
                        coachId={coachId}
                        firstName={firstName}
                        adjustment={adjustment}
                      />
                    ))}
                    {made.map((adjustment) => (
                      <MadeChange key={adjustment.id} coachId={coachId} firstName={firstName} adjustment={adjustment} />
                    ))}
                  </ul>
                )}
              </>
            )}
            {isEditing && (
              <ExceptionDialog
                coachId={coachId}
                clientId={clientId}
                firstName={firstName}
                guardrails={guardrails}
                isException={isException}
                onClose={() => setEditing(false)}
              />
            )}
          </SectionCard>
        );
      }}
    </QueryBoundary>
  );
}

type RowProps = { coachId: string; firstName: string; adjustment: Adjustment };

/** A proposal with its difference and the coach's choices. */
function Proposal({ coachId, firstName, adjustment }: RowProps) {
  const { id, clientId, kind, reason, lines, held, revision, canEdit, move } = adjustment;
  const [to, setTo] = useState(move?.to);
  const [approve, dismiss, draft] = [useApprove(coachId), useDismiss(coachId), useDraft(coachId)];
  const navigate = useNavigate();
  const isBusy = approve.isPending || dismiss.isPending || draft.isPending;
  const onApprove = () =>
    approve.mutateAsync({ adjustmentId: id, revision, ...(to && to !== move?.to && { to }) }).then(
      ({ status }) => {
        if (status === 'applied') toast.success('Change made', `${firstName} sees it with the reason.`);
        else toast.error('The program has changed meanwhile', 'Nothing was changed. Please review the new suggestion.');
      },
      () => undefined,
    );
  const onEdit = () =>
    draft.mutateAsync(id).then(
      () => navigate({ to: '/coach/$coachId/client/$clientId/program', params: { coachId, clientId } }),
      () => undefined,
    );
  return (
    <li className={classes.entry}>
      <Stack gap="xs">
        <div>
          <Title order={3} size="h6">
            {ADJUSTMENT_TITLES[kind]}
          </Title>
          <Text size="sm">{reason}</Text>
        </div>
        {held.length > 0 && (
          <Notice tone="warning">
            {listText(held)} {held.length === 1 ? 'is' : 'are'} on hold for {firstName} until you decide.
          </Notice>
        )}
        <Difference lines={lines} />
        {move && move.dates.length > 1 && (
          <NativeSelect
            label="Move to"
            size="xs"
            w={200}
            data={move.dates.map((value) => ({ value, label: dayText(value, WEEKDAY) }))}
            value={to ?? move.to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        )}
        <ProblemAlert error={approve.error ?? dismiss.error ?? draft.error} />
        <Group gap="xs">
          <Button
            size="xs"
            variant="light"
            loading={approve.isPending}
            disabled={isBusy}
            onClick={() => void onApprove()}
          >
            {kind === 'skip' ? 'Skip it' : 'Approve'}
          </Button>
          {canEdit && (
            <Button
              size="xs"
              variant="default"
              loading={draft.isPending}
              disabled={isBusy}
              onClick={() => void onEdit()}
            >
              Edit
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            loading={dismiss.isPending}
            disabled={isBusy}
            onClick={() => dismiss.mutate(id)}
          >
            Dismiss
          </Button>
        </Group>
      </Stack>
    </li>
  );
}

/** Proposed changes, line by line. Long lists are folded. */
function Difference({ lines }: { lines: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  if (lines.length === 0) return null;
  const shown = isOpen ? lines : lines.slice(0, LINES_SHOWN);
  const left = lines.length - shown.length;
  return (
    <div>
      <List size="sm" c="dimmed">
        {shown.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {left > 0 && (
        <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setOpen(true)}>
          Show {countLabel(left, 'more change')}
        </Button>
      )}
    </div>
  );
}

/** A change that was made, with the way back while none of its days has started. */
function MadeChange({ coachId, firstName, adjustment }: RowProps) {
  const timeZone = useTimeZone();
  const { id, kind, reason, by, at, canUndo } = adjustment;
  const undo = useUndo(coachId);
  const who = { coach: 'by you', client: `by ${firstName}`, rules: 'by your rules' }[by ?? 'coach'];
  return (
    <li className={classes.entry}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} miw={0}>
          <Text size="sm">{reason}</Text>
          <Muted>
            {ADJUSTMENT_TITLES[kind]}, made {who} {timeAgo(at, timeZone)}
          </Muted>
        </Stack>
        {canUndo && (
          <Button
            size="xs"
            variant="default"
            loading={undo.isPending}
            onClick={() =>
              void undo.mutateAsync(id).then(
                () => toast.success('Change undone'),
                () => undefined,
              )
            }
          >
            Undo
          </Button>
        )}
      </Group>
      <ProblemAlert error={undo.error} mt="xs" />
    </li>
  );
}
