import { Button, SimpleGrid, Stack } from '@mantine/core';
import { PLANS } from '@stridewell/contract/billing.rules';
import type { CoachStatus } from '@stridewell/contract/identity.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Muted } from '../../components/muted.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { overviewQuery } from './operator.queries.ts';

/** Statuses of coaches who use the product. */
const WORKING: readonly CoachStatus[] = ['approved', 'active', 'inactive'];

/** What waits for an operator, then the platform at a glance. */
export function OperatorOverview({ mayApprove }: { mayApprove: boolean }) {
  const { data } = useSuspenseQuery(overviewQuery());
  const working = data.coaches.filter(({ status }) => WORKING.includes(status));
  const countOf = (plan: string) =>
    working.filter((group) => group.plan === plan).reduce((sum, { count }) => sum + count, 0);
  const suspended = data.coaches
    .filter(({ status }) => status === 'suspended')
    .reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap="lg">
      <PageHeader
        title="Dashboard"
        lead={
          data.waiting === 0
            ? 'No coach is waiting for approval.'
            : `${data.waiting === 1 ? '1 coach is' : `${data.waiting} coaches are`} waiting for approval.`
        }
        actions={
          mayApprove && (
            <Button component={Link} to="/operator/coach-approval" variant={data.waiting > 0 ? 'filled' : 'default'}>
              Review coaches
            </Button>
          )
        }
      />
      <SectionCard title="Coaches by plan">
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {(['base', 'plus', 'pro'] as const).map((plan) => (
            <StatTile key={plan} label={PLANS[plan].label} value={String(countOf(plan))} />
          ))}
        </SimpleGrid>
        {suspended > 0 && (
          <Muted mt="md">
            {suspended === 1 ? '1 suspended coach is' : `${suspended} suspended coaches are`} not counted.
          </Muted>
        )}
      </SectionCard>
    </Stack>
  );
}
