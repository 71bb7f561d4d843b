import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { isInGracePeriod, PLANS } from '@stridewell/contract/billing/billing.rules';
import { FIGURES, STANDING_LABELS } from '@stridewell/contract/clients/clients.figures.rules';
import type { Agenda, CoachDashboard } from '@stridewell/contract/dashboard/dashboard';
import { daysAgo } from '@stridewell/contract/dashboard/dashboard.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { IconCheck } from '@tabler/icons-react';
import { countLabel, dayInSentence, money, timeOfDay } from '../../lib/format.ts';
import { missedText, waitText } from '../../shared/figure-text.ts';
import { suggestedTargetText } from '../../shared/suggested-target.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './agenda-card.module.css';
import { AgendaGroup } from './agenda-group.tsx';
import { AgendaRow } from './agenda-row.tsx';
import { CardState } from './card-state.tsx';
import { useDismissFollowUp } from './dashboard.queries.ts';
import { type CancelDialog, useSessionStatus } from './session-status.tsx';
import { TaskGroup } from './task-group.tsx';

type AgendaCardProps = {
  coachId: string;
  dashboard: CoachDashboard;
  onRetry: () => void;
  cancelDialog: CancelDialog;
};
type GroupProps = { coachId: string; dashboard: CoachDashboard; agenda: Agenda; cancelDialog: CancelDialog };

/** Today's work of the coach: the sessions, what waits for an answer, then what can wait. Each row opens its place. */
export function AgendaCard({ coachId, dashboard, onRetry, cancelDialog }: AgendaCardProps) {
  const { agenda } = dashboard;
  const tasks = agenda.state === 'ready' ? agenda.data.taskCount : 0;
  return (
    <SectionCard title="Today's Agenda" aside={tasks > 0 && <Muted>{countLabel(tasks, 'task')}</Muted>}>
      <CardState card={agenda} onRetry={onRetry}>
        {(data) => {
          const of = { coachId, dashboard, agenda: data, cancelDialog };
          const hasFailed = hasFailedPayment(data);
          return (
            <>
              {data.taskCount === 0 && <NothingToDo />}
              <NextSession {...of} />
              <SessionGroup {...of} />
              <PainGroup {...of} />
              <PaymentGroup {...of} />
              <UnreadGroup {...of} />
              {hasFailed && <InvoiceGroup {...of} />}
              <ReviewGroup {...of} />
              <SuggestedGroup {...of} />
              {!hasFailed && <InvoiceGroup {...of} />}
              <FollowUpGroup {...of} />
              <TaskGroup {...of} />
              <LeadGroup {...of} />
            </>
          );
        }}
      </CardState>
    </SectionCard>
  );
}

const NothingToDo = () => (
  <Group gap="md" wrap="nowrap" align="flex-start">
    <ThemeIcon size={40} radius="xl" variant="light" aria-hidden>
      <IconCheck size={22} stroke={1.75} />
    </ThemeIcon>
    <Stack gap={2}>
      <Text fw={600}>All caught up! No scheduled items for today</Text>
      <Muted>Check-ins to review, unread messages and today's sessions appear here.</Muted>
    </Stack>
  </Group>
);

function ReviewGroup({ coachId, dashboard: { syncedAt }, agenda: { reviews } }: GroupProps) {
  const page = `/coach/${coachId}/check-ins`;
  return (
    <AgendaGroup title="Check-ins to review" total={reviews.total} all={{ to: page }}>
      {reviews.rows.map(({ checkInId, clientId, clientName, submittedAt }) => (
        <AgendaRow
          key={checkInId}
          coachId={coachId}
          clientId={clientId}
          name={clientName}
          detail={waitText(submittedAt, Date.parse(syncedAt))}
          open={{ label: 'Review', to: `${page}/${checkInId}` }}
        />
      ))}
    </AgendaGroup>
  );
}

/** Changes of the training that are suggested after pain, which never fold. */
function PainGroup({ coachId, agenda: { adjustments } }: GroupProps) {
  const rows = adjustments.rows.filter(({ pain }) => pain);
  return (
    <AgendaGroup title="Pain reported" total={rows.length} whole>
      {rows.map((row) => (
        <AdjustmentRow key={row.clientId} coachId={coachId} row={row} />
      ))}
    </AgendaGroup>
  );
}

/** Other changes of the training, and targets, that are suggested and wait for a decision. */
function SuggestedGroup({ coachId, agenda: { adjustments, targets } }: GroupProps) {
  const rows = adjustments.rows.filter(({ pain }) => !pain);
  const others = adjustments.total - adjustments.rows.length;
  return (
    <AgendaGroup title="Suggested changes" total={rows.length + others + targets.total} folds>
      {[
        ...rows.map((row) => <AdjustmentRow key={row.clientId} coachId={coachId} row={row} />),
        ...targets.rows.map(({ clientId, clientName, ...change }) => (
          <AgendaRow
            key={`target ${clientId}`}
            coachId={coachId}
            clientId={clientId}
            name={clientName}
            detail={suggestedTargetText(change)}
            isWhole
            open={{ label: 'Review', to: `/coach/${coachId}/client/${clientId}`, search: { tab: 'nutrition' } }}
          />
        )),
      ]}
    </AgendaGroup>
  );
}

type AdjustmentRowProps = { coachId: string; row: Agenda['adjustments']['rows'][number] };

const AdjustmentRow = ({ coachId, row: { clientId, clientName, open, reason } }: AdjustmentRowProps) => (
  <AgendaRow
    coachId={coachId}
    clientId={clientId}
    name={clientName}
    detail={open === 1 ? reason : `${open} changes. ${reason}`}
    isWhole
    open={{ label: 'Review', to: `/coach/${coachId}/client/${clientId}`, search: { tab: 'training' } }}
  />
);

const followUpText = (missed: number) => (missed > 0 ? missedText(missed) : STANDING_LABELS.overdue);

function FollowUpGroup({ coachId, dashboard: { today }, agenda: { followUps } }: GroupProps) {
  const dismiss = useDismissFollowUp(coachId);
  return (
    <AgendaGroup
      title="Missed check-ins"
      folds
      total={followUps.total}
      all={{ to: `/coach/${coachId}/clients`, search: { status: 'attention' } }}
    >
      {followUps.rows.map(({ clientId, clientName, missed, lastContactDay }) => (
        <AgendaRow
          key={clientId}
          coachId={coachId}
          clientId={clientId}
          name={clientName}
          detail={[
            followUpText(missed),
            lastContactDay && `${FIGURES.lastContact.toLowerCase()} ${daysAgo(lastContactDay, today)}`,
          ]
            .filter(Boolean)
            .join(', ')}
          open={{ label: 'Check-ins', to: `/coach/${coachId}/client/${clientId}`, search: { tab: 'check-ins' } }}
          action={
            <IconButton
              size={32}
              label={`Done with ${clientName}`}
              icon={IconCheck}
              onClick={() => dismiss.mutate(clientId)}
            />
          }
        />
      ))}
    </AgendaGroup>
  );
}

function LeadGroup({ coachId, dashboard: { today }, agenda: { leads } }: GroupProps) {
  const page = `/coach/${coachId}/pipeline`;
  return (
    <AgendaGroup
      title="Leads to follow up"
      folds
      total={leads.total}
      all={{ to: page, search: { view: 'list', sort: 'follow_up' } }}
    >
      {leads.rows.map(({ leadId, name, dueOn, task }) => (
        <AgendaRow
          key={`${leadId} ${dueOn} ${task}`}
          coachId={coachId}
          clientId={null}
          name={name}
          detail={`${task ?? 'Follow up'}, due ${daysAgo(dueOn, today)}`}
          open={{ label: 'Open', to: `${page}/${leadId}` }}
        />
      ))}
    </AgendaGroup>
  );
}

/** A failed payment stands above routine. An invoice that is merely due can wait. */
const hasFailedPayment = ({ invoices }: Agenda): boolean => invoices.rows.some(({ failed }) => failed);

function InvoiceGroup({ coachId, dashboard: { today }, agenda }: GroupProps) {
  const { invoices } = agenda;
  const page = `/coach/${coachId}/money`;
  return (
    <AgendaGroup
      title="Payments to follow up"
      folds={!hasFailedPayment(agenda)}
      total={invoices.total}
      all={{ to: page }}
    >
      {invoices.rows.map(({ invoiceId, clientId, clientName, owedCents, currency, dueOn, failed }) => (
        <AgendaRow
          key={invoiceId}
          coachId={coachId}
          clientId={clientId}
          name={clientName}
          detail={[
            money(owedCents, currency),
            failed && 'payment failed',
            dueOn < today && `due ${daysAgo(dueOn, today)}`,
          ]
            .filter(Boolean)
            .join(', ')}
          open={{ label: 'Open', to: `${page}/${invoiceId}` }}
        />
      ))}
    </AgendaGroup>
  );
}

function UnreadGroup({ coachId, dashboard: { today, timeZone }, agenda: { unread } }: GroupProps) {
  return (
    <AgendaGroup title="Unread messages" total={unread.length}>
      {unread.map(({ clientId, clientName, unread: count, since }) => (
        <AgendaRow
          key={clientId}
          coachId={coachId}
          clientId={clientId}
          name={clientName}
          detail={`${countLabel(count, 'message')} ${sinceWords(dayInZone(new Date(since), timeZone), today)}`}
          open={{ label: 'Read', to: `/coach/${coachId}/messages/${clientId}` }}
        />
      ))}
    </AgendaGroup>
  );
}

/** The next session of another day, when today has no more. */
function NextSession({
  coachId,
  dashboard: { today, timeZone, syncedAt, upcoming },
  agenda: { sessions },
}: GroupProps) {
  const next = upcoming.state === 'ready' && upcoming.data.sessions.find(({ sessionDate }) => sessionDate > syncedAt);
  if (!next || sessions.some(({ sessionDate }) => sessionDate > syncedAt)) return null;
  const day = dayInZone(new Date(next.sessionDate), timeZone);
  return (
    <AgendaGroup title="Next session" total={1}>
      {[
        <AgendaRow
          key={next.id}
          coachId={coachId}
          clientId={next.clientId}
          name={next.clientName}
          detail={`${relativeDayLabel(day, today)}, ${timeOfDay(next.sessionDate, timeZone)}, ${next.sessionType}`}
          open={{ label: 'Open', to: `/coach/${coachId}/calendar`, search: { view: 'day', date: day } }}
        />,
      ]}
    </AgendaGroup>
  );
}

/** Past sessions stand above the line that marks the time of the figures, coming ones below. */
function SessionGroup({ coachId, dashboard, agenda: { sessions }, cancelDialog }: GroupProps) {
  const { today, timeZone, syncedAt } = dashboard;
  const status = useSessionStatus(coachId, dashboard, cancelDialog);
  const found = sessions.findIndex(({ sessionDate }) => sessionDate > syncedAt);
  const nextIndex = found === -1 ? sessions.length : found;
  const rows = sessions.map((session) => {
    const { id, clientId, clientName, sessionDate, sessionType, location } = session;
    return (
      <AgendaRow
        key={id}
        coachId={coachId}
        clientId={clientId}
        name={clientName}
        before={
          <Text size="sm" className={classes.time} c={sessionDate > syncedAt ? 'inherit' : 'dimmed'}>
            {timeOfDay(sessionDate, timeZone)}
          </Text>
        }
        detail={[sessionType, location].filter(Boolean).join(', ')}
        done={session.status === 'completed'}
        open={{ label: 'Open', to: `/coach/${coachId}/calendar`, search: { view: 'day', date: today } }}
        action={status.menuOf(session)}
      />
    );
  });
  const now = (
    <li key="now" className={classes.now}>
      Now, {timeOfDay(syncedAt, timeZone)}
    </li>
  );
  return (
    <>
      <AgendaGroup title="Sessions today" total={sessions.length} start={nextIndex - 1}>
        {sessions.length === 0 ? [] : rows.toSpliced(nextIndex, 0, now)}
      </AgendaGroup>
      {status.dialogs}
    </>
  );
}

const sinceWords = (day: string, today: string): string =>
  day === today ? 'today' : `since ${dayInSentence(day, today)}`;

function PaymentGroup({ coachId, dashboard: { today, timeZone }, agenda: { payments } }: GroupProps) {
  return (
    <AgendaGroup title="Payments" total={payments.length}>
      {payments.map(({ plan, graceUntil }) => (
        <AgendaRow
          key={plan}
          coachId={coachId}
          clientId={null}
          name={PLANS[plan].label}
          detail={
            graceUntil && isInGracePeriod(graceUntil, new Date())
              ? `Payment failed, update by ${dayInSentence(dayInZone(new Date(graceUntil), timeZone), today)}`
              : 'Payment failed'
          }
          open={{ label: 'Update card', to: '/billing' }}
        />
      ))}
    </AgendaGroup>
  );
}
