import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { siteFunctions, siteProcedures } from './site.procedures.ts';
import {
  contactMail,
  demoBookingMail,
  demoConfirmationMail,
  demoNoticeMail,
  demoRequestMail,
  forgetDemoHolds,
} from './site.service.ts';

export const site = defineFeature({
  name: 'site',
  procedures: { site: siteProcedures },
  functions: siteFunctions,
  jobs: [
    // Deletes demos that visitors did not confirm.
    handleJob(defineScheduledJob('site.forget_holds', { schedule: EVERY_HOUR, retryLimit: 2 }), forgetDemoHolds),
  ],
  mails: [contactMail, demoRequestMail, demoConfirmationMail, demoBookingMail, demoNoticeMail],
});
