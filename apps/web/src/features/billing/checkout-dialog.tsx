import { Center, Modal } from '@mantine/core';
import { PLANS } from '@stridewell/contract/billing.rules';
import { useState } from 'react';
import { LoadingSpinner } from '../../components/loading-spinner.tsx';

type CheckoutDialogProps = {
  /** The plan being bought; null while none is. */
  plan: 'plus' | 'pro' | null;
  onClose: () => void;
};

export function CheckoutDialog({ plan, onClose }: CheckoutDialogProps) {
  // Keeps its title while it closes.
  const [shown, setShown] = useState(plan);
  if (plan && plan !== shown) setShown(plan);
  return (
    <Modal
      opened={plan !== null}
      onClose={onClose}
      title={shown && `Complete Your ${PLANS[shown].label} Purchase`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'none' } }}
      radius="lg"
      size="lg"
    >
      <Center mih={200}>
        <LoadingSpinner message="Loading checkout..." />
      </Center>
    </Modal>
  );
}
