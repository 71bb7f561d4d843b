import { IconCloudOff } from '@tabler/icons-react';
import { useConnection } from '../../lib/realtime.ts';
import classes from './connection-notice.module.css';

/** While the server cannot be reached. */
export default function ConnectionNotice() {
  const { offline } = useConnection();
  return (
    <div role="status" className={classes.place}>
      {offline && (
        <p className={classes.notice}>
          <IconCloudOff size={16} stroke={1.75} aria-hidden />
          Offline: what you write is kept and sent when you are back
        </p>
      )}
    </div>
  );
}
