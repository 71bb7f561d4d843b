import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import classes from './toaster.module.css';

/** Where toasts appear: out of the way of the bar and of the tabs, one at a time. */
export default function Toaster() {
  return <Notifications limit={1} position="bottom-center" className={classes.root} />;
}
