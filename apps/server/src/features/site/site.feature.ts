import { defineFeature } from '../../core/feature.ts';
import { contactMail, demoBookingMail, demoNoticeMail, demoRequestMail } from './site.mails.ts';
import { siteFunctions, siteProcedures } from './site.procedures.ts';

export const site = defineFeature({
  name: 'site',
  procedures: { site: siteProcedures },
  functions: siteFunctions,
  mails: [contactMail, demoRequestMail, demoBookingMail, demoNoticeMail],
});
