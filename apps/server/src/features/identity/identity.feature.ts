import { defineFeature, handleJob } from '../../core/feature.ts';
import { identityExports } from './identity.copy.ts';
import { createAuthHooks } from './identity.hooks.service.ts';
import {
  accountExistsMail,
  emailChangeMail,
  resetMail,
  securityNoticeMail,
  signInCodeMail,
  signInLinkMail,
  verificationMail,
} from './identity.mails.ts';
import { sendPhoneCode, sendPhoneCodeJob } from './identity.phone.service.ts';
import { identityProcedures } from './identity.procedures.ts';

export const identity = defineFeature({
  name: 'identity',
  exports: identityExports,
  procedures: { identity: identityProcedures },
  jobs: [handleJob(sendPhoneCodeJob, sendPhoneCode)],
  mails: [
    verificationMail,
    accountExistsMail,
    resetMail,
    signInCodeMail,
    signInLinkMail,
    emailChangeMail,
    securityNoticeMail,
  ],
  authHooks: createAuthHooks,
});
