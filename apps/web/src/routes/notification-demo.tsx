import { createFileRoute } from '@tanstack/react-router';
import { NotificationSamples } from '../features/notifications/notification-samples.tsx';
import { NotificationTour } from '../features/notifications/notification-tour.tsx';

export const Route = createFileRoute('/notification-demo')({
  component: () => <NotificationTour samples={<NotificationSamples />} />,
});
