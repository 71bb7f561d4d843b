import { Alert } from '@mantine/core';
import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LoadingSpinner } from '../../components/loading-spinner.tsx';

type StripeCheckoutProps = { clientSecret: string; publishableKey: string; onPaid: () => void };

/** Stripe's own form inside of a frame of theirs; card numbers never touch this page. */
export default function StripeCheckout({ clientSecret, publishableKey, onPaid }: StripeCheckoutProps) {
  const stripe = useQuery({
    queryKey: ['billing', 'stripe', publishableKey],
    queryFn: () => loadStripe(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    // It is an object with methods and a frame of its own, not data to be compared.
    structuralSharing: false,
    retry: false,
  });
  if (stripe.isPending) return <LoadingSpinner message="Loading checkout..." />;
  if (!stripe.data) {
    return (
      <Alert color="red" role="alert" w="100%" icon={<IconAlertCircle size={18} />}>
        The payment form could not be loaded. Check your connection or a content blocker, then open it again.
      </Alert>
    );
  }
  return (
    <div style={{ width: '100%' }}>
      <EmbeddedCheckoutProvider stripe={stripe.data} options={{ clientSecret, onComplete: onPaid }}>
        <EmbeddedCheckout />
      </EmbeddedCheckoutProvider>
    </div>
  );
}
