import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  cheapestPlanFor,
  monthlyPriceCents,
  PLAN_ORDER,
  PLANS,
  type Plan,
} from '@stridewell/contract/billing/billing.rules';
import { money } from '../../lib/format.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { setupWords } from './billing.wording.ts';

const countOf = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`);

/** Explains the price. */
function reasonFor(plan: Plan, clients: number): string {
  const { monthlyCents, includedClients } = PLANS[plan];
  const more = clients - includedClients;
  if (more <= 0) return `${countOf(includedClients)} included`;
  const extra = money(monthlyPriceCents(plan, clients) - monthlyCents);
  return `${money(monthlyCents)} and ${extra} for ${more} more`;
}

/** The monthly price in every plan, with the lowest one marked. */
export function PricingResults({ clients }: { clients: number }) {
  const best = cheapestPlanFor(clients);
  return (
    <>
      <SimpleGrid
        component="ul"
        cols={{ base: 1, md: 3 }}
        spacing={{ base: 4, md: 20 }}
        aria-label={`Monthly price for ${countOf(clients)}`}
      >
        {PLAN_ORDER.map((plan) => (
          <Result key={plan} plan={plan} clients={clients} best={plan === best} />
        ))}
      </SimpleGrid>
      {best && (
        <Group gap="4px 16px" mt={20} px="lg">
          <Text size="lg" role="status">
            {PLANS[best].label} is the lowest price for {countOf(clients)}: {pricePerMonth(best, clients)}.
          </Text>
          <Anchor component={PageLink} href={`/pricing#plan-${best}`} size="lg" fw={600} underline="always">
            See {PLANS[best].label}
          </Anchor>
        </Group>
      )}
    </>
  );
}

function pricePerMonth(plan: Plan, clients: number): string {
  const cents = monthlyPriceCents(plan, clients);
  if (cents === 0) return 'nothing to pay';
  const month = `${money(cents)} a month`;
  return clients > 1 ? `${month}, or ${money(Math.round(cents / clients))} a client` : month;
}

function Result({ plan, clients, best }: { plan: Plan; clients: number; best: boolean }) {
  const { label, clientCap, setupCents } = PLANS[plan];
  const fits = clients <= clientCap;
  return (
    <Stack component="li" gap={6} px="lg" py="md" bdrs="lg" {...(best && { bg: 'var(--pine-tint)' })}>
      <Group justify="space-between" gap="4px 8px" fz="lg" fw={600}>
        {label}
        {best && (
          <Text span size="sm" fw={600} c="var(--pine-text)">
            Lowest price
          </Text>
        )}
      </Group>
      {fits ? (
        <>
          <Text c="dimmed">
            <Text span inherit ff="heading" fz={32} fw={650} lh={1.1} c="var(--mantine-color-text)">
              {money(monthlyPriceCents(plan, clients))}
            </Text>{' '}
            per month
          </Text>
          <Text c="dimmed">{reasonFor(plan, clients)}</Text>
          {setupCents > 0 && <Text c="dimmed">{setupWords(plan)}</Text>}
        </>
      ) : (
        <Text c="dimmed" size="lg">
          For up to {clientCap} clients
        </Text>
      )}
    </Stack>
  );
}
