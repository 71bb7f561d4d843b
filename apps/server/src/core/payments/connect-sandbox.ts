import type { Database } from '../../platform/db/database.ts';
import { systemScope } from '../tenancy/mint.ts';
import type { ConnectGateway } from './connect.ts';
import { readConnectEvent } from './connect-events.ts';
import { findSession, insertSession, lockSession, type SessionTx, updateSession } from './connect-sandbox.data.ts';
import { PaymentUnavailable } from './gateway.ts';
import type { CardInput, ChargeResult, SandboxEvent } from './sandbox.ts';
import { readTestCard } from './sandbox-cards.ts';

export type ConnectSandboxDeps = {
  db: Database;
  now: () => Date;
  webhookSecret: string;
  /** Delivers an event to the webhook after the transaction, with retries. */
  emit: (tx: SessionTx, event: SandboxEvent & { account: string }) => Promise<void>;
};

const DAY_MS = 86_400_000;
/** Derived from our ids, so that repeated requests get the same account or checkout. */
const accountOf = (coachId: string) => `acct_test_${coachId.replaceAll('-', '')}`;
export const sandboxSessionOf = (checkoutId: string) => `cs_test_${checkoutId.replaceAll('-', '')}`;
const paymentOf = (sessionId: string) => sessionId.replace('cs_', 'pi_');
const sessionOfPayment = (reference: string) => reference.replace('pi_', 'cs_');

/** Creates the sandbox for payments of clients: accounts are ready at once, and test cards pay. */
export function createConnectSandbox({ db, now, webhookSecret, emit }: ConnectSandboxDeps) {
  const scope = systemScope.billing;
  const find = async (accountId: string, sessionId: string) => {
    const row = await db.read(scope, (tx) => findSession(tx, sessionId));
    return row?.accountId === accountId ? row : undefined;
  };

  const gateway: ConnectGateway = {
    provider: 'sandbox',
    createAccount: async ({ coachId }) => ({ id: accountOf(coachId) }),
    createOnboarding: async (_accountId, { returnUrl }) => ({ url: returnUrl }),
    findAccount: async (id) => ({ id, isReady: true, missing: [], coachId: null }),

    async createCheckout({ accountId, checkoutId, coachId, amountCents, currency, description }) {
      const id = sandboxSessionOf(checkoutId);
      const expiresAt = new Date(now().getTime() + DAY_MS);
      await db.write(scope, (tx) =>
        insertSession(tx, { id, accountId, coachId, checkoutId, amountCents, currency, description, expiresAt }),
      );
      return { sessionId: id, url: `/client/pay/${checkoutId}` };
    },

    async findCheckout(accountId, sessionId) {
      const row = await find(accountId, sessionId);
      if (!row) return null;
      const { paid: isPaid, amountCents, currency, checkoutId } = row;
      const status = isPaid ? 'complete' : row.expiresAt <= now() ? 'expired' : 'open';
      return {
        status,
        isPaid,
        amountCents,
        currency,
        checkoutId,
        paymentReference: isPaid ? paymentOf(sessionId) : null,
        successUrl: null,
      };
    },

    expireCheckout: (_accountId, sessionId) =>
      db.write(scope, async (tx) => {
        const row = await lockSession(tx, sessionId);
        if (!row || row.paid || row.expiresAt <= now()) return false;
        await updateSession(tx, sessionId, { expiresAt: now() });
        return true;
      }),

    async refund({ accountId, paymentReference, refundId }) {
      const row = await find(accountId, sessionOfPayment(paymentReference));
      if (!row?.paid) throw new PaymentUnavailable('there is no such payment');
      return { id: `re_test_${refundId.replaceAll('-', '')}` };
    },

    /** Test cards have no bank, so there are no disputes. */
    findDispute: async () => null,

    readEvent: (raw, signature, at) => readConnectEvent(raw, signature, webhookSecret, at),
  };

  return {
    gateway,

    /** Pays a checkout with a test card. A paid checkout is not charged again. */
    pay: (sessionId: string, input: CardInput & { authenticated: boolean }): Promise<ChargeResult> =>
      db.write(scope, async (tx) => {
        const at = now();
        const row = await lockSession(tx, sessionId);
        if (row?.paid) return { status: 'complete', reason: null };
        if (!row || row.expiresAt <= at) {
          return { status: 'declined', reason: 'This checkout has expired. Please start again.' };
        }
        const read = readTestCard(input, at);
        if ('problem' in read) return { status: 'declined', reason: read.problem };
        const { card } = read;
        if (card.outcome === 'declined') return { status: 'declined', reason: card.reason };
        if (card.outcome === 'authenticate' && !input.authenticated) return { status: 'requires_action', reason: null };
        await updateSession(tx, sessionId, { paid: true });
        const metadata = { coach_id: row.coachId, checkout_id: row.checkoutId };
        const object = { id: sessionId, object: 'checkout.session', metadata };
        await emit(tx, { type: 'checkout.session.completed', account: row.accountId, object });
        return { status: 'complete', reason: null };
      }),
  };
}

export type ConnectSandbox = ReturnType<typeof createConnectSandbox>;
