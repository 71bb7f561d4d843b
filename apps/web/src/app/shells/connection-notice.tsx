import { IconCloudOff } from '@tabler/icons-react';
import { useConnection } from '../../lib/realtime.ts';
import classes from './connection-notice.module.css';
import { UpdateBar } from './update-bar.tsx';

/** While the server cannot be reached, and when there is a newer version. */
export default function ConnectionNotice() {
  const { offline } = useConnection();
  return (
    <div className={classes.place}>
      <div role="status">
        {offline && (
          <p className={classes.notice}>
            <IconCloudOff size={16} stroke={1.75} aria-hidden />
            Offline: what you write is kept and sent when you are back
          </p>
        )}
      </div>
      <UpdateBar />
    </div>
  );
}
