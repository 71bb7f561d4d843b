import {
  CONTACT_FILTERS,
  CONTACT_KINDS,
  type ContactFilter,
  type ContactKind,
} from '@stridewell/contract/contacts/contacts.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { readSearchText } from '../../lib/search-text.ts';

/** The search parameters of the inbox, without default values. `contact` is the one that is open. */
export type ContactsSearch = {
  filter?: ContactFilter;
  kind?: ContactKind;
  assignee?: string;
  q?: string;
  contact?: string;
};

/** Reads untrusted search parameters and drops invalid ones. */
export function readContactsSearch(search: Record<string, unknown>): ContactsSearch {
  const filter = CONTACT_FILTERS.find((name) => name === search.filter && name !== 'unanswered');
  const kind = CONTACT_KINDS.find((name) => name === search.kind);
  const { assignee, contact } = search;
  const q = readSearchText(search.q);
  return {
    ...(filter && { filter }),
    ...(kind && { kind }),
    ...(typeof assignee === 'string' && (assignee === 'none' || isUuid(assignee)) && { assignee }),
    ...(q && { q }),
    ...(typeof contact === 'string' && isUuid(contact) && { contact }),
  };
}
