import { defineFeature, handleJob } from '../../core/feature.ts';
import { forgetDemoHoldsJob } from './site.jobs.ts';
import { contactMail, demoBookingMail, demoConfirmationMail, demoNoticeMail, demoRequestMail } from './site.mails.ts';
import { siteFunctions, siteProcedures } from './site.procedures.ts';
import { forgetDemoHolds } from './site.service.ts';

export const site = defineFeature({
  name: 'site',
  procedures: { site: siteProcedures },
  functions: siteFunctions,
  jobs: [handleJob(forgetDemoHoldsJob, forgetDemoHolds)],
  mails: [contactMail, demoRequestMail, demoConfirmationMail, demoBookingMail, demoNoticeMail],
});
