import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { BusinessMetrics } from '@stridewell/contract/metrics';
import { MRR_MOVEMENTS, type MrrMovement } from '@stridewell/contract/money.mrr.rules';
import { Muted } from '../../components/muted.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { countLabel, money } from '../../lib/format.ts';
import { signedText } from './metrics.wording.ts';

const MOVEMENTS: Record<MrrMovement, { label: string; what: string }> = {
  new: { label: 'New', what: 'First subscription of a client' },
  reactivation: { label: 'Back', what: 'Clients who pay again' },
  expansion: { label: 'Expansion', what: 'Clients who pay more' },
  contraction: { label: 'Contraction', what: 'Clients who pay less' },
  churn: { label: 'Churn', what: 'Clients who stopped or paused' },
};

type RecurringRevenueProps = Pick<BusinessMetrics, 'mrr' | 'currency'>;

/** MRR at the end of the period, and why it changed since its start. */
export function RecurringRevenue({ mrr, currency }: RecurringRevenueProps) {
  return (
    <SectionCard title="Monthly recurring revenue">
      {mrr === null ? (
        <Muted>Subscriptions of clients will be here, with what they add up to in a month.</Muted>
      ) : (
        <Stack gap="md">
          <StatTile
            label="MRR"
            value={money(mrr.cents, currency)}
            note={`${countLabel(mrr.subscribers, 'client')}, ${signedText(mrr.cents - mrr.before, currency)} in this period`}
          />
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md">
            {MRR_MOVEMENTS.map((movement) => (
              <StatTile
                key={movement}
                small
                label={MOVEMENTS[movement].label}
                value={signedText(mrr.movements[movement], currency)}
                note={MOVEMENTS[movement].what}
              />
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </SectionCard>
  );
}

type LifetimeProps = Pick<BusinessMetrics, 'lifetime' | 'currency'>;

function missingText(lifetime: Extract<LifetimeProps['lifetime'], { missing: string }>): string {
  return lifetime.missing === 'months'
    ? `This needs 6 whole months with subscriptions. There are ${lifetime.months} so far.`
    : `This needs 3 clients who stopped paying within a year. There are ${lifetime.churned} so far.`;
}

/** What a client is worth, or what is missing to say so. */
export const LifetimeValueCard = ({ lifetime, currency }: LifetimeProps) => (
  <SectionCard title="Lifetime value">
    {'missing' in lifetime ? (
      <Muted>{missingText(lifetime)}</Muted>
    ) : (
      <Group align="flex-end" gap="xl">
        <StatTile
          label="Per client"
          value={money(lifetime.cents, currency)}
          note={`${countLabel(lifetime.clients, 'client')} over ${lifetime.months} months`}
        />
        <Text size="sm" c="dimmed" maw={360}>
          Mean monthly revenue of a subscribed client, divided by the {lifetime.churnPercent}% who stop paying in a
          month.
        </Text>
      </Group>
    )}
  </SectionCard>
);
