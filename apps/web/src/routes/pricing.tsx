import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { CheckoutDialog } from '../features/billing/checkout-dialog.tsx';
import { PricingPage } from '../features/billing/pricing-page.tsx';

export const Route = createFileRoute('/pricing')({ component: PricingRoute });

function PricingRoute() {
  const [buying, setBuying] = useState<'plus' | 'pro' | null>(null);
  return (
    <>
      <PricingPage onBuy={setBuying} />
      <CheckoutDialog plan={buying} onClose={() => setBuying(null)} />
    </>
  );
}
