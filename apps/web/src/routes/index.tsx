import { rootEntry } from '@stridewell/contract/identity/identity.rules';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionStore } from '../app/session.ts';
import { DashboardPreview } from '../features/site/landing-demo.tsx';
import { LandingPage } from '../features/site/landing-page.tsx';
import { PortalPreview } from '../features/site/landing-portal.tsx';

export const Route = createFileRoute('/')({
  async beforeLoad() {
    const { state, session } = await sessionStore.ready();
    const entry = rootEntry({ state, role: session?.role, userId: session?.user.id });
    if (entry.kind === 'redirect') throw redirect({ href: entry.to, replace: true });
  },
  pendingMs: 0,
  component: () => <LandingPage portal={<PortalPreview />} dashboard={<DashboardPreview />} />,
});
