import { keepOut } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { eraseDue } from './accounts.erasure.service.ts';
import { endViewJob, eraseDueJob } from './accounts.jobs.ts';
import { accountNoticeMail } from './accounts.mails.ts';
import { accountsProcedures } from './accounts.procedures.ts';
import { accountErasures } from './accounts.table.ts';
import { endExpiredView, endViews } from './accounts.view.service.ts';

export const accounts = defineFeature({
  name: 'accounts',
  exports: [keepOut(accountErasures, 'It says only when an account will be deleted.')],
  procedures: { accounts: accountsProcedures },
  jobs: [handleJob(endViewJob, endExpiredView), handleJob(eraseDueJob, eraseDue)],
  mails: [accountNoticeMail],
  onViewsEnded: endViews,
});
