import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where toasts appear: out of the way of the bar, one at a time. */
export default function Toaster() {
  return <Notifications limit={1} position="bottom-center" mt={56} />;
}
