import { createFileRoute } from '@tanstack/react-router';
import { requireAnyCoach } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';
import { FeatureGate } from '../features/billing/feature-gate.tsx';

export const Route = createFileRoute('/engagement-dashboard')({
  beforeLoad: requireAnyCoach,
  component: GatedPage,
});

function GatedPage() {
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature="retention_tracking">
      <NotAvailablePage title="The engagement dashboard" what="Who is at risk of leaving, and why, will be here." />
    </FeatureGate>
  );
}
