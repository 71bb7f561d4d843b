import { operatorMay } from '@stridewell/contract/operator/operator.rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { accountEntriesQuery, accountQuery } from '../features/accounts/accounts.queries.ts';
import { Activity } from '../features/audit/activity-list.tsx';
import { AccountBrandCard } from '../features/branding/account-brand-card.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/operator/accounts/$userId')({
  beforeLoad: requireOperator,
  loader: async ({ params: { userId } }) => {
    await loadOrNotFound(queryClient.ensureQueryData(accountQuery(userId)), ['NOT_FOUND', 'BAD_REQUEST']);
  },
  pendingComponent: () => <PageSkeleton title="Account" width={1280} heights={[160, 240, 120]} />,
  component: Account,
});

function Account() {
  const { userId } = Route.useParams();
  const entries = useInfiniteQuery(accountEntriesQuery(userId));
  const activity = (
    <Activity
      query={entries}
      title="Activity"
      lead="What the audit log has about this account."
      coachName="The coach"
    />
  );
  const { session } = useSession();
  const operatorRole = session?.operatorRole ?? 'billing';
  return (
    <AccountPage
      key={userId}
      userId={userId}
      operatorRole={operatorRole}
      aboutCoach={<AccountBrandCard userId={userId} mayDecide={operatorMay(operatorRole, 'approvals')} />}
      activity={activity}
      onView={() => sessionStore.apply('USER_UPDATED')}
    />
  );
}
