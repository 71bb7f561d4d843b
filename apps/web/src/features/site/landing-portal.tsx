import { Tabs } from '@mantine/core';
import { IconBarbell, IconMessage, IconSalad, IconTrendingUp } from '@tabler/icons-react';
import classes from './landing-portal.module.css';
import { MessagesScreen, NutritionScreen, ProgressScreen, WorkoutsScreen } from './landing-portal-screens.tsx';
import { LandingSection } from './landing-section.tsx';

const SCREENS = [
  { value: 'progress', label: 'Progress', Icon: IconTrendingUp, Screen: ProgressScreen },
  { value: 'workouts', label: 'Workouts', Icon: IconBarbell, Screen: WorkoutsScreen },
  { value: 'nutrition', label: 'Nutrition', Icon: IconSalad, Screen: NutritionScreen },
  { value: 'messages', label: 'Messages', Icon: IconMessage, Screen: MessagesScreen },
];

/** What the clients get: their portal as it looks on a phone, to be tried with sample data. */
export function LandingPortal() {
  return (
    <LandingSection
      beside="content-first"
      title="A companion your clients open every day"
      lead="Plan, numbers and your words in their pocket. It works in the browser of any phone, so there is nothing to install."
      points={
        <ul className={classes.points}>
          <li>A weekly check-in that fits between two sets, with one thumb.</li>
          <li>Progress told as a distance covered, never as a failure.</li>
          <li>Messages that reach you beside the numbers they are about.</li>
        </ul>
      }
    >
      <div className={classes.stage}>
        <Tabs
          defaultValue="progress"
          inverted
          classNames={{ root: classes.phone, list: classes.list, tab: classes.tab, panel: classes.panel }}
        >
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
        <p className={classes.note}>Sample data. Press the tabs to look around.</p>
      </div>
    </LandingSection>
  );
}
