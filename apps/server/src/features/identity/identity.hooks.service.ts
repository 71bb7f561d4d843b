import { SWITCH_TEXTS } from '@stridewell/contract/settings/settings.rules';
import { coachAsked } from '../../core/auth/asked-at.ts';
import type { AuthHooks } from '../../core/auth/auth.ts';
import type { SecurityEvent } from '../../core/auth/second-factor.ts';
import { addressAsked } from '../../core/hosts.ts';
import type { Infrastructure } from '../../core/services.ts';
import { identityScope, personNameProblem } from '../../core/tenancy/access.ts';
import { announceEndedViews } from '../../core/views.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { type AuditedChange, auditAbout } from '../audit/audit.service.ts';
import { attachPurchase, attachWaitingPurchases, problemWithPurchase } from '../billing/billing.purchase.service.ts';
import { problemWithHost, senderAsked } from './identity.host.service.ts';
import {
  accountExistsMail,
  emailChangeMail,
  resetMail,
  securityNoticeMail,
  signInCodeMail,
  signInLinkMail,
  verificationMail,
} from './identity.mails.ts';
import { queuePhoneCode } from './identity.phone.service.ts';
import { completeSignIn, completeSignUp, completeVerification, updatePerson } from './identity.service.ts';

/** Audit entries for changes that the owner is mailed about. */
const AUDITED: Record<SecurityEvent, AuditedChange> = {
  two_factor_on: { action: 'account.two_factor_changed', after: { on: true } },
  two_factor_off: { action: 'account.two_factor_changed', after: { on: false } },
  recovery_codes_renewed: { action: 'account.two_factor_changed', after: { recoveryCodes: 'renewed' } },
  second_step_locked: { action: 'account.two_factor_locked' },
  password_changed: { action: 'account.password_changed' },
  email_change_asked: { action: 'account.email_change_asked' },
  passkey_added: { action: 'account.sign_in_method_added', after: { method: 'passkey' } },
  passkey_removed: { action: 'account.sign_in_method_removed', before: { method: 'passkey' } },
  phone_added: { action: 'account.sign_in_method_added', after: { method: 'phone number' } },
  phone_removed: { action: 'account.sign_in_method_removed', before: { method: 'phone number' } },
  provider_added: { action: 'account.sign_in_method_added', after: { method: 'provider' } },
  provider_removed: { action: 'account.sign_in_method_removed', before: { method: 'provider' } },
};

/** Hooks for the auth library: mails, and the product's part of sign-up, sign-in and changes of a person. */
export function createAuthHooks(services: Infrastructure): AuthHooks {
  const { env, log } = services;
  const base = () => addressAsked(coachAsked(), env);
  const link = (path: string, token: string) => `${base()}/links/${path}?token=${encodeURIComponent(token)}`;
  const send: Mailer['send'] = (mail, tx) => services.mailer.send(Object.assign({}, mail, senderAsked()), tx);
  return {
    sendPhoneCode: queuePhoneCode(services),
    sendVerification: ({ email, name }, token) =>
      send({ to: email, template: verificationMail, props: { name, url: link('verify-email', token) } }),
    sendSignInCode: ({ email, name }, code) => send({ to: email, template: signInCodeMail, props: { name, code } }),
    sendSignInLink: ({ email, name }, token) =>
      send({ to: email, template: signInLinkMail, props: { name, url: link('sign-in', token) } }),
    sendEmailChange: ({ email, name }, token) =>
      send({ to: email, template: emailChangeMail, props: { name, url: link('verify-email', token) } }),
    sendReset: ({ email, name }, token) =>
      send({ to: email, template: resetMail, props: { name, url: link('reset-password', token) } }),
    async sendSecurityNotice({ id, email, name }, event) {
      await services.db.write(identityScope, async (tx) => {
        // Wrong codes may come from a stranger.
        auditAbout(tx, id, { ...AUDITED[event], ...(event !== 'second_step_locked' && { byPerson: id }) });
        if (event === 'two_factor_off') await announceEndedViews(tx, { operatorId: id });
        const props = { name, event, url: `${base()}/auth` };
        await send({ to: email, template: securityNoticeMail, props }, tx);
      });
    },
    sendAccountExists: ({ email, name }) =>
      send({ to: email, template: accountExistsMail, props: { name, url: `${base()}/auth` } }),
    async onSignUp(person) {
      await completeSignUp(services, person);
      if (person.checkoutSessionId) await attachPurchase(services, person.checkoutSessionId, person.id);
    },
    async onSignIn(userId) {
      await completeSignIn(services, userId);
      // A buyer can sign in while the payment provider is down. The next sign-in retries.
      await attachWaitingPurchases(services, userId).catch((error: unknown) =>
        log.error({ err: error, userId }, 'waiting purchases not attached'),
      );
    },
    async onSessionEnded(sessionId) {
      // If this fails, the view's job ends it.
      await services.db
        .write(identityScope, (tx) => announceEndedViews(tx, { sessionId }))
        .catch((error: unknown) => log.error({ err: error, sessionId }, 'view not ended with its session'));
    },
    onVerified: (person) => completeVerification(services, person),
    onPersonChanged: (person) => updatePerson(services, person),
    problemWithPurchase: (wanted) => problemWithPurchase(services, wanted),
    problemWithSignUp: async () =>
      (await services.settings.isOff('coach_sign_up')) ? SWITCH_TEXTS.coach_sign_up.off : undefined,
    problemWithHost: (signIn) => problemWithHost(services, signIn),
    problemWithName: personNameProblem,
  };
}
