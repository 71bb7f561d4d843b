import { IconFlask2 } from '@tabler/icons-react';
import classes from './checkout.module.css';

/** Says that no real payment is made. */
export function TestModeNote({ children }: { children: string }) {
  return (
    <p className={classes.note}>
      <IconFlask2 size={18} stroke={1.75} aria-hidden />
      <span>
        <strong>Test mode: no money moves.</strong> {children}
      </span>
    </p>
  );
}
