import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing/billing.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { onDayInSentence } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { late, lateBelow } from '../../ui/late.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { RelationshipIds } from './checkins.outbox.ts';
import { checkInFormQuery } from './checkins.queries.ts';
import { OwnCheckIn } from './own-check-in.tsx';
import { PausedDraft } from './paused-draft.tsx';

const loadHistory = async () => (await import('./own-history.tsx')).OwnHistory;
const History = lateBelow(loadHistory, 240);
/** A link names one of the earlier check-ins. */
const NamedHistory = late(loadHistory);

type OwnCheckInPageProps = {
  userId: string;
  relationship: RelationshipIds;
  units: UnitSystem;
  isBlind: boolean;
  onSent: () => void;
};

/** The check-in that is due, and those sent before. */
export function OwnCheckInPage({ userId, relationship, units, isBlind, onSent }: OwnCheckInPageProps) {
  const { data } = useSuspenseQuery(checkInFormQuery());
  const OwnHistory = useLocation().hash === '' ? History : NamedHistory;
  const history = <OwnHistory units={units} coachName={data.coachName} relationship={relationship} isBlind={isBlind} />;
  if (data.readOnly) {
    return (
      <Stack gap="lg" maw={560} mx="auto">
        <Card padding="xl">
          <Stack align="flex-start" gap="sm">
            <Title order={1}>Check-ins are on hold</Title>
            <Text>{COACH_PLAN_FULL}</Text>
            <PausedDraft
              userId={userId}
              relationship={relationship}
              form={data.form}
              saved={data.draft}
              units={units}
            />
            <Button component={Link} to="/client/dashboard" variant="light" mt="sm">
              Back to your dashboard
            </Button>
          </Stack>
        </Card>
        {history}
      </Stack>
    );
  }
  const quiet = quietText(data.status, data.today);
  const QuietIcon = data.status.state === 'done' ? IconCircleCheck : IconInfoCircle;
  return (
    <Stack gap="lg" maw={560} mx="auto">
      <PageHeader title="Check-in" lead={`${data.coachName} reads every word.`} />
      {quiet && <Notice icon={<QuietIcon size={18} />}>{quiet}</Notice>}
      <OwnCheckIn
        userId={userId}
        relationship={relationship}
        coachName={data.coachName}
        form={data.form}
        saved={data.draft}
        units={units}
        last={data.last}
        workouts={data.workouts}
        isDone={data.status.state === 'done'}
        isBlind={isBlind}
        onSent={() => {
          toast.success('Check-in sent', `${data.coachName} has been notified.`);
          onSent();
        }}
      />
      {history}
    </Stack>
  );
}

type Status = { state: 'upcoming' | 'due' | 'overdue' | 'done' | 'paused'; nextDay: string | null };

/** Why no check-in is due. Null when one is. */
function quietText({ state, nextDay }: Status, today: string): string | null {
  const next = nextDay ? ` The next one is due ${onDayInSentence(nextDay, today)}.` : '';
  if (state === 'done') return `Your check-in is sent.${next} Your answers are below.`;
  if (state === 'paused') return `Your check-ins are paused.${next} You can still send one.`;
  if (state === 'upcoming') return `Nothing is due today.${next} You can send one any time.`;
  return null;
}
