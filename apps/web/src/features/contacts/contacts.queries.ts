import type { ContactEntry } from '@stridewell/contract/contacts/contacts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import type { ContactsSearch } from './contacts.search.ts';

const KEYS = [orpc.contacts.key(), orpc.operator.key()];

export const contactsQuery = ({ contact: _, ...selection }: ContactsSearch) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.contacts.listContacts, selection),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });

export const contactOperatorsQuery = () => queryOptions(orpc.contacts.listContactOperators.queryOptions());

export const contactQuery = (contactId: string) =>
  queryOptions({
    ...orpc.contacts.getContact.queryOptions({ input: { contactId } }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.thread.some(isOnItsWay) ? SENDING_REFRESH_MS : false),
  });

/** How soon a reply that waits is looked at again. A failed one is announced, and one that was sent is not. */
const SENDING_REFRESH_MS = 5000;

const isOnItsWay = ({ delivery }: ContactEntry): boolean => delivery?.status === 'queued';

type Input<Name extends keyof typeof rpc.contacts> = Parameters<(typeof rpc.contacts)[Name]>[0];

export const useAssignContact = () =>
  useChange((input: Input<'assignContact'>) => rpc.contacts.assignContact(input), KEYS);

export const useSetContactStatus = () =>
  useChange((input: Input<'setContactStatus'>) => rpc.contacts.setContactStatus(input), KEYS);

export const useAddContactNote = () =>
  useChange((input: Input<'addContactNote'>) => rpc.contacts.addContactNote(input), KEYS);

export const useReplyToContact = () =>
  useChange((input: Input<'replyToContact'>) => rpc.contacts.replyToContact(input), [...KEYS, orpc.prospects.key()]);

export const useSendReplyAgain = () =>
  useChange((mailId: string) => rpc.jobs.sendMailAgain({ mailId }), [...KEYS, orpc.jobs.key()]);

export const useConvertContact = () =>
  useChange((contactId: string) => rpc.contacts.convertContact({ contactId }), [...KEYS, orpc.prospects.key()]);

/** The screen leaves the contact first, so that nothing requests a deleted contact. */
export const useDeleteContact = () =>
  useChange((contactId: string) => rpc.contacts.deleteContact({ contactId }), [orpc.contacts.listContacts.key()]);

/** The address of the filtered list as a file. */
export const contactsFileUrl = ({ contact: _, ...selection }: ContactsSearch): string =>
  `/exports/operator/contacts.csv?${new URLSearchParams(selection)}`;
