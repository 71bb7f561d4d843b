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

/** The bank refused the payment days after the checkout was completed. */
const FAILURE = 'checkout.session.async_payment_failed';
/** The owner of an account can write any data into it, including our ids. */
const OTHER_ACCOUNT = 'The account is not the one of the coach';

type Receiving = Pick<Services, 'db' | 'queue' | 'now'> & { connect: ConnectGateway };

/**
 * Receives an event of a coach's account. A job with retries processes it.
 * @throws ForgedEvent
 */
export async function receiveConnectEvent(services: Receiving, raw: string, signature: string): Promise<void> {
  const { connect, now } = services;
  const { id, type, accountId, sessionId, coachId, checkoutId, disputeId } = connect.readEvent(raw, signature, now());
  const claimed = { claimedCoachId: coachId, claimedCheckoutId: checkoutId };
  await storeAccountEvent(services, { id, type, accountId, checkoutId: sessionId, disputeId, ...claimed });
}

type SandboxEvent = { type: string; account: string; object: Record<string, unknown> };

/** Delivers an event of the sandbox like a real one, signed. */
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

/** Processes a stored event of a coach's account. @throws for the queue to retry */
export async function settleAccountEvent(
  { connect, ...services }: Pick<Services, 'db' | 'connect' | 'log' | 'now'>,
  { eventId }: { eventId: string },
  tried: JobTry,
): Promise<void> {
  await workOnAccountEvent(services.db, eventId, {
    tried,
    async work({ type, accountId, checkoutId: sessionId, disputeId, claimedCoachId, claimedCheckoutId }) {
      if (!connect) throw new PaymentUnavailable('this installation takes no card payments');
      const deps = { ...services, connect };
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

/** @returns false when the account is not that of the named coach */
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
  // Happens when the server stopped before storing the provider's answer.
  if (row.sessionId === null) await db.write(scope, (tx) => updateCheckout(tx, checkoutId, { sessionId }));
  await settleCheckout(deps, { coachId, checkoutId }, { hasFailed: type === FAILURE });
  return true;
}

/** Stores a dispute for the operators. @returns false when the account belongs to no coach */
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
