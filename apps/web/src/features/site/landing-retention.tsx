import { Card, Group, Stack, Text } from '@mantine/core';
import { IconActivity, IconBellRinging, IconHeartbeat, IconMailForward } from '@tabler/icons-react';
import { product } from '../../lib/product.ts';
import classes from './landing.module.css';
import { LandingSection } from './landing-section.tsx';
import { Point } from './point.tsx';
import { RiskBadge } from './risk-badge.tsx';
import { SampleMark } from './sample-parts.tsx';

const ITEMS = [
  {
    Icon: IconActivity,
    title: 'Engagement Tracking',
    text: 'Check-ins, logged workouts, messages and visits, drawn as one line for each client.',
  },
  {
    Icon: IconBellRinging,
    title: 'Early Warning System',
    text: 'You hear about a change in a client’s habits while a short message can still turn it.',
  },
  {
    Icon: IconMailForward,
    title: 'Automated Re-engagement',
    text: 'A note in your words goes out after the days of silence that you choose.',
  },
  {
    Icon: IconHeartbeat,
    title: 'Client Health Score',
    text: 'One number from 0 to 100, with the reasons that moved it up or down.',
  },
];

const GROUPS = [
  { level: 'high', name: 'High Risk', clients: 3, sign: 'No check-in for more than a week' },
  { level: 'moderate', name: 'Moderate Risk', clients: 5, sign: 'Fewer workouts than the month before' },
  { level: 'low', name: 'Highly Engaged', clients: 15, sign: 'On time with everything they planned' },
] as const;

const TOTAL = GROUPS.reduce((sum, { clients }) => sum + clients, 0);

/** How the product keeps clients from leaving unnoticed. */
export const LandingRetention = () => (
  <LandingSection
    ground="band"
    beside="heading-first"
    title="Notice who is drifting before they cancel"
    lead={`Clients do not leave in one day. ${product.name} reads the small signs and puts the right name in front of you.`}
    points={
      <Stack component="ul" gap="lg" mt="xl">
        {ITEMS.map(({ Icon, title, text }) => (
          <Point key={title} mark={<Icon size={20} stroke={1.75} />} title={title}>
            {text}
          </Point>
        ))}
      </Stack>
    }
  >
    <SampleDashboard />
  </LandingSection>
);

function SampleDashboard() {
  return (
    <Card component="figure" m={0} p={{ base: 'lg', xs: 32 }} aria-label="Sample retention dashboard">
      <Group component="figcaption" justify="space-between">
        <Text size="lg" fw={650}>
          Retention this week
        </Text>
        <SampleMark />
      </Group>
      <Group gap="xs" align="baseline" mt="md" mb={20}>
        <Text ff="heading" fz={56} fw={650} lh={1}>
          {TOTAL}
        </Text>
        <Text size="lg" c="dimmed">
          active clients
        </Text>
      </Group>
      <div className={classes.bar} aria-hidden="true">
        {GROUPS.map(({ level, clients }) => (
          <span key={level} style={{ flexGrow: clients, background: `var(--risk-${level})` }} />
        ))}
      </div>
      <ul className={classes.rows}>
        {GROUPS.map(({ level, name, clients, sign }) => (
          <Group key={level} component="li" justify="space-between" wrap="nowrap" pt={18} pb="md">
            <div>
              <RiskBadge level={level} label={name} />
              <Text c="dimmed" mt={6}>
                {sign}
              </Text>
            </div>
            <Stack gap={2} ta="right" flex="none">
              <Text ff="heading" fz={28} fw={650} lh={1}>
                {clients}
              </Text>
              <Text size="xs" c="dimmed">
                clients
              </Text>
            </Stack>
          </Group>
        ))}
      </ul>
    </Card>
  );
}
