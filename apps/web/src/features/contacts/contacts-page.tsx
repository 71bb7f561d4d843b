import { Box, Button, Kbd, Stack } from '@mantine/core';
import type { Contact } from '@stridewell/contract/contacts/contacts';
import { IconChevronLeft } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFallbackPoll } from '../../lib/realtime.ts';
import { toast } from '../../lib/toasts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { ContactList } from './contact-list.tsx';
import { ContactPane } from './contact-pane.tsx';
import { INBOX_KEYS, useInboxKeys } from './contacts.keys.ts';
import { contactQuery, contactsQuery, useSetContactStatus } from './contacts.queries.ts';
import type { ContactsSearch } from './contacts.search.ts';
import { EMPTY_TEXTS, toastRefusal } from './contacts.wording.ts';
import classes from './contacts-page.module.css';
import { ContactsToolbar } from './contacts-toolbar.tsx';

/** New contacts appear within this time where events cannot tell of them. */
const LOOK_AGAIN_MS = 30_000;

const DONE: Partial<Record<Contact['status'], string>> = { closed: 'Contact closed', spam: 'Marked as spam' };

type ContactsPageProps = {
  search: ContactsSearch;
  userId: string;
  onSearch: (search: Record<string, unknown>) => void;
};

/** The inbox: contacts beside the one that is open, or one after the other on a phone. */
export function ContactsPage({ search, userId, onSearch }: ContactsPageProps) {
  const query = useInfiniteQuery({ ...contactsQuery(search), refetchInterval: useFallbackPoll(LOOK_AGAIN_MS) });
  const contacts = query.data?.pages.flatMap((page) => page.contacts) ?? [];
  const field = useRef<HTMLTextAreaElement>(null);
  const setStatus = useSetContactStatus();
  // Newer than the row of the list, where another operator changed it.
  const { data: opened } = useQuery({ ...contactQuery(search.contact ?? ''), enabled: search.contact !== undefined });
  const at = contacts.findIndex(({ id }) => id === search.contact);
  const open = (contact: string | undefined) => onSearch({ ...search, contact });

  const move = (step: 1 | -1) => {
    const next = contacts[at < 0 ? 0 : at + step];
    if (!next) return;
    open(next.id);
    document.querySelector<HTMLElement>(`[data-contact="${next.id}"]`)?.focus();
  };
  const change = ({ id: contactId, name, version }: Contact, status: Contact['status']) => {
    const next = contacts[at + 1] ?? contacts[at - 1];
    // A finished contact leaves the list, so the next one opens at once.
    if (at >= 0 && DONE[status]) open(next?.id);
    void setStatus.mutateAsync({ contactId, status, version }).then(
      () => toast.success(DONE[status] ?? 'Contact reopened', name),
      (error: unknown) => toastRefusal(error, name),
    );
  };
  const changeOpen = (status: Contact['status']) => () => {
    const contact = opened?.contact;
    if (contact && contact.status !== status && !setStatus.isPending) change(contact, status);
  };
  useInboxKeys({
    move,
    reply: () => field.current?.focus(),
    close: changeOpen('closed'),
    spam: changeOpen('spam'),
  });

  return (
    <Stack gap="lg">
      <PageHeader title="Contacts" lead="Contact forms and demo requests, newest first." />
      <Box {...(search.contact && { visibleFrom: 'md' })}>
        <ContactsToolbar search={search} userId={userId} onSearch={onSearch} />
      </Box>
      <div className={classes.columns}>
        <Box {...(search.contact && { visibleFrom: 'md' })}>
          <QueryBoundary
            query={query}
            failed="The contacts could not be loaded"
            skeleton={420}
            isEmpty={() => contacts.length === 0}
            empty={<NoContacts search={search} />}
          >
            {() => (
              <>
                <ContactList contacts={contacts} search={search} />
                <LoadMore query={query} label="Show more contacts" failed="More contacts could not be loaded" />
                <Legend />
              </>
            )}
          </QueryBoundary>
        </Box>
        <Box {...(!search.contact && { visibleFrom: 'md' })}>
          {search.contact ? (
            <>
              <Button
                renderRoot={(props) => (
                  <Link to="/operator/contacts" search={{ ...search, contact: undefined }} {...props} />
                )}
                variant="subtle"
                hiddenFrom="md"
                mb="sm"
                leftSection={<IconChevronLeft size={18} stroke={1.75} aria-hidden />}
              >
                All contacts
              </Button>
              <ContactPane
                contactId={search.contact}
                userId={userId}
                field={field}
                onStatus={change}
                onDeleted={() => open(undefined)}
              />
            </>
          ) : (
            contacts.length > 0 && (
              <EmptyState title="No contact is open">Choose one from the list to read it.</EmptyState>
            )
          )}
        </Box>
      </div>
    </Stack>
  );
}

const NoContacts = ({ search: { q, kind, assignee, filter = 'unanswered' } }: { search: ContactsSearch }) =>
  q || kind || assignee ? (
    <EmptyState role="status" title="No contacts match">
      Search matches the start of names, businesses and email addresses. Change it, or the filters above.
    </EmptyState>
  ) : (
    <EmptyState role="status" title="No contacts here">
      {EMPTY_TEXTS[filter]}
    </EmptyState>
  );

/** The keys of the inbox. Phones have none. */
const Legend = () => (
  <ul className={classes.legend} aria-label="Keys">
    {INBOX_KEYS.map(({ keys, meaning }) => (
      <li key={meaning}>
        {keys.map((key) => (
          <Kbd key={key} size="xs" mr={4}>
            {key}
          </Kbd>
        ))}
        {meaning}
      </li>
    ))}
  </ul>
);
