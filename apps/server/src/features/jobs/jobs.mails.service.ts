import type { AuditAction } from '@stridewell/contract/audit/audit.rules';
import type { SentMail } from '@stridewell/contract/jobs/jobs';
import type { MailStatus } from '@stridewell/contract/jobs/jobs.rules';
import { tellOperators } from '../../core/operator-events.ts';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { pageOf, readCursor } from '../../platform/db/cursor.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import {
  deleteDeliveriesBefore,
  type FailedDelivery,
  selectDeliveries,
  takeFailedDelivery,
} from '../../platform/mail/deliveries.data.ts';
import { sendAgain } from '../../platform/mail/mail.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { findPersonByEmail } from './jobs.data.ts';

const PAGE = 50;
const KEPT_MS = 30 * 86_400_000;

type Selection = { status?: MailStatus | undefined; to?: string | undefined; after?: string | undefined };

/** A page of the mails of the last 30 days, newest first, or the first ones to addresses that begin with `to`. */
export async function listMails(
  db: Database,
  { status, to = '', after }: Selection,
): Promise<{ mails: SentMail[]; next: string | null }> {
  const place = after === undefined ? null : (readCursor(after) ?? null);
  const rows = await selectDeliveries(db, { status, to: to.toLowerCase(), after: place, limit: PAGE + 1 });
  const { page, nextCursor } = pageOf(rows, PAGE);
  return {
    mails: page.map(({ at, updatedAt, ...mail }) => ({
      ...mail,
      createdAt: at.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
    next: to === '' ? nextCursor : null,
  };
}

type MailTx = Tx<OperatorScope, 'MAIL_CHANGED'>;

/**
 * Sends a failed mail again, with the same content.
 * @throws MAIL_CHANGED
 */
export async function sendMailAgain(tx: MailTx, queue: Queue, id: string): Promise<void> {
  const mail = await takeFailed(tx, id, { status: 'queued', action: 'mail.sent_again' });
  await sendAgain(tx, queue, id, mail);
}

/**
 * Discards a failed mail.
 * @throws MAIL_CHANGED
 */
export async function discardMail(tx: MailTx, id: string): Promise<void> {
  await takeFailed(tx, id, { status: 'discarded', action: 'mail.discarded' });
}

/** Takes a failed mail, with an audit entry in the recipient's chain, or the operator's if they have no account. */
async function takeFailed(
  tx: MailTx,
  id: string,
  { status, action }: { status: 'queued' | 'discarded'; action: AuditAction },
): Promise<FailedDelivery> {
  const mail = await takeFailedDelivery(tx, id, status);
  if (!mail) throw refuse(tx, 'MAIL_CHANGED');
  await tellOperators(tx, 'jobs');
  const recipientId = await findPersonByEmail(tx, mail.recipient);
  auditAbout(tx, recipientId ?? tx.scope.userId, { action, subjectId: id, after: { mail: mail.template } });
  return mail;
}

/** Deletes mails older than 30 days. */
export const cleanUp = ({ db, now }: Services): Promise<void> =>
  deleteDeliveriesBefore(db, new Date(now().getTime() - KEPT_MS));
