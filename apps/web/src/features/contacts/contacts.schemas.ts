import { CONTACT_BOUNDS } from '@stridewell/contract/contacts/contacts.rules';
import { text } from '@stridewell/contract/fields';
import { z } from 'zod';

const entryOf = <Kind extends 'reply' | 'note'>(kind: Kind) =>
  z.object({ kind: z.literal(kind), text: text(CONTACT_BOUNDS[kind]).min(1, 'Please write something') });

/** What an operator writes to or about a contact. It loads when they begin. */
export const contactEntry = z.discriminatedUnion('kind', [entryOf('reply'), entryOf('note')]);
