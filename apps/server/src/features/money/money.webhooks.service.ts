import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { v7 as uuidv7 } from 'uuid';
import type { ConnectGateway } from '../../core/payments/connect.ts';
import { ACCOUNT_UPDATED } from '../../core/payments/connect-events.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import { signSandboxEvent } from '../../core/payments/sandbox-events.ts';
import type { Services } from '../../core/services.ts';
import type { JobTry } from '../../platform/queue/queue.ts';
import { recordClientDispute } from '../billing/billing.disputes.service.ts';
import { storeAccountEvent, workOnAccountEvent } from '../billing/billing.webhooks.service.ts';
import { refreshAccount } from './money.accounts.service.ts';
import { findAccount, findCheckout, updateCheckout } from './money.online.data.ts';
import { type OnlineDeps, settleCheckout } from './money.online.service.ts';
import { bookkeeperScopeOf } from './money.scopes.ts';

/** The bank refuses money days after the checkout was completed. */
const FAILURE = 'checkout.session.async_payment_failed';
/** Its owner can write into an account what they like, our ids included. */
const OTHER_ACCOUNT = 'The account is not the one of the coach';

type Receiving = Pick<Services, 'db' | 'queue' | 'now'> & { connect: ConnectGateway };

/**
 * Receives an event of a coach's account. A job with retries does its work.
 * @throws ForgedEvent
 */
export async function receiveConnectEvent(services: Receiving, raw: string, signature: string): Promise<void> {
  const { connect, now } = services;
  const { id, type, accountId, sessionId, coachId, checkoutId, disputeId } = connect.readEvent(raw, signature, now());
  const claimed = { claimedCoachId: coachId, claimedCheckoutId: checkoutId };
  await storeAccountEvent(services, { id, type, accountId, checkoutId: sessionId, disputeId, ...claimed });
}

type SandboxEvent = { type: string; account: string; object: Record<string, unknown> };

/** Delivers an event of the sandbox in the way of a real one: signed, and read like any other. */
export async function receiveSandboxConnectEvent(
  services: Services,
  { type, account, object }: SandboxEvent,
): Promise<void> {
  const { connect, now, secret } = services;
  if (!connect) return;
  const created = Math.floor(now().getTime() / 1000);
  const body = { id: `evt_test_${uuidv7()}`, object: 'event', type, created, account, data: { object } };
  const { payload, header } = signSandboxEvent(secret, body, created);
  await receiveConnectEvent({ ...services, connect }, payload, header);
}

/** Does the work of a stored event of a coach's account. @throws for the queue to try again */
export async function settleAccountEvent(
  { connect, env, ...services }: Pick<Services, 'db' | 'connect' | 'log' | 'now' | 'env'>,
  { eventId }: { eventId: string },
  tried: JobTry,
): Promise<void> {
  await workOnAccountEvent(services.db, eventId, {
    tried,
    async work({ type, accountId, checkoutId: sessionId, disputeId, claimedCoachId, claimedCheckoutId }) {
      if (!connect) throw new PaymentUnavailable('this installation takes no card payments');
      const deps = { ...services, connect, appUrl: env.appUrl };
      const isOurs = await settleSubject(deps, {
        type,
        accountId,
        sessionId,
        disputeId,
        coachId: claimedCoachId,
        checkoutId: claimedCheckoutId,
      });
      if (!isOurs) services.log.warn({ eventId, accountId }, 'an event of another account was left alone');
      return isOurs ? null : OTHER_ACCOUNT;
    },
  });
}

type Subject = Omit<ReturnType<ConnectGateway['readEvent']>, 'id'>;

/** @returns false for an event that is not of the account of the coach it names */
async function settleSubject(deps: OnlineDeps, subject: Subject): Promise<boolean> {
  const { type, accountId, coachId, checkoutId, sessionId, disputeId } = subject;
  if (accountId && disputeId) return settleDispute(deps, { accountId, disputeId });
  if (!accountId || !coachId) return false;
  if (type === ACCOUNT_UPDATED) return refreshAccount(deps, { coachId, accountId });
  if (!sessionId || !checkoutId) return false;
  const { db } = deps;
  const scope = bookkeeperScopeOf(coachId);
  const row = await db.read(scope, (tx) => findCheckout(tx, checkoutId));
  if (row?.accountId !== accountId || (row.sessionId !== null && row.sessionId !== sessionId)) return false;
  // The server stopped before it could store the provider's answer.
  if (row.sessionId === null) await db.write(scope, (tx) => updateCheckout(tx, checkoutId, { sessionId }));
  await settleCheckout(deps, { coachId, checkoutId }, { hasFailed: type === FAILURE });
  return true;
}

/** Stores a dispute for the operators. @returns false for one of an account that is not the stored one of a coach */
async function settleDispute(
  { db, connect, now }: OnlineDeps,
  { accountId, disputeId }: { accountId: string; disputeId: string },
): Promise<boolean> {
  const coachId = (await connect.findAccount(accountId))?.coachId ?? '';
  const stored = isUuid(coachId) ? await db.read(bookkeeperScopeOf(coachId), findAccount) : undefined;
  if (stored?.accountId !== accountId) return false;
  const dispute = await connect.findDispute(accountId, disputeId);
  if (dispute) await recordClientDispute({ db, now }, { ...dispute, accountId, coachId });
  return true;
}
