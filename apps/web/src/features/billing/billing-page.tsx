import { Button, Stack, Text, Title } from '@mantine/core';
import { PLANS, type Plan } from '@stridewell/contract/billing.rules';
import { IconPlugConnectedX, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageMessage } from '../../components/page-message.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { codeOf } from '../../lib/errors.ts';
import { billingMessage } from './billing.messages.ts';
import { subscriptionQuery } from './billing.queries.ts';
import { CardSection } from './card-section.tsx';
import { InvoiceList } from './invoice-list.tsx';
import ManageSubscriptionButton from './manage-subscription-button.tsx';
import { SubscriptionOverview } from './subscription-overview.tsx';

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
              <Text>You find them at our payment service, which opens in a new tab.</Text>
              <ManageSubscriptionButton />
            </Stack>
          </SectionCard>
        )}
      </Stack>
    );
  }
  if (codeOf(subscription.error) === 'NO_SUBSCRIPTION') return <NoSubscription plan={plan} />;
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

function NoSubscription({ plan }: { plan: Plan }) {
  return (
    <PageMessage
      icon={<IconReceipt size={24} stroke={1.75} />}
      title="You have no subscription"
      action={
        <Button component={Link} to="/pricing" size="md">
          Compare plans
        </Button>
      }
    >
      {plan === 'base'
        ? 'You coach on the free plan, so there is nothing to pay. Once you choose a paid plan, your card and invoices are here.'
        : `${PLANS[plan].label} is yours without one, so there is nothing to pay and no invoice.`}
    </PageMessage>
  );
}
