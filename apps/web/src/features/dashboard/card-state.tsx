import { Button, Group, Stack, Text } from '@mantine/core';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NOT_SHOWN } from '../../shared/hidden-pages.ts';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

export type Card<Data> =
  | { state: 'ready'; data: Data }
  | { state: 'locked'; reason: 'plan' | 'payment'; requiredPlan: string }
  | { state: 'failed' }
  | { state: 'withheld' };
type CardStateProps<Data> = {
  card: Card<Data>;
  locked?: string;
  failed?: string;
  /** Shown below the failure. */
  whenFailed?: Data;
  onRetry: () => void;
  children: (data: Data) => ReactNode;
};

/** A card's data, its lock or its failure. One failed card does not affect the others. */
export function CardState<Data>({
  card,
  locked = '',
  failed = 'This card could not be loaded. The others are up to date.',
  whenFailed,
  onRetry,
  children,
}: CardStateProps<Data>) {
  if (card.state === 'ready') return children(card.data);
  if (card.state === 'withheld') return <Muted>{NOT_SHOWN}.</Muted>;
  if (card.state === 'locked') {
    if (card.reason === 'payment') return <PaymentRequired />;
    const label = card.requiredPlan === 'pro' ? PLANS.pro.label : PLANS.plus.label;
    return (
      <Stack gap="sm" align="flex-start">
        <Group gap={8} wrap="nowrap" align="flex-start">
          <IconLock size={18} stroke={1.75} aria-hidden />
          <Text size="sm">{locked}</Text>
        </Group>
        <Button component={Link} to="/pricing" size="xs" variant="light">
          Upgrade to {label}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <ProblemAlert text={failed}>
        <Button data-reads size="compact-xs" variant="white" onClick={onRetry}>
          Try again
        </Button>
      </ProblemAlert>
      {whenFailed !== undefined && children(whenFailed)}
    </Stack>
  );
}

const PaymentRequired = () => (
  <Stack gap="sm" align="flex-start">
    <Group gap={8} wrap="nowrap" align="flex-start">
      <IconLock size={18} stroke={1.75} aria-hidden />
      <Text size="sm">
        <Text span inherit fw={600}>
          Payment required
        </Text>
        . Your last payment failed. Nothing was deleted.
      </Text>
    </Group>
    <Button component={Link} to="/billing" size="xs" variant="light">
      Update card
    </Button>
  </Stack>
);
