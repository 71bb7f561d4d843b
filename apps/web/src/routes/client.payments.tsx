import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { ownMoneyQuery } from '../features/money/money.queries.ts';
import { OwnMoney } from '../features/money/own-money.tsx';

export const Route = createFileRoute('/client/payments')({
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
  const { data } = useSuspenseQuery(ownMoneyQuery());
  return <OwnMoney {...data} />;
}
