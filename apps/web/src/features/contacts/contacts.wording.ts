import type { ContactFilter } from '@stridewell/contract/contacts.rules';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';

/** Says why a change of a contact was refused. */
export function toastRefusal(error: unknown, name: string): void {
  const title = codeOf(error) === 'CONTACT_CHANGED' ? `${name} was changed meanwhile` : `${name} was not changed`;
  toast.error(title, messageOf(error, 'Check your connection and try again.'));
}

/** Says why a reply was not sent again. */
export const toastUnsent = (error: unknown, name: string): void =>
  toast.error(`The reply to ${name} was not sent`, messageOf(error, 'Check your connection and try again.'));

export const EMPTY_TEXTS: Record<ContactFilter, string> = {
  unanswered: 'Every visitor has an answer. New contact forms and demo requests appear here.',
  answered: 'Contacts are here once you replied to them.',
  closed: 'No contact was closed yet.',
  spam: 'No contact was marked as spam.',
  all: 'Contact forms and demo requests will be here.',
};
