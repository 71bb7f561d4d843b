import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './coach-review.module.css';

/** Something to look at twice before a decision. */
export const Doubt = ({ text }: { text: string }) => (
  <span className={classes.doubt}>
    <IconAlertTriangle size={14} stroke={2} aria-hidden />
    {text}
  </span>
);
