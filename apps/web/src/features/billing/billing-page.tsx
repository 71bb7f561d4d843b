import { Button, Stack, Text, Title } from '@mantine/core';
import { PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Muted } from '../../ui/muted.tsx';
import { PageMessage } from '../../ui/page-message.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { billingMessage } from './billing.messages.ts';
import { subscriptionQuery } from './billing.queries.ts';
import { CardSection } from './card-section.tsx';
import { InvoiceList } from './invoice-list.tsx';
import ManageSubscriptionButton from './manage-subscription-button.tsx';
import { PlanName, SubscriptionOverview } from './subscription-overview.tsx';

type BillingPageProps = {
  /** The plan of the session. A coach can have one without a subscription. */
  plan: Plan;
  timeZone: string;
  /** Called after a change of the plan or the subscription. */
  onChanged: () => void;
};

/** Manages a subscription of the test mode, and links to the payment service for a real one. */
export function BillingPage({ plan, timeZone, onChanged }: BillingPageProps) {
  const subscription = useQuery(subscriptionQuery());
  if (subscription.data) {
    // Only the test mode knows the card. The payment service keeps real ones.
    const managedHere = subscription.data.card !== null;
    const shared = { subscription: subscription.data, timeZone, onChanged };
    return (
      <Stack gap="lg" maw={720} mx="auto">
        <Title>Billing</Title>
        <SubscriptionOverview {...shared} managedHere={managedHere} />
        {managedHere ? (
          <>
            <CardSection {...shared} />
            <InvoiceList {...shared} />
          </>
        ) : (
          <SectionCard title="Card, plan and invoices">
            <Stack align="flex-start">
              <Text>Our payment provider shows them in a new tab.</Text>
              <ManageSubscriptionButton />
            </Stack>
          </SectionCard>
        )}
      </Stack>
    );
  }
  if (subscription.data === null) return <NoSubscription plan={plan} />;
  if (subscription.isError) {
    return (
      <PageMessage
        icon={<IconPlugConnectedX size={24} stroke={1.75} />}
        title="We could not load your subscription"
        action={
          <Button loading={subscription.isFetching} onClick={() => void subscription.refetch()}>
            Try again
          </Button>
        }
      >
        {billingMessage(subscription.error, 'Nothing has changed. Check your connection and try again.')}
      </PageMessage>
    );
  }
  return <PageSkeleton title="Billing" width={720} heights={[236, 112, 180]} />;
}

/** A coach on the free plan, or with a plan that the operator has given. */
function NoSubscription({ plan }: { plan: Plan }) {
  const { label, clientCap } = PLANS[plan];
  const isFree = plan === 'base';
  return (
    <Stack gap="lg" maw={720} mx="auto">
      <Title>Billing</Title>
      <SectionCard title="Your plan">
        <PlanName>{label}</PlanName>
        <Text mt="xs">
          {isFree ? 'This plan is free, for' : `${label} is yours without a subscription, for`} up to {clientCap}{' '}
          clients.
        </Text>
        <Muted>
          {isFree ? 'Your card and invoices appear here after you choose a paid plan.' : 'Nothing is charged.'}
        </Muted>
        <Button component={Link} to="/pricing" mt="lg" style={{ alignSelf: 'flex-start' }}>
          Compare plans
        </Button>
      </SectionCard>
    </Stack>
  );
}
