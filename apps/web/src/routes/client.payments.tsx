import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { CheckoutResult } from '../features/money/checkout-result.tsx';
import { ownMoneyQuery } from '../features/money/money.queries.ts';
import { OwnMoney } from '../features/money/own-money.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

/** The checkout that the client comes back from. */
const readCheckout = ({ checkout }: Record<string, unknown>): { checkout?: string } =>
  typeof checkout === 'string' && isUuid(checkout) ? { checkout } : {};

export const Route = createFileRoute('/client/payments')({
  validateSearch: readCheckout,
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    // The dashboard tells clients without a coach what to do.
    if (!client) throw redirect({ to: '/client/dashboard' });
  },
  loader: () => queryClient.ensureQueryData(ownMoneyQuery()),
  pendingComponent: () => <PageSkeleton title="Payments" width={680} heights={[160, 240]} />,
  component: PaymentsPage,
});

function PaymentsPage() {
  // Parsed again: the router also passes on unknown parameters.
  const { checkout } = readCheckout({ ...Route.useSearch() });
  const { data } = useSuspenseQuery(ownMoneyQuery());
  return (
    <>
      {checkout !== undefined && <CheckoutResult checkoutId={checkout} />}
      <OwnMoney {...data} />
    </>
  );
}
