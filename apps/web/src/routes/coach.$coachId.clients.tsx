import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { ReviewLink } from '../features/checkins/review-queue.tsx';
import { clientsQuery } from '../features/clients/clients.queries.ts';
import { type ClientSearch, readClientSearch } from '../features/clients/clients.search.ts';
import { ClientsPage } from '../features/clients/clients-page.tsx';
import { unread } from '../lib/unread-search.ts';
import { late } from '../ui/late.tsx';

const ClientRiskBadge = late(async () => (await import('../features/retention/client-risk-badge.tsx')).ClientRiskBadge);

export const Route = createFileRoute('/coach/$coachId/clients')({
  validateSearch: unread<ClientSearch>,
  beforeLoad: requireCoach,
  loader: async ({ params, location }) => {
    // Not a dependency of the loader, so that a new filter keeps the old list until the new one is loaded.
    await queryClient.ensureInfiniteQueryData(clientsQuery(params.coachId, readClientSearch({ ...location.search })));
  },
  component: CoachClients,
});

function CoachClients() {
  const { coachId } = Route.useParams();
  // Parsed again: the router also passes on unknown parameters.
  const search = readClientSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  // A view shows no levels.
  const tracksRetention =
    session !== null &&
    session.viewingUntil === null &&
    isFeatureAllowed(session.plan, 'retention_tracking', new Date());
  return (
    <ClientsPage
      coachId={coachId}
      search={search}
      onSearch={(wanted) => void navigate({ search: readClientSearch(wanted), replace: true, resetScroll: false })}
      today={dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC')}
      units={session?.user.unitSystem ?? 'metric'}
      review={<ReviewLink coachId={coachId} />}
      riskOf={tracksRetention ? (clientId) => <ClientRiskBadge coachId={coachId} clientId={clientId} /> : null}
    />
  );
}
