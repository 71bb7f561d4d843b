import { CONTACT_BOUNDS } from '@stridewell/contract/contacts/contacts.rules';
import { text } from '@stridewell/contract/fields';
import { z } from 'zod';

const entryOf = <Kind extends 'reply' | 'note'>(kind: Kind) =>
  z.object({ kind: z.literal(kind), text: text(CONTACT_BOUNDS[kind]).min(1, 'Please write something') });

/** An operator's reply to a contact, or a note. Loads when they begin to write. */
export const contactEntry = z.discriminatedUnion('kind', [entryOf('reply'), entryOf('note')]);
