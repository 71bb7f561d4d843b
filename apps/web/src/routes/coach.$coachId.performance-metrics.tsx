import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';
import { FeatureGate } from '../features/billing/feature-gate.tsx';

export const Route = createFileRoute('/coach/$coachId/performance-metrics')({
  beforeLoad: requireCoach,
  component: GatedPage,
});

function GatedPage() {
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature="advanced_ai">
      <NotAvailablePage
        title="The performance metrics page"
        what="Adherence and results of your clients over time will be here."
      />
    </FeatureGate>
  );
}
