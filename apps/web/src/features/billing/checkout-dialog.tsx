import { Center } from '@mantine/core';
import { type PaidPlan, PLANS } from '@stridewell/contract/billing/billing.rules';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadingSpinner } from '../../ui/loading-spinner.tsx';
import type { CheckoutProps } from './checkout.tsx';

// Loaded late: a public page needs the client of the procedures only for a purchase.
const Checkout = lazy(() => import('./checkout.tsx'));

type CheckoutDialogProps = Pick<CheckoutProps, 'email' | 'forAccount' | 'onPaid'> & {
  /** The plan to buy. Null while the dialog is closed. */
  plan: PaidPlan | null;
  onClose: () => void;
};

export function CheckoutDialog({ plan, onClose, ...checkout }: CheckoutDialogProps) {
  // Keeps its content while it closes. Every opening starts a new checkout.
  const [shown, setShown] = useState<{ plan: PaidPlan | null; open: boolean; opening: number }>({
    plan: null,
    open: false,
    opening: 0,
  });
  const open = plan !== null;
  if (open !== shown.open || (open && plan !== shown.plan)) {
    setShown({ plan: plan ?? shown.plan, open, opening: open ? shown.opening + 1 : shown.opening });
  }
  return (
    <Dialog
      opened={open}
      onClose={onClose}
      title={shown.plan && `Complete Your ${PLANS[shown.plan].label} Purchase`}
      closeOnClickOutside={false}
      size="lg"
    >
      <Center mih={200}>
        <Suspense fallback={<LoadingSpinner message="Loading checkout..." />}>
          {shown.plan && <Checkout key={shown.opening} plan={shown.plan} opening={shown.opening} {...checkout} />}
        </Suspense>
      </Center>
    </Dialog>
  );
}
