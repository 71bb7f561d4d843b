import { createFileRoute } from '@tanstack/react-router';
import { DashboardPreview } from '../features/site/landing-demo.tsx';
import { LandingPage } from '../features/site/landing-page.tsx';
import { PortalPreview } from '../features/site/landing-portal.tsx';

export const Route = createFileRoute('/landing')({
  component: () => <LandingPage portal={<PortalPreview />} dashboard={<DashboardPreview />} />,
});
