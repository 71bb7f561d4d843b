import { Table, Text } from '@mantine/core';
import { PLAN_ORDER, PLANS, type PlanTerms } from '@stridewell/contract/billing/billing.rules';
import { money } from '../../lib/format.ts';

const priceOf = ({ monthlyCents }: PlanTerms): string =>
  monthlyCents === 0 ? 'Free' : `${money(monthlyCents)} per month`;

const clientsOf = ({ includedClients, clientCap }: PlanTerms): string =>
  includedClients === clientCap ? `${clientCap} included` : `${includedClients} included, up to ${clientCap}`;

const Detail = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

/** Price of each plan, from the numbers that are billed. */
export const PlanTermsTable = () => (
  <Table fz="md" mb="md" verticalSpacing="xs" horizontalSpacing={4}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">Plan</Table.Th>
        <Table.Th scope="col">Price</Table.Th>
        <Table.Th scope="col">Clients</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {PLAN_ORDER.map((plan) => PLANS[plan]).map((terms) => (
        <Table.Tr key={terms.label} style={{ verticalAlign: 'top' }}>
          <Table.Th scope="row">{terms.label}</Table.Th>
          <Table.Td>
            {priceOf(terms)}
            {terms.setupCents > 0 && <Detail>{`plus ${money(terms.setupCents)} once for setup`}</Detail>}
          </Table.Td>
          <Table.Td>
            {clientsOf(terms)}
            {terms.tiers.map(({ from, to, centsEach }) => (
              <Detail key={from}>{`Clients ${from} to ${to}: ${money(centsEach)} each per month`}</Detail>
            ))}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
