import { defineFeature } from '../../core/feature.ts';
import { registerContacts } from './contacts.http.ts';
import { contactsProcedures } from './contacts.procedures.ts';
import { contactReplyMail } from './contacts.service.ts';
import { receiveTouch } from './contacts.touch.service.ts';

export const contacts = defineFeature({
  name: 'contacts',
  procedures: { contacts: contactsProcedures },
  mails: [contactReplyMail],
  http: registerContacts,
  onTouch: receiveTouch,
});
