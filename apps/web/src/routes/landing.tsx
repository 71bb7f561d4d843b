import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '../features/site/landing-page.tsx';

export const Route = createFileRoute('/landing')({ component: LandingPage });
