import { defineFeature, handleJob } from '../../core/feature.ts';
import { endViewJob } from './accounts.jobs.ts';
import { accountNoticeMail } from './accounts.mails.ts';
import { accountsProcedures } from './accounts.procedures.ts';
import { endExpiredView } from './accounts.view.service.ts';

export const accounts = defineFeature({
  name: 'accounts',
  procedures: { accounts: accountsProcedures },
  jobs: [handleJob(endViewJob, endExpiredView)],
  mails: [accountNoticeMail],
});
