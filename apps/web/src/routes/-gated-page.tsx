import type { ComponentProps } from 'react';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { NotAvailablePage } from '../ui/not-available-page.tsx';

type GatedPageProps = Pick<ComponentProps<typeof FeatureGate>, 'feature'> & ComponentProps<typeof NotAvailablePage>;

/** A planned page that needs a plan with its feature. */
export function GatedPage({ feature, ...page }: GatedPageProps) {
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={feature} page={page}>
      <NotAvailablePage {...page} />
    </FeatureGate>
  );
}
