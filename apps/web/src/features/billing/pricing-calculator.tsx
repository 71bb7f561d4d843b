import { Box, Group, Slider, Text, TextInput, Title } from '@mantine/core';
import { cheapestPlanFor, MAX_CLIENTS, PLAN_ORDER, PLANS } from '@stridewell/contract/billing/billing.rules';
import { useState } from 'react';
import { PricingCurve } from './pricing-curve.tsx';
import { PricingResults } from './pricing-results.tsx';

const INITIAL_CLIENTS = 18;

const MARKS = PLAN_ORDER.map((plan) => ({ value: PLANS[plan].clientCap, label: String(PLANS[plan].clientCap) }));

/** The typed digits, up to the largest client cap. Empty without digits. */
function wholeNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return digits && String(Math.min(Number(digits), MAX_CLIENTS));
}

/** The monthly price of each plan for the visitor's number of clients. */
export function PricingCalculator() {
  // Kept as typed, so that an emptied field stays empty. It counts as no clients.
  const [typed, setTyped] = useState(String(INITIAL_CLIENTS));
  const clients = Number(typed);
  return (
    <section aria-labelledby="calculator-title">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} fz={28} id="calculator-title">
            How many clients do you coach?
          </Title>
          <Text size="lg" c="dimmed" mt="xs">
            Drag the slider or type a number to see the monthly price.
          </Text>
        </div>
        <TextInput
          label="Clients"
          w={{ base: '100%', sm: 112 }}
          inputMode="numeric"
          value={typed}
          onChange={({ currentTarget }) => setTyped(wholeNumber(currentTarget.value))}
          onBlur={() => setTyped(String(clients))}
        />
      </Group>
      {/* Room for the half of the handle that stands out at either end. */}
      <Box pt={44} px={6} pb={32}>
        <PricingCurve clients={clients} best={cheapestPlanFor(clients)} />
        <Slider
          size="md"
          min={0}
          max={MAX_CLIENTS}
          label={null}
          thumbLabel="Number of clients"
          thumbSize={26}
          marks={MARKS}
          value={clients}
          onChange={(value) => setTyped(String(value))}
        />
      </Box>
      <PricingResults clients={clients} />
    </section>
  );
}
