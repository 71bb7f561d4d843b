import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing/billing.rules';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { checkInFormQuery, ownCheckInsQuery } from '../features/checkins/checkins.queries.ts';
import { OwnCheckIn } from '../features/checkins/own-check-in.tsx';
import { OwnHistory } from '../features/checkins/own-history.tsx';
import { PausedDraft } from '../features/checkins/paused-draft.tsx';
import { onDayInSentence } from '../lib/format.ts';
import { toast } from '../lib/toasts.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/client/check-in')({
  async beforeLoad(visit) {
    const session = await requireClient(visit);
    // The dashboard tells clients without a coach and former clients what to do.
    if (!session.client || isFormerClient(session.client.status)) throw redirect({ to: '/client/dashboard' });
  },
  loader: async () => {
    // The form does not wait for the earlier check-ins.
    void queryClient.prefetchQuery(ownCheckInsQuery());
    await queryClient.ensureQueryData(checkInFormQuery());
  },
  pendingComponent: () => <PageSkeleton title="Check-in" width={560} heights={[560, 240]} />,
  component: CheckInPage,
});

function CheckInPage() {
  const navigate = useNavigate();
  const { session } = useSession();
  const { data } = useSuspenseQuery(checkInFormQuery());
  const units = session?.user.unitSystem ?? 'metric';
  const history = <OwnHistory units={units} coachName={data.coachName} relationship={session?.client ?? null} />;
  if (data.readOnly) {
    return (
      <Stack gap="lg" maw={560} mx="auto">
        <Card padding="xl">
          <Stack align="flex-start" gap="sm">
            <Title order={1}>Check-ins are on hold</Title>
            <Text>{COACH_PLAN_FULL}</Text>
            {session?.client && (
              <PausedDraft
                userId={session.user.id}
                relationship={session.client}
                form={data.form}
                saved={data.draft}
                units={units}
              />
            )}
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
      {session?.client && (
        <OwnCheckIn
          userId={session.user.id}
          relationship={session.client}
          coachName={data.coachName}
          form={data.form}
          saved={data.draft}
          units={units}
          last={data.last}
          workouts={data.workouts}
          isDone={data.status.state === 'done'}
          onSent={() => {
            toast.success('Check-in sent', `${data.coachName} has been notified.`);
            void navigate({ to: '/client/dashboard' });
          }}
        />
      )}
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
