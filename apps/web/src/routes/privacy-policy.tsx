import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPolicy } from '../features/site/privacy-policy.tsx';

export const Route = createFileRoute('/privacy-policy')({ component: PrivacyPolicy });
