import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import { LoadingSpinner } from '../../ui/loading-spinner.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

type StripeCheckoutProps = { clientSecret: string; publishableKey: string; onPaid: () => void };

/** Stripe's form in a frame. Card numbers never reach this page. */
export default function StripeCheckout({ clientSecret, publishableKey, onPaid }: StripeCheckoutProps) {
  const stripe = useQuery({
    queryKey: ['billing', 'stripe', publishableKey],
    queryFn: () => loadStripe(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    // The result has methods and a frame, so it cannot be compared like data.
    structuralSharing: false,
    retry: false,
  });
  if (stripe.isPending) return <LoadingSpinner message="Loading checkout..." />;
  if (!stripe.data) {
    return (
      <ProblemAlert
        w="100%"
        text="The payment form could not be loaded. Check your connection or a content blocker, then open it again."
      />
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
