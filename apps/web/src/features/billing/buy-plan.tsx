import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useState } from 'react';
import type { Purchase } from './checkout.tsx';
import { BuyButton } from './pricing-plans.tsx';

// Loaded late, because most visitors only read the prices.
const CheckoutDialog = lazy(() =>
  import('./checkout-dialog.tsx').then((module) => ({ default: module.CheckoutDialog })),
);

/** The payment service gets this address until a guest enters their own. */
const GUEST = 'guest@example.com';

type BuyPlanProps = {
  plan: PaidPlan;
  /** The address of the account that buys. Undefined for a visitor. */
  email?: string | undefined;
  /** True when the plan goes to the signed-in account. */
  forAccount: boolean;
  /** Goes around the checkout, which needs the queries of the page. */
  frame?: ComponentType<{ children: ReactNode }>;
  /** Leaves the page. */
  onPaid: (purchase: Purchase) => Promise<void>;
};

/** The button that buys a plan, with its checkout. */
export function BuyPlan({ plan, email = GUEST, forAccount, frame: Frame = Fragment, onPaid }: BuyPlanProps) {
  const [open, setOpen] = useState(false);
  // Stays mounted after the first opening, so that it can animate its closing.
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <BuyButton
        plan={plan}
        onBuy={() => {
          setWanted(true);
          setOpen(true);
        }}
      />
      {wanted && (
        <Suspense fallback={null}>
          <Frame>
            <CheckoutDialog
              plan={open ? plan : null}
              email={email}
              forAccount={forAccount}
              onClose={() => setOpen(false)}
              onPaid={(purchase) => void onPaid(purchase).finally(() => setOpen(false))}
            />
          </Frame>
        </Suspense>
      )}
    </>
  );
}
