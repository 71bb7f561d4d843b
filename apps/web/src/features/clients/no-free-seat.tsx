import { Button, Group, Stack, Text } from '@mantine/core';
import { PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import { Link } from '@tanstack/react-router';

type NoFreeSeatProps = { coachId: string; plan: Plan; onClose: () => void };

/** Says in place of a form that no client can be added, and what to do. */
export function NoFreeSeat({ coachId, plan, onClose }: NoFreeSeatProps) {
  const { label, clientCap } = PLANS[plan];
  const isLargest = plan === 'pro';
  return (
    <Stack gap="md">
      <Text role="status">
        {label} covers up to {clientCap} clients, and you have reached that.{' '}
        {isLargest
          ? 'Archive a client you no longer coach to make room. Their history stays.'
          : 'Choose a larger plan, or archive a client you no longer coach. Their history stays.'}
      </Text>
      <Group justify="flex-end">
        <Button
          component={Link}
          to={`/coach/${coachId}/clients`}
          variant={isLargest ? 'filled' : 'default'}
          onClick={onClose}
        >
          Go to your clients
        </Button>
        {!isLargest && (
          <Button component={Link} to="/pricing" onClick={onClose}>
            Compare plans
          </Button>
        )}
      </Group>
    </Stack>
  );
}
