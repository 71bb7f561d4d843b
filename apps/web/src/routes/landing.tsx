import { createFileRoute } from '@tanstack/react-router';
import { LandingHero } from '../features/site/landing-hero.tsx';

export const Route = createFileRoute('/landing')({ component: LandingHero });
