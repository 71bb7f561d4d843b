import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { StartFields } from '../features/clients/start-fields.tsx';
import { LeadDetails } from '../features/pipeline/lead-details.tsx';
import { leadQuery } from '../features/pipeline/pipeline.queries.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach/$coachId/pipeline/$leadId')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId, leadId } }) => {
    if (!isUuid(leadId)) throw notFound();
    await loadOrNotFound(queryClient.ensureQueryData(leadQuery(coachId, leadId)));
  },
  pendingComponent: () => <PageSkeleton title="Lead" width={1280} heights={[320, 240]} />,
  component: LeadPage,
});

function LeadPage() {
  const { coachId, leadId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data } = useSuspenseQuery(leadQuery(coachId, leadId));
  return (
    <LeadDetails
      key={leadId}
      coachId={coachId}
      detail={data}
      startFields={(start, onChange) => <StartFields coachId={coachId} start={start} onChange={onChange} />}
      onDeleted={() => void navigate({ to: '/coach/$coachId/pipeline', params: { coachId } })}
    />
  );
}
