import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { applyUpdate, useWaitingVersion } from '../../lib/app-update.ts';
import classes from './connection-notice.module.css';

/** Offers a newer version. The person decides when, because a reload interrupts their work. */
export function UpdateBar() {
  const waiting = useWaitingVersion();
  const [dismissed, setDismissed] = useState<ServiceWorker | null>(null);
  const shown = waiting !== null && waiting !== dismissed;
  return (
    <div role="status" data-reads>
      {shown && (
        <div className={classes.update}>
          <span>A new version is ready</span>
          <Button size="compact-sm" onClick={() => applyUpdate(waiting)}>
            Reload
          </Button>
          <CloseButton aria-label="Not now" onClick={() => setDismissed(waiting)} />
        </div>
      )}
    </div>
  );
}
