import { Badge, Button, Group, SimpleGrid, Text } from '@mantine/core';
import type { Subscription } from '@stridewell/contract/billing/billing';
import { isFailing } from '@stridewell/contract/billing/billing.invoices.rules';
import { type PaidPlan, PLANS } from '@stridewell/contract/billing/billing.rules';
import { IconCalendarOff } from '@tabler/icons-react';
import { useState } from 'react';
import { money } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { billingMessage, dayWords, onDay, statusWords } from './billing.messages.ts';
import { useResumeSubscription } from './billing.queries.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangePlanDialog } from './change-plan-dialog.tsx';

type SubscriptionOverviewProps = {
  subscription: Subscription;
  timeZone: string;
  /** True when this page can change the subscription. */
  managedHere: boolean;
  onChanged: () => void;
};

const OTHER: Record<PaidPlan, PaidPlan> = { plus: 'pro', pro: 'plus' };

export function PlanName({ children }: { children: string }) {
  return (
    <Text ff="heading" fz={28} fw={650} lh={1.2}>
      {children}
    </Text>
  );
}

/** The plan, its next payment, and buttons to change or cancel it. */
export function SubscriptionOverview({ subscription, timeZone, managedHere, onChanged }: SubscriptionOverviewProps) {
  const { plan, status, cancelAtPeriodEnd, currentPeriodEnd, graceUntil, clients, upcomingCents } = subscription;
  const { label, clientCap } = PLANS[plan];
  const [dialog, setDialog] = useState<'change' | 'cancel' | null>(null);
  // Keeps its value while the dialog closes, although the plan has already changed.
  const [to, setTo] = useState(OTHER[plan]);
  const resume = useResumeSubscription();
  const close = () => setDialog(null);

  function startChange() {
    setTo(OTHER[plan]);
    setDialog('change');
  }

  function resumeSubscription() {
    if (resume.isPending) return;
    resume.mutate(undefined, {
      onSuccess: () => {
        onChanged();
        toast.success('Your subscription continues', 'The cancellation was undone.');
      },
      onError: (error) => toast.error('Error', billingMessage(error, 'That did not work. Please try again.')),
    });
  }

  return (
    <SectionCard title="Your plan">
      <Group gap="sm">
        <PlanName>{label}</PlanName>
        {isFailing(status) || cancelAtPeriodEnd ? (
          <Badge size="lg" color={isFailing(status) ? 'red' : 'yellow'}>
            {isFailing(status) ? statusWords(status) : `Ends ${onDay(currentPeriodEnd, timeZone)}`}
          </Badge>
        ) : (
          <Muted span>{statusWords(status)}</Muted>
        )}
      </Group>
      {isFailing(status) && (
        <ProblemAlert
          mt="md"
          text={`Your last payment failed. Update your card ${graceUntil ? `by ${dayWords(graceUntil, timeZone)} ` : ''}to keep ${label}.`}
        />
      )}
      {cancelAtPeriodEnd && (
        <Notice tone="warning" mt="md" icon={<IconCalendarOff size={18} stroke={1.75} />}>
          {label} is yours until then. After that you are on {PLANS.base.label}, with everything you saved.
        </Notice>
      )}
      <SimpleGrid cols={2} my="lg">
        <StatTile
          label="Next payment"
          value={cancelAtPeriodEnd || upcomingCents === 0 ? 'None' : money(upcomingCents)}
          note={cancelAtPeriodEnd ? 'Nothing more is charged' : onDay(currentPeriodEnd, timeZone)}
        />
        <StatTile
          label="Clients"
          value={`${clients} of ${clientCap}`}
          note={`${subscription.includedClients} included in the price`}
        />
      </SimpleGrid>
      {managedHere && (
        <>
          <Group gap="sm">
            {cancelAtPeriodEnd ? (
              <Button loading={resume.isPending} onClick={resumeSubscription}>
                Resume subscription
              </Button>
            ) : (
              <>
                <Button variant="default" onClick={startChange}>
                  Change plan
                </Button>
                <Button variant="subtle" color="red" c="var(--danger-text)" onClick={() => setDialog('cancel')}>
                  Cancel subscription
                </Button>
              </>
            )}
          </Group>
          <ChangePlanDialog opened={dialog === 'change'} to={to} onClose={close} onChanged={onChanged} />
          <CancelDialog
            opened={dialog === 'cancel'}
            subscription={subscription}
            timeZone={timeZone}
            onClose={close}
            onChanged={onChanged}
          />
        </>
      )}
    </SectionCard>
  );
}
