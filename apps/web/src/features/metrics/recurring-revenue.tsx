import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { BusinessMetrics } from '@stridewell/contract/metrics/metrics';
import type { RowKind } from '@stridewell/contract/metrics/metrics.periods.rules';
import { MRR_MOVEMENTS } from '@stridewell/contract/money/money.mrr.rules';
import { countLabel, money } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { FigureLink, rowsPath } from './figure-link.tsx';
import { MOVEMENTS, signedText } from './metrics.wording.ts';

type RecurringRevenueProps = Pick<BusinessMetrics, 'mrr' | 'currency' | 'current'> & { coachId: string };

const movedText = (cents: number, currency: string): string =>
  cents === 0 ? 'no change this period' : `${signedText(cents, currency)} this period`;

/** MRR at the end of the period, and why it changed since its start. Each figure leads to its rows. */
export function RecurringRevenue({ coachId, mrr, currency, current }: RecurringRevenueProps) {
  const rows = (kind: RowKind) => rowsPath(coachId, { ...current, kind, currency });
  return (
    <SectionCard title="Monthly recurring revenue">
      {mrr === null ? (
        <Muted>Your clients' subscriptions and their monthly total will appear here.</Muted>
      ) : (
        <Stack gap="md">
          <FigureLink
            label="MRR"
            value={money(mrr.cents, currency)}
            note={`${countLabel(mrr.subscribers, 'client')}, ${movedText(mrr.cents - mrr.before, currency)}`}
            to={rows('mrr')}
          />
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md">
            {MRR_MOVEMENTS.map((movement) => (
              <FigureLink
                key={movement}
                small
                label={MOVEMENTS[movement].label}
                value={signedText(mrr.movements[movement], currency)}
                note={MOVEMENTS[movement].what}
                to={rows(movement)}
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
    ? `Needs 6 full months with subscriptions. You have ${lifetime.months} so far.`
    : `Needs 3 clients who stopped paying within a year. You have ${lifetime.churned} so far.`;
}

/** Lifetime value of a client, or the data that is missing to compute it. */
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
          Average MRR per client over the last 12 months, divided by the {lifetime.churnPercent}% who stop paying each
          month.
        </Text>
      </Group>
    )}
  </SectionCard>
);
