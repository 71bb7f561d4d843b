import { Badge, Box, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { PlanFeature } from '@stridewell/contract/access';
import {
  DISPLAY_DEFAULT_ACCESS,
  FEATURES,
  isFeatureAllowed,
  lockReason,
  PLANS,
  type PlanAccess,
  requiredPlan,
} from '@stridewell/contract/billing/billing.rules';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';

type FeatureGateProps = {
  access: PlanAccess | undefined;
  feature: PlanFeature;
  /** The page behind the gate, and what it shows. */
  page: { title: string; what: string };
  children: ReactNode;
};

/** Shows the page when the plan has the feature, else the required plan or payment. The server checks again on every call. */
export function FeatureGate({ access = DISPLAY_DEFAULT_ACCESS, feature, page, children }: FeatureGateProps) {
  const now = new Date();
  if (isFeatureAllowed(access, feature, now)) return children;
  const isUnpaid = lockReason(access, now) === 'payment';
  const required = PLANS[requiredPlan(feature)];
  return (
    <Card maw={560} mx="auto" mt={40} padding={32}>
      <Preview />
      <Stack gap="md">
        <Group gap="sm">
          <IconLock size={22} stroke={1.75} aria-hidden />
          <Title order={1} size="h2">
            {isUnpaid ? 'Payment required' : 'Feature Upgrade Required'}
          </Title>
        </Group>
        <Box>
          <Text fw={600}>{page.title}</Text>
          <Muted>{page.what}</Muted>
        </Box>
        {isUnpaid ? (
          <>
            <Text>
              Your last payment for {PLANS[access.plan].label} failed. Update your card and pay the open invoice to
              unlock your plan&apos;s features. Nothing was deleted.
            </Text>
            <Button component={Link} to="/billing">
              Update card
            </Button>
          </>
        ) : (
          <>
            <Text>
              {FEATURES[feature]}: not included in {PLANS[access.plan].label}.
            </Text>
            <Group gap="xl">
              <PlanLine label="Your plan" plan={PLANS[access.plan].label} />
              <PlanLine label="Required plan" plan={required.label} />
            </Group>
            <Text>
              {required.label} starts at {money(required.monthlyCents)} a month
              {required.setupCents > 0 && `, plus ${money(required.setupCents)} once for the setup`}. Cancel anytime.
            </Text>
            <Button component={Link} to="/pricing">
              Compare plans
            </Button>
          </>
        )}
      </Stack>
    </Card>
  );
}

/** The outline of a page of figures: three tiles above a chart. */
function Preview() {
  return (
    <Stack gap="sm" mb="lg" aria-hidden>
      <SimpleGrid cols={3} spacing="sm">
        {['first', 'second', 'third'].map((tile) => (
          <Skeleton key={tile} height={44} animate={false} />
        ))}
      </SimpleGrid>
      <Skeleton height={72} animate={false} />
    </Stack>
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
