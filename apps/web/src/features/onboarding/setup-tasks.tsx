import type { CoachSetup } from '@stridewell/contract/onboarding';
import { SETUP_TASKS } from '@stridewell/contract/onboarding.rules';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import classes from './onboarding.module.css';

/** What is set up and what is left. */
export function SetupTasks({ setup }: { setup: CoachSetup }) {
  return (
    <ul className={classes.parts}>
      {SETUP_TASKS.map(({ fact, label }) => (
        <li key={fact}>
          {setup[fact] ? (
            <IconCircleCheckFilled size={20} aria-label="Done:" color="var(--mantine-primary-color-filled)" />
          ) : (
            <IconCircle size={20} stroke={1.75} aria-label="Open:" />
          )}
          <span className={classes.words}>{label}</span>
        </li>
      ))}
    </ul>
  );
}
