import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import {
  DISPLAY_DEFAULT_ACCESS,
  FEATURES,
  type Feature,
  isFeatureAllowed,
  isSubscriptionActive,
  PLANS,
  type PlanAccess,
  planHasFeature,
  requiredPlan,
} from '@stridewell/contract/billing.rules';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type FeatureGateProps = { access: PlanAccess | undefined; feature: Feature; children: ReactNode };

/** Shows the page when the plan has the feature, else the required plan or payment. The server checks again on every call. */
export function FeatureGate({ access = DISPLAY_DEFAULT_ACCESS, feature, children }: FeatureGateProps) {
  const now = new Date();
  if (isFeatureAllowed(access, feature, now)) return children;
  const isUnpaid = planHasFeature(access.plan, feature) && !isSubscriptionActive(access, now);
  return (
    <Card maw={520} mx="auto" mt={40} padding={32}>
      <Stack gap="md">
        <Group gap="sm">
          <IconLock size={22} stroke={1.75} aria-hidden />
          <Title order={1} size="h2">
            {isUnpaid ? 'Payment required' : 'Feature Upgrade Required'}
          </Title>
        </Group>
        {isUnpaid ? (
          <>
            <Text>
              {PLANS[access.plan].label} includes {FEATURES[feature]}, but your last payment failed. Update your card
              and pay the open invoice to use it again. Nothing was deleted.
            </Text>
            <Button component={Link} to="/billing" variant="ember">
              Update card
            </Button>
          </>
        ) : (
          <>
            <Text>{FEATURES[feature]} is not part of your plan.</Text>
            <Group gap="xl">
              <PlanLine label="Your plan" plan={PLANS[access.plan].label} />
              <PlanLine label="Required plan" plan={PLANS[requiredPlan(feature)].label} />
            </Group>
            <Button component={Link} to="/pricing" variant="ember">
              Compare plans
            </Button>
          </>
        )}
      </Stack>
    </Card>
  );
}

function PlanLine({ label, plan }: { label: string; plan: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Badge size="lg">{plan}</Badge>
    </Stack>
  );
}
