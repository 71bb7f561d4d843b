import type { OnlineState } from '@stridewell/contract/money/money.online.rules';
import type { ConnectGateway } from '../../core/payments/connect.ts';
import { PaymentUnavailable } from '../../core/payments/gateway.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { type AccountRow, findAccount, upsertAccount } from './money.online.data.ts';
import { bookkeeperScopeOf } from './money.scopes.ts';

type AccountDeps = { db: Database; connect: ConnectGateway; log: Logger };
export type OnlinePayments = { state: OnlineState; isTest: boolean; missing: string[] };

const toOnline = ({ provider }: ConnectGateway, account: AccountRow | undefined): OnlinePayments => ({
  state: account ? (account.isReady ? 'ready' : 'incomplete') : 'none',
  isTest: provider === 'sandbox',
  missing: account?.missing ?? [],
});

/** Whether clients can pay the coach by card, from the provider's current status. */
export async function getOnlinePayments({ db, connect, log }: AccountDeps, scope: CoachScope): Promise<OnlinePayments> {
  const stored = await db.read(scope, findAccount);
  if (!stored) return toOnline(connect, undefined);
  const account = await readAccount({ db, connect }, scope, stored.accountId).catch((error: unknown) => {
    if (!(error instanceof PaymentUnavailable)) throw error;
    log.warn({ err: error }, 'the account of a coach could not be read');
    return stored;
  });
  return toOnline(connect, account);
}

/**
 * Reads the current status of an account from the provider, and stores it.
 * @throws PaymentUnavailable
 */
async function readAccount(
  { db, connect }: Pick<AccountDeps, 'db' | 'connect'>,
  scope: CoachScope,
  accountId: string,
): Promise<AccountRow> {
  const found = await connect.findAccount(accountId);
  const account = { accountId, isReady: found?.isReady ?? false, missing: found?.missing ?? [] };
  await db.write(scope, (tx) => upsertAccount(tx, account));
  return account;
}

/**
 * Updates the account of a coach after an event.
 * @returns false when it is not the coach's account
 * @throws PaymentUnavailable
 */
export async function refreshAccount(
  { db, connect }: Pick<AccountDeps, 'db' | 'connect'>,
  { coachId, accountId }: { coachId: string; accountId: string },
): Promise<boolean> {
  const scope = bookkeeperScopeOf(coachId);
  const stored = await db.read(scope, findAccount);
  if (stored?.accountId !== accountId) return false;
  await readAccount({ db, connect }, scope, accountId);
  return true;
}

/** Opens an account for the coach, or continues an incomplete one. @returns the provider's page */
export async function connectAccount(
  { db, connect }: AccountDeps,
  scope: CoachScope,
  { email, pageUrl }: { email: string; pageUrl: string },
): Promise<{ url: string }> {
  const stored = await db.read(scope, findAccount);
  const accountId = stored?.accountId ?? (await connect.createAccount({ coachId: scope.coachId, email })).id;
  if (!stored) await db.write(scope, (tx) => upsertAccount(tx, { accountId, isReady: false, missing: [] }));
  return connect.createOnboarding(accountId, { refreshUrl: pageUrl, returnUrl: pageUrl });
}

/** Whether clients of a coach can pay by card. */
export async function canPayOnline(
  { db, connect }: { db: Database; connect: ConnectGateway | null },
  coachId: string,
): Promise<boolean> {
  if (!connect) return false;
  return (await db.readAtOnce(bookkeeperScopeOf(coachId), findAccount))?.isReady ?? false;
}
