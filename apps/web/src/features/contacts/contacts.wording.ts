import type { ContactFilter } from '@stridewell/contract/contacts/contacts.rules';
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
  unanswered: 'No one is waiting for a reply. New contact forms and demo requests appear here.',
  answered: 'Contacts appear here after you reply.',
  closed: 'No closed contacts yet.',
  spam: 'No contacts marked as spam.',
  all: 'Contact forms and demo requests will appear here.',
};
