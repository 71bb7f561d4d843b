import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import classes from './toaster.module.css';

/** Shows toasts one at a time, clear of the bar and the tabs. */
export default function Toaster() {
  return <Notifications data-reads limit={1} position="bottom-center" className={classes.root} />;
}
