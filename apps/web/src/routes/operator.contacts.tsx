import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { contactOperatorsQuery, contactQuery, contactsQuery } from '../features/contacts/contacts.queries.ts';
import { type ContactsSearch, readContactsSearch } from '../features/contacts/contacts.search.ts';
import { ContactsPage } from '../features/contacts/contacts-page.tsx';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/operator/contacts')({
  validateSearch: unread<ContactsSearch>,
  beforeLoad: requireOperator,
  loader: async ({ location }) => {
    const search = readContactsSearch({ ...location.search });
    // The page shows the errors of the list and of the contact, with a retry.
    await Promise.all([
      queryClient.ensureQueryData(contactOperatorsQuery()),
      queryClient.prefetchInfiniteQuery(contactsQuery(search)),
      search.contact && queryClient.prefetchQuery(contactQuery(search.contact)),
    ]);
  },
  pendingComponent: () => <PageSkeleton title="Contacts" width={1280} heights={[44, 420]} />,
  component: Contacts,
});

function Contacts() {
  // Parsed again: the router also passes on unknown parameters.
  const search = readContactsSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  return (
    <ContactsPage
      search={search}
      userId={session?.user.id ?? ''}
      onSearch={(wanted) => void navigate({ search: readContactsSearch(wanted), replace: true, resetScroll: false })}
    />
  );
}
