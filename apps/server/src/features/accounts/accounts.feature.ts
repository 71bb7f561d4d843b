import { keepOut } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { eraseDue } from './accounts.erasure.service.ts';
import { accountsProcedures } from './accounts.procedures.ts';
import { accountNoticeMail } from './accounts.support.service.ts';
import { accountErasures } from './accounts.table.ts';
import { endExpiredView, endViewJob, endViews, eraseDueJob } from './accounts.view.service.ts';

export const accounts = defineFeature({
  name: 'accounts',
  exports: [keepOut(accountErasures, 'It says only when an account will be deleted.')],
  procedures: { accounts: accountsProcedures },
  jobs: [handleJob(endViewJob, endExpiredView), handleJob(eraseDueJob, eraseDue)],
  mails: [accountNoticeMail],
  onViewsEnded: endViews,
});
