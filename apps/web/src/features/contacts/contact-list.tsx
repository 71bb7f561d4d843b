import { Card, Stack, Text } from '@mantine/core';
import type { Contact } from '@stridewell/contract/contacts/contacts';
import { CONTACT_KIND_LABELS, CONTACT_STATUS_LABELS, LIKELY_SPAM } from '@stridewell/contract/contacts/contacts.rules';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import type { ContactsSearch } from './contacts.search.ts';
import classes from './contacts-page.module.css';
import { SpamSign } from './spam-sign.tsx';

type ContactListProps = { contacts: readonly Contact[]; search: ContactsSearch };

/** The contacts of the filtered list. The one that is open is marked. */
export const ContactList = ({ contacts, search }: ContactListProps) => (
  <Card padding={0} component="ul" className={rows.divided} aria-label="Contacts">
    {contacts.map((contact) => (
      <ContactRow key={contact.id} contact={contact} search={search} />
    ))}
  </Card>
);

function ContactRow({ contact, search }: { contact: Contact; search: ContactsSearch }) {
  const timeZone = useTimeZone();
  const { id, name, email, business, kind, status, assigneeName, demoAt, receivedAt, spamScore } = contact;
  const isChosen = id === search.contact;
  const facts = [
    CONTACT_KIND_LABELS[kind],
    demoAt !== null && 'demo booked',
    // The tab says the status of all others.
    (search.filter === 'all' || status === 'open') && CONTACT_STATUS_LABELS[status].toLowerCase(),
    assigneeName,
  ].filter(Boolean);
  return (
    <li>
      <Link
        to="/operator/contacts"
        search={{ ...search, contact: id }}
        resetScroll={false}
        data-contact={id}
        className={`${rows.link} ${isChosen ? classes.chosen : ''}`}
        {...(isChosen && { 'aria-current': true })}
      >
        <Stack gap={0} flex={1} miw={0}>
          <Text span fw={status === 'new' ? 700 : 500} truncate dir="auto" ta="left">
            {name}
          </Text>
          <Muted component="span" truncate dir="auto" ta="left">
            {business || email}
          </Muted>
          <Muted component="span" truncate>
            {facts.join(', ')}
          </Muted>
        </Stack>
        <Stack gap={4} align="flex-end">
          <Muted component="span" style={{ whiteSpace: 'nowrap' }}>
            {timeAgo(receivedAt, timeZone)}
          </Muted>
          {spamScore >= LIKELY_SPAM && status !== 'spam' && <SpamSign text="Likely spam" />}
        </Stack>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </Link>
    </li>
  );
}
