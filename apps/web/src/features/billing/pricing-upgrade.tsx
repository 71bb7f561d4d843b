import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { PLAN_ORDER, PLANS } from '@stridewell/contract/billing/billing.rules';
import { IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { money } from '../../lib/format.ts';
import { PageLink } from '../../ui/page-link.tsx';
import classes from './pricing.module.css';

const PROMISES = [
  { Icon: IconRefresh, text: 'Cancel anytime' },
  { Icon: IconShieldCheck, text: '30-day money-back guarantee' },
] as const;

const STEPS = {
  base: { h: 92, bg: 'light-dark(#d3eadf, #1b4539)' },
  plus: { h: 156, bg: 'pine.7', c: '#f6fbf8' },
  pro: { h: 220, bg: 'light-dark(#0a4a39, #0c5d48)', c: '#f6fbf8' },
};

/** The plans as three steps up, with the promises that make an upgrade safe. */
export const UpgradeCard = () => (
  <Paper component="section" radius="lg" className={classes.upgrade} aria-labelledby="upgrade-title">
    <div>
      <Title order={2} fz={28} textWrap="balance" id="upgrade-title">
        Move up when your client list does
      </Title>
      <Text size="lg" c="dimmed" mt="sm" mb={20}>
        Your clients, check-ins and notes move to the next plan with you. There is nothing to set up again.
      </Text>
      <Group component="ul" gap="8px 24px" mb="lg">
        {PROMISES.map(({ Icon, text }) => (
          <Group key={text} component="li" gap="xs" fw={550}>
            <Icon size={20} stroke={1.75} color="var(--pine-text)" aria-hidden />
            <span>{text}</span>
          </Group>
        ))}
      </Group>
      <Button component={PageLink} href="/pricing#plans" size="md" variant="default">
        Choose your plan
      </Button>
    </div>
    <SimpleGrid component="ol" cols={3} spacing="xs" style={{ alignItems: 'end' }}>
      {PLAN_ORDER.map((plan) => (
        <Stack key={plan} component="li" gap={4} p="sm" bdrs="10px 10px 0 0" {...STEPS[plan]}>
          <span>{PLANS[plan].label}</span>
          <Text span ff="heading" size="lg" fw={650}>
            {PLANS[plan].monthlyCents === 0 ? 'Free' : `${money(PLANS[plan].monthlyCents)}/month`}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  </Paper>
);
