import { dayInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import type { EventHandlers } from '../../core/events/handlers.ts';
import { clearStart, lockStart } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { findCoach } from './money.due.data.ts';
import { saveInvoice } from './money.invoices.service.ts';
import { lockPackage } from './money.packages.data.ts';
import { getInvoiceSettings } from './money.packages.service.ts';
import { bookkeeperScopeOf } from './money.scopes.ts';
import { isBillable } from './money.subscriptions.data.ts';
import { startSubscription } from './money.subscriptions.service.ts';

/** Refusals that cannot occur for a client who has just accepted. */
const ANSWERS = {
  FORMER_CLIENT: null,
  START_OUT_OF_RANGE: null,
  TOO_MANY_SUBSCRIPTIONS: null,
  ALREADY_ISSUED: null,
  NOTHING_TO_PAY: null,
  TOTAL_TOO_LARGE: null,
};

/**
 * Starts the package that the coach chose at the invitation: a subscription from today on, or a draft invoice for a
 * one-time price. Skips a package that was archived since.
 */
async function startPackage(tx: Tx<CoachScope, keyof typeof ANSWERS>, clientId: string, now: Date): Promise<void> {
  const [start, coach] = await Promise.all([lockStart(tx, clientId), findCoach(tx)]);
  if (!start?.packageId || !coach || !(await isBillable(tx, clientId))) return;
  await clearStart(tx, clientId, 'startPackageId');
  const sold = await lockPackage(tx, start.packageId);
  if (!sold || sold.archived) return;
  const today = dayInZone(now, coach.timeZone);
  const { id: packageId, name, amountCents, currency, interval } = sold;
  if (interval !== 'once') {
    const terms = { clientId, packageId, name, amountCents, currency, interval, startsOn: today };
    await startSubscription(tx, { ...terms, subscriptionId: uuidv7() }, today);
    return;
  }
  const { taxRate, taxIncluded } = await getInvoiceSettings(tx);
  const lines = [{ text: name, quantity: 1, unitCents: amountCents }];
  await saveInvoice(tx, { invoiceId: uuidv7(), clientId, currency, lines, taxRate, taxIncluded, note: '' }, today);
}

export const packageHandlers: EventHandlers = {
  'relationship.accepted': {
    async inJob({ db, now }: { db: Database; now: () => Date }, { coachId, clientId }): Promise<void> {
      await db.write(bookkeeperScopeOf(coachId), (tx) => startPackage(tx, clientId, now()), ANSWERS);
    },
  },
};
