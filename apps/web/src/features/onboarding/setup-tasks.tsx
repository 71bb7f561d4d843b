import type { CoachSetup } from '@stridewell/contract/onboarding';
import { SETUP_TASKS } from '@stridewell/contract/onboarding.rules';
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './onboarding.module.css';

/** The setup tasks. Open ones link to their step. */
export function SetupTasks({ setup }: { setup: CoachSetup }) {
  return (
    <ul className={classes.parts}>
      {SETUP_TASKS.map(({ fact, label, step }) => (
        <li key={fact}>
          {setup[fact] ? (
            <IconCircleCheckFilled size={20} aria-label="Done:" color="var(--mantine-primary-color-filled)" />
          ) : (
            <IconCircle size={20} stroke={1.75} aria-label="Open:" />
          )}
          {setup[fact] ? (
            <span className={classes.words}>{label}</span>
          ) : (
            <Link to="/coach-onboarding" search={{ step }} className={classes.open}>
              {label}
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
