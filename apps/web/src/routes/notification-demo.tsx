import { createFileRoute } from '@tanstack/react-router';
import { NotificationTour } from '../features/notifications/notification-tour.tsx';

export const Route = createFileRoute('/notification-demo')({ component: NotificationTour });
