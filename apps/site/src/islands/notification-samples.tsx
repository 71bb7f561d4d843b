import { NotificationSamples } from '@stridewell/web/features/notifications/notification-samples.tsx';
import { island } from '../parts/island.tsx';

export default island(NotificationSamples);
