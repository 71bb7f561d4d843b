import { Box, Card, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconCalendarEvent, IconLayoutDashboard, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './landing.module.css';
import { DemoClients } from './landing-demo-clients.tsx';
import { DemoOverview } from './landing-demo-overview.tsx';
import { LandingSection } from './landing-section.tsx';
import { SampleMark } from './sample-parts.tsx';

const TABS = [
  { value: 'overview', label: 'Overview', Icon: IconLayoutDashboard, Panel: DemoOverview },
  { value: 'clients', label: 'Clients', Icon: IconUsers, Panel: DemoClients },
  { value: 'calendar', label: 'Calendar', Icon: IconCalendarEvent, Panel: DemoCalendar },
];

/** The coach's own screens with invented people, to be tried without an account. */
export const LandingDemo = ({ preview }: { preview: ReactNode }) => (
  <LandingSection
    ground="band"
    title="Your Monday morning, on one screen"
    lead="Try the coach dashboard right here. The people in it are invented; the questions it answers are not."
  >
    {preview}
  </LandingSection>
);

/** The coach's dashboard with sample data. */
export const DashboardPreview = () => (
  <Card padding={0} className={classes.desk}>
    <Tabs defaultValue="overview" classNames={{ list: classes.deskTabs, tab: classes.deskTab }}>
      <Group justify="space-between" gap={0} px="xs" className={classes.top}>
        <Tabs.List aria-label="Coach dashboard preview">
          {TABS.map(({ value, label, Icon }) => (
            <Tabs.Tab key={value} value={value} leftSection={<Icon size={18} stroke={1.75} aria-hidden />}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Box m="xs">
          <SampleMark />
        </Box>
      </Group>
      {TABS.map(({ value, Panel }) => (
        <Tabs.Panel key={value} value={value}>
          <Panel />
        </Tabs.Panel>
      ))}
    </Tabs>
  </Card>
);

function DemoCalendar() {
  return (
    <Stack align="center" justify="center" gap="xs" mih={430} p="lg" ta="center">
      <IconCalendarEvent size={40} stroke={1.5} color="var(--pine-text)" aria-hidden />
      <Text size="xl" fw={650}>
        Calendar view with scheduled appointments
      </Text>
      <Text size="lg" c="dimmed" maw={480}>
        This is where your sessions of the week are, in your own time zone. The demo preview leaves it empty.
      </Text>
    </Stack>
  );
}
