import { and, count, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Cursor } from '../db/cursor.ts';
import type { Database, Tx } from '../db/database.ts';
import { mintSystemScope } from '../db/mint.ts';
import type { SealedColumn } from '../sealed-columns.ts';
import { DELIVERY_STATUSES, mailDeliveries } from './deliveries.table.ts';

const mailScope = mintSystemScope('mail');

/** The content of failed mails. */
export const sealedMails: SealedColumn = {
  table: mailDeliveries,
  sealed: mailDeliveries.sealed,
  key: mailDeliveries.id,
};

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
type QueuedMail = { id: string; to: string; template: string };

/** Records a mail that waits in the queue, in the transaction of its cause. */
export async function insertDelivery(tx: Tx, { id, to, template }: QueuedMail): Promise<void> {
  await tx.sendAs(mailScope, [
    sql`insert into mail_deliveries (id, recipient, template) values (${id}, lower(${to}), ${template})`,
  ]);
}

/** Runs work in the scope of mails, for a mail without another transaction. */
export const inMailScope = (db: Database, work: (tx: Tx) => Promise<void>): Promise<void> => db.write(mailScope, work);

/** How long a claim lasts after it was made or renewed. */
const CLAIM_SECONDS = 30;
/** How often a process renews the claim of a mail it is sending. */
export const CLAIM_RENEWED_MS = 5000;
const claimed = () => sql`now() + ${sql.raw(`interval '${CLAIM_SECONDS} seconds'`)}`;
const ended = () => ({ claimedUntil: null, updatedAt: sql`now()` });

/** Whether this process may send a mail, or why not. A mail without a row is sent without a claim. */
export type MailClaim = 'claimed' | 'no row' | 'sent by another process now' | 'done';

/** Claims a mail for this process. Of several processes that try at once, only one succeeds. */
export async function claimDelivery(db: Database, id: string): Promise<MailClaim> {
  return db.write(mailScope, async (tx) => {
    const { rowCount } = await tx
      .update(mailDeliveries)
      .set({ claimedUntil: claimed(), tries: sql`${mailDeliveries.tries} + 1`, updatedAt: sql`now()` })
      .where(
        and(
          eq(mailDeliveries.id, id),
          eq(mailDeliveries.status, 'queued'),
          or(isNull(mailDeliveries.claimedUntil), lt(mailDeliveries.claimedUntil, sql`now()`)),
        ),
      );
    if (rowCount === 1) return 'claimed';
    const [row] = await tx
      .select({ status: mailDeliveries.status })
      .from(mailDeliveries)
      .where(eq(mailDeliveries.id, id));
    if (!row) return 'no row';
    return row.status === 'queued' ? 'sent by another process now' : 'done';
  });
}

/** Renews the claim of a mail that is still being sent. */
export async function renewClaim(db: Database, id: string): Promise<void> {
  await db.writeAtOnce(mailScope, (tx) =>
    tx
      .update(mailDeliveries)
      .set({ claimedUntil: claimed() })
      .where(and(eq(mailDeliveries.id, id), eq(mailDeliveries.status, 'queued'))),
  );
}

/**
 * Records that the mail server accepted a mail.
 * @param subject null for a mail with a secret
 */
export async function noteSent(db: Database, id: string, subject: string | null): Promise<void> {
  await db.writeAtOnce(mailScope, (tx) =>
    tx
      .update(mailDeliveries)
      .set({ status: 'sent', subject, error: null, sealed: null, ...ended() })
      .where(eq(mailDeliveries.id, id)),
  );
}

type FailedTry = {
  subject: string | null;
  error: string;
  /** The content, after the last try. */
  sealed: string | null;
};

/**
 * Records that the mail server did not accept a mail. After the last try, the mail has failed.
 * @param onFailed runs in the same transaction, for a mail that has failed
 */
export async function noteFailedTry(
  db: Database,
  id: string,
  { subject, error, sealed }: FailedTry,
  onFailed: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.writeAtOnce(mailScope, (tx) =>
    Promise.all([
      tx
        .update(mailDeliveries)
        .set({ status: sealed === null ? 'queued' : 'failed', subject, error, sealed, ...ended() })
        // Skips a mail that another process has sent meanwhile.
        .where(and(eq(mailDeliveries.id, id), eq(mailDeliveries.status, 'queued'))),
      sealed === null ? undefined : onFailed(tx),
    ]),
  );
}

/** Delivery status of a mail. */
export type DeliveryStanding = { id: string; status: DeliveryStatus; error: string | null };

const standing = z.object({ id: z.string(), status: z.enum(DELIVERY_STATUSES), error: z.string().nullable() });

/**
 * The status of these mails, for a reader whose scope cannot read others. Deleted mails of earlier months are missing.
 */
export async function findStandings(tx: Tx, ids: readonly string[]): Promise<DeliveryStanding[]> {
  if (ids.length === 0) return [];
  const [rows = []] = await tx.sendAs(mailScope, [
    sql`select id, status, error from mail_deliveries where id = any(${sql.param(ids)}::uuid[])`,
  ]);
  return rows.map((row) => standing.parse(row));
}

type DeliverySelection = { status: DeliveryStatus | undefined; to: string; after: Cursor | null; limit: number };

/**
 * A page of mails, newest first. A search for addresses that begin with `to` is sorted by address, the order of the
 * index, and has only one page.
 */
export function selectDeliveries(db: Database, { status, to, after, limit }: DeliverySelection) {
  const address = sql`${mailDeliveries.recipient} collate "C"`;
  const place = after === null ? undefined : sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db.readAtOnce(mailScope, async (tx) =>
    tx
      .select({
        id: mailDeliveries.id,
        recipient: mailDeliveries.recipient,
        template: mailDeliveries.template,
        subject: mailDeliveries.subject,
        status: mailDeliveries.status,
        tries: mailDeliveries.tries,
        error: mailDeliveries.error,
        at: mailDeliveries.createdAt,
        updatedAt: mailDeliveries.updatedAt,
      })
      .from(mailDeliveries)
      .where(
        and(
          status && eq(mailDeliveries.status, status),
          to === '' ? undefined : sql`${address} >= ${to} and ${address} < ${`${to}\u{10ffff}`}`,
          place && sql`(${mailDeliveries.createdAt}, ${mailDeliveries.id}) < ${place}`,
        ),
      )
      .orderBy(...(to === '' ? [] : [address]), desc(mailDeliveries.createdAt), desc(mailDeliveries.id))
      .limit(limit),
  );
}

/** Counts failed mails up to `atMost`, because a higher number need not be exact. */
export async function countFailedDeliveries(db: Database, atMost: number): Promise<number> {
  const rows = await db.readAtOnce(mailScope, async (tx) => {
    const failed = tx
      .select({ id: mailDeliveries.id })
      .from(mailDeliveries)
      .where(eq(mailDeliveries.status, 'failed'))
      .limit(atMost)
      .as('failed');
    return tx.select({ count: count() }).from(failed);
  });
  return rows[0]?.count ?? 0;
}

/** A failed mail, as it was before it was queued again or discarded. */
export type FailedDelivery = { recipient: string; template: string; sealed: string };

/** Removes a mail from the failed ones. @returns undefined when the mail has not failed */
export async function takeFailedDelivery(
  tx: Tx,
  id: string,
  status: 'queued' | 'discarded',
): Promise<FailedDelivery | undefined> {
  const [rows = []] = await tx.sendAs(mailScope, [
    sql`with failed as (select id, recipient, template, sealed from mail_deliveries where id = ${id} and status = 'failed' for update)
      update mail_deliveries d set status = ${status}, sealed = null, updated_at = now() from failed
      where d.id = failed.id and d.status = 'failed'
      returning failed.recipient, failed.template, failed.sealed`,
  ]);
  const [row] = rows;
  if (!row) return undefined;
  return { recipient: String(row.recipient), template: String(row.template), sealed: String(row.sealed) };
}

/** Deletes the records of mails to an address whose account is deleted. */
export async function deleteDeliveriesTo(tx: Tx, email: string): Promise<void> {
  await tx.sendAs(mailScope, [sql`delete from mail_deliveries where recipient collate "C" = lower(${email})`]);
}

/** Deletes mails that were queued before `before`. */
export async function deleteDeliveriesBefore(db: Database, before: Date): Promise<void> {
  await db.writeAtOnce(mailScope, (tx) => tx.delete(mailDeliveries).where(lt(mailDeliveries.createdAt, before)));
}
