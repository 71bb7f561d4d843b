import { Stack, Tabs, Text } from '@mantine/core';
import { IconBarbell, IconMessage, IconSalad, IconTrendingUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './landing.module.css';
import { MessagesScreen, NutritionScreen, ProgressScreen, WorkoutsScreen } from './landing-portal-screens.tsx';
import { LandingSection } from './landing-section.tsx';

const SCREENS = [
  { value: 'progress', label: 'Progress', Icon: IconTrendingUp, Screen: ProgressScreen },
  { value: 'workouts', label: 'Workouts', Icon: IconBarbell, Screen: WorkoutsScreen },
  { value: 'nutrition', label: 'Nutrition', Icon: IconSalad, Screen: NutritionScreen },
  { value: 'messages', label: 'Messages', Icon: IconMessage, Screen: MessagesScreen },
];

const POINTS = [
  'A weekly check-in that fits between two sets, with one thumb.',
  'Progress told as a distance covered, never as a failure.',
  'Messages that reach you beside the numbers they are about.',
];

const LOOK = { root: classes.phone, list: classes.phoneTabs, tab: classes.phoneTab, panel: classes.screen };

/** What clients see, beside a preview to be tried. */
export const LandingPortal = ({ preview }: { preview: ReactNode }) => (
  <LandingSection
    beside="content-first"
    title="A companion your clients open every day"
    lead="Plan, numbers and your words in their pocket. It works in the browser of any phone, so there is nothing to install."
    points={
      <Stack component="ul" gap={0} mt={28} maw={512} className={classes.rows}>
        {POINTS.map((point) => (
          <Text key={point} component="li" size="lg" py="md">
            {point}
          </Text>
        ))}
      </Stack>
    }
  >
    <Stack align="center" gap={20}>
      {preview}
      <Text size="sm" c="dimmed">
        Sample data. Press the tabs to look around.
      </Text>
    </Stack>
  </LandingSection>
);

/** The client portal as it looks on a phone, with sample data. */
export const PortalPreview = () => (
  <Tabs defaultValue="progress" inverted classNames={LOOK}>
    {SCREENS.map(({ value, Screen }) => (
      <Tabs.Panel key={value} value={value}>
        <Screen />
      </Tabs.Panel>
    ))}
    <Tabs.List grow aria-label="Client portal preview">
      {SCREENS.map(({ value, label, Icon }) => (
        <Tabs.Tab key={value} value={value} leftSection={<Icon size={22} stroke={1.75} aria-hidden />}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  </Tabs>
);
