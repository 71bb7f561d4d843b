import { Stack } from '@mantine/core';
import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { dayInZone } from '@stridewell/contract/time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { ClientHeader } from '../features/clients/client-header.tsx';
import { clientQuery, overviewQuery, timelineQuery } from '../features/clients/clients.queries.ts';
import { CLIENT_TAB_LABELS, CLIENT_TABS, type ClientTab, readTabSearch } from '../features/clients/clients.tabs.ts';
import { ReadOnlyNotice } from '../features/clients/read-only-notice.tsx';
import { recordQuery } from '../features/records/records.queries.ts';
import { unread } from '../lib/unread-search.ts';
import { late } from '../ui/late.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';

const PANELS = {
  overview: late(async () => (await import('../app/client-overview.tsx')).ClientOverview),
  'check-ins': late(async () => (await import('../features/checkins/check-ins-panel.tsx')).CheckInsPanel),
  training: late(async () => (await import('../app/client-training.tsx')).ClientTraining),
  nutrition: late(async () => (await import('../app/client-nutrition.tsx')).ClientNutrition),
  progress: late(async () => (await import('../features/progress/progress-panel.tsx')).ProgressPanel),
  messages: late(async () => (await import('../features/messages/messages-panel.tsx')).MessagesPanel),
  notes: late(async () => (await import('../features/clients/client-notes.tsx')).ClientNotes),
  details: late(async () => (await import('../app/client-details.tsx')).ClientDetails),
} satisfies Record<ClientTab, unknown>;

const prefetchOverview = (...of: [coachId: string, clientId: string]) =>
  Promise.all([
    queryClient.prefetchQuery(overviewQuery(...of)),
    queryClient.prefetchInfiniteQuery(timelineQuery(...of, 'all')),
    queryClient.prefetchQuery(recordQuery(...of)),
  ]);

/** Loads the first queries of a tab, together with the client. The tab shows their failures itself. */
async function prefetchTab(tab: ClientTab, coachId: string, clientId: string): Promise<unknown> {
  if (tab === 'overview') return await prefetchOverview(coachId, clientId);
  const { PREFETCH } = await import('../app/client-tab-queries.ts');
  return await PREFETCH[tab](coachId, clientId);
}

/** Tabs whose main action is to send or save what is written there. */
const WRITING_TABS: ReadonlySet<ClientTab> = new Set(['messages', 'notes']);

export const Route = createFileRoute('/coach/$coachId/client/$clientId/')({
  validateSearch: unread<{ tab?: ClientTab }>,
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId, clientId }, location }) => {
    if (!isUuid(clientId)) throw notFound();
    // Not a dependency of the loader: another tab is shown at once and loads its own data.
    const { tab = 'overview' } = readTabSearch({ ...location.search });
    await loadOrNotFound(
      Promise.all([
        queryClient.ensureQueryData(clientQuery(coachId, clientId)),
        prefetchTab(tab, coachId, clientId),
        PANELS[tab].prepare(),
      ]),
    );
  },
  component: ClientPage,
});

function ClientPage() {
  const { coachId, clientId } = Route.useParams();
  const { tab = 'overview' } = readTabSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const { data: client } = useSuspenseQuery(clientQuery(coachId, clientId));
  const units = session?.user.unitSystem ?? 'metric';
  const timeZone = session?.coach?.timeZone ?? 'UTC';
  const today = dayInZone(new Date(), timeZone);
  const firstName = client.fullName.split(' ')[0] ?? client.fullName;
  const of = { coachId, clientId, today, units };
  const CheckIns = PANELS['check-ins'];
  const panels: Record<ClientTab, React.ReactNode> = {
    overview: (
      <PANELS.overview
        coachId={coachId}
        client={client}
        firstName={firstName}
        today={today}
        timeZone={timeZone}
        units={units}
      />
    ),
    'check-ins': <CheckIns {...of} invited={!client.accepted} name={client.fullName} engagement={client.engagement} />,
    training: (
      <PANELS.training
        coachId={coachId}
        clientId={clientId}
        firstName={firstName}
        timeZone={timeZone}
        units={units}
        accepted={client.accepted}
        isOver={client.readOnly || isFormerClient(client.status)}
      />
    ),
    nutrition: (
      <PANELS.nutrition
        {...of}
        firstName={firstName}
        isFormer={isFormerClient(client.status)}
        prescribes={session?.coach?.prescribesNutrition ?? true}
        adapts={session !== null && isFeatureAllowed(session.plan, 'ai', new Date())}
        units={units}
        today={today}
      />
    ),
    progress: <PANELS.progress {...of} firstName={firstName} />,
    messages: <PANELS.messages conversation={{ coachId, conversationId: clientId }} units={units} />,
    notes: <PANELS.notes coachId={coachId} clientId={clientId} firstName={firstName} today={today} />,
    details: <PANELS.details {...of} timeZone={timeZone} />,
  };
  return (
    <Stack gap="lg">
      <ClientHeader coachId={coachId} client={client} today={today} quiet={WRITING_TABS.has(tab)} />
      {client.readOnly && (
        <ReadOnlyNotice>
          Your plan covers fewer clients than you have. You can both read everything, and check-ins can be sent again
          once there is room.
        </ReadOnlyNotice>
      )}
      <PageTabs
        label="About this client"
        tabs={CLIENT_TABS}
        labels={CLIENT_TAB_LABELS}
        tab={tab}
        onChange={(value) =>
          void navigate({ search: readTabSearch({ tab: value }), replace: true, resetScroll: false })
        }
      >
        {panels[tab]}
      </PageTabs>
    </Stack>
  );
}
