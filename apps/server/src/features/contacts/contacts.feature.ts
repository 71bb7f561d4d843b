import { defineFeature } from '../../core/feature.ts';
import { registerContacts } from './contacts.http.ts';
import { contactReplyMail } from './contacts.mails.ts';
import { contactsProcedures } from './contacts.procedures.ts';
import { receiveTouch } from './contacts.touch.service.ts';

export const contacts = defineFeature({
  name: 'contacts',
  procedures: { contacts: contactsProcedures },
  mails: [contactReplyMail],
  http: registerContacts,
  onTouch: receiveTouch,
});
