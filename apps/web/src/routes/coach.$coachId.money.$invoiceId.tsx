import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { InvoiceDetails } from '../features/money/invoice-details.tsx';
import { invoiceQuery } from '../features/money/money.queries.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach/$coachId/money/$invoiceId')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId, invoiceId } }) => {
    if (!isUuid(invoiceId)) throw notFound();
    await loadOrNotFound(queryClient.ensureQueryData(invoiceQuery(coachId, invoiceId)));
  },
  pendingComponent: () => <PageSkeleton title="Invoice" width={1280} heights={[420, 160]} />,
  component: InvoicePage,
});

function InvoicePage() {
  const { coachId, invoiceId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data } = useSuspenseQuery(invoiceQuery(coachId, invoiceId));
  return (
    <InvoiceDetails
      key={invoiceId}
      coachId={coachId}
      {...data}
      onDeleted={() => void navigate({ to: '/coach/$coachId/money', params: { coachId } })}
    />
  );
}
