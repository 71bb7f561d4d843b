import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { dayInZone } from '@stridewell/contract/time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { ProspectDetails } from '../features/prospects/prospect-details.tsx';
import { prospectQuery } from '../features/prospects/prospects.queries.ts';
import { useTimeZone } from '../lib/time-zone.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/operator/pipeline/$prospectId')({
  beforeLoad: requireOperator,
  loader: async ({ params: { prospectId } }) => {
    if (!isUuid(prospectId)) throw notFound();
    await loadOrNotFound(queryClient.ensureQueryData(prospectQuery(prospectId)));
  },
  pendingComponent: () => <PageSkeleton title="Prospect" width={1280} heights={[320, 240]} />,
  component: ProspectPage,
});

function ProspectPage() {
  const timeZone = useTimeZone();
  const { prospectId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data } = useSuspenseQuery(prospectQuery(prospectId));
  return (
    <ProspectDetails
      key={prospectId}
      detail={data}
      today={dayInZone(new Date(), timeZone)}
      onDeleted={() => void navigate({ to: '/operator/pipeline' })}
    />
  );
}
