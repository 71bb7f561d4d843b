import { Table, Text, Title, VisuallyHidden } from '@mantine/core';
import type { PlanFeature } from '@stridewell/contract/access';
import { FEATURES, PLAN_ORDER, PLANS, type Plan, planHasFeature } from '@stridewell/contract/billing/billing.rules';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { FEATURE_WORDS, PLAN_WORDS } from './billing.wording.ts';

const TERMS: { label: string; of: (plan: Plan) => string }[] = [
  { label: 'Per month', of: (plan) => money(PLANS[plan].monthlyCents) },
  { label: 'One-time setup', of: (plan) => money(PLANS[plan].setupCents) },
  { label: 'Clients included', of: (plan) => String(PLANS[plan].includedClients) },
  { label: 'Maximum clients', of: (plan) => String(PLANS[plan].clientCap) },
  { label: 'File storage', of: (plan) => `${PLANS[plan].storageGigabytes} GB` },
];

const isFeature = (key: string): key is PlanFeature => Object.hasOwn(FEATURES, key);

/** The features, those of the most plans first. */
const ROWS = Object.keys(FEATURES)
  .filter(isFeature)
  .sort((one, other) => plansWith(other) - plansWith(one));

function plansWith(feature: PlanFeature): number {
  return PLAN_ORDER.filter((plan) => planHasFeature(plan, feature)).length;
}

/** All features of the plans in one table. */
export function PricingComparison() {
  return (
    <section aria-labelledby="comparison-title">
      <Title order={2} fz={28} mb="md" id="comparison-title">
        What each plan has
      </Title>
      <Table
        layout="fixed"
        stickyHeader
        stickyHeaderOffset={60}
        verticalSpacing={14}
        horizontalSpacing={4}
        fz={{ base: 14, sm: 16 }}
        aria-labelledby="comparison-title"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w="42%">
              <VisuallyHidden>Feature</VisuallyHidden>
            </Table.Th>
            {PLAN_ORDER.map((plan) => (
              <Table.Th key={plan} scope="col" ta="center" {...MARKED[plan]}>
                {PLANS[plan].label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {TERMS.map(({ label, of }) => (
            <Row key={label} label={label} cell={of} />
          ))}
          {PLAN_WORDS.base.brings.map((label) => (
            <Row key={label} label={label} cell={() => <Mark included />} />
          ))}
          {ROWS.map((feature) => (
            <Row
              key={feature}
              label={FEATURES[feature]}
              note={FEATURE_WORDS[feature]}
              cell={(plan) => <Mark included={planHasFeature(plan, feature)} />}
            />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** The popular plan's column stands out. */
const MARKED: Record<Plan, { bg?: string }> = { base: {}, plus: { bg: 'var(--pine-tint)' }, pro: {} };

function Row({ label, note, cell }: { label: string; note?: string; cell: (plan: Plan) => ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={550}>
        {label}
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Table.Th>
      {PLAN_ORDER.map((plan) => (
        <Table.Td key={plan} ta="center" {...MARKED[plan]}>
          {cell(plan)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

const Mark = ({ included }: { included: boolean }) => (
  <>
    {included ? (
      <IconCheck size={20} stroke={2.25} color="var(--pine-text)" aria-hidden />
    ) : (
      <IconMinus size={20} stroke={1.75} color="var(--mantine-color-dimmed)" aria-hidden />
    )}
    <VisuallyHidden>{included ? 'Included' : 'Not included'}</VisuallyHidden>
  </>
);
