import { Tabs } from '@mantine/core';
import { IconCalendarEvent, IconLayoutDashboard, IconUsers } from '@tabler/icons-react';
import classes from './landing-demo.module.css';
import { DemoClients } from './landing-demo-clients.tsx';
import { DemoOverview } from './landing-demo-overview.tsx';
import { LandingSection } from './landing-section.tsx';

const TABS = [
  { value: 'overview', label: 'Overview', Icon: IconLayoutDashboard, Panel: DemoOverview },
  { value: 'clients', label: 'Clients', Icon: IconUsers, Panel: DemoClients },
  { value: 'calendar', label: 'Calendar', Icon: IconCalendarEvent, Panel: DemoCalendar },
];

/** The coach's own screens with invented people, to be tried without an account. */
export function LandingDemo() {
  return (
    <LandingSection
      band
      title="Your Monday morning, on one screen"
      lead="Try the coach dashboard right here. The people in it are invented; the questions it answers are not."
    >
      <Tabs
        defaultValue="overview"
        classNames={{ root: classes.frame, list: classes.list, tab: classes.tab, panel: classes.panel }}
      >
        <div className={classes.top}>
          <Tabs.List aria-label="Coach dashboard preview">
            {TABS.map(({ value, label, Icon }) => (
              <Tabs.Tab key={value} value={value} leftSection={<Icon size={18} stroke={1.75} aria-hidden />}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <span className={classes.sample}>Sample data</span>
        </div>
        {TABS.map(({ value, Panel }) => (
          <Tabs.Panel key={value} value={value}>
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    </LandingSection>
  );
}

function DemoCalendar() {
  return (
    <div className={classes.calendar}>
      <IconCalendarEvent size={40} stroke={1.5} aria-hidden />
      <p className={classes.calendarTitle}>Calendar view with scheduled appointments</p>
      <p>This is where your sessions of the week are, in your own time zone. The demo preview leaves it empty.</p>
    </div>
  );
}
