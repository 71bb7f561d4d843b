import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './contacts-page.module.css';

/** Signs of spam, in words. */
export const SpamSign = ({ text }: { text: string }) => (
  <span className={classes.spam}>
    <IconAlertTriangle size={14} stroke={2} aria-hidden />
    {text}
  </span>
);
