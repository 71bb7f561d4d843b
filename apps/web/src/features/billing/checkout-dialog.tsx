import { Center, Modal } from '@mantine/core';
import { type PaidPlan, PLANS } from '@stridewell/contract/billing.rules';
import { lazy, Suspense, useState } from 'react';
import { LoadingSpinner } from '../../components/loading-spinner.tsx';
import classes from './checkout.module.css';
import type { CheckoutProps } from './checkout.tsx';

// Brings the client of the procedures, which a public page does without until somebody buys.
const Checkout = lazy(() => import('./checkout.tsx'));

type CheckoutDialogProps = Pick<CheckoutProps, 'email' | 'forAccount' | 'onPaid'> & {
  /** The plan being bought; null while none is. */
  plan: PaidPlan | null;
  onClose: () => void;
};

export function CheckoutDialog({ plan, onClose, ...checkout }: CheckoutDialogProps) {
  // Keeps what it shows while it closes; every opening starts afresh.
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
    <Modal
      opened={open}
      onClose={onClose}
      title={shown.plan && `Complete Your ${PLANS[shown.plan].label} Purchase`}
      classNames={{ title: classes.title }}
      closeOnClickOutside={false}
      size="lg"
    >
      <Center mih={200}>
        <Suspense fallback={<LoadingSpinner message="Loading checkout..." />}>
          {shown.plan && <Checkout key={shown.opening} plan={shown.plan} opening={shown.opening} {...checkout} />}
        </Suspense>
      </Center>
    </Modal>
  );
}
