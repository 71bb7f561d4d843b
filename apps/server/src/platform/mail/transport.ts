import nodemailer from 'nodemailer';
import type { Database } from '../db/database.ts';
import type { Logger } from '../logger.ts';
import type { MailTransport } from './mail.ts';
import { insertOutboxMail } from './outbox.data.ts';
import { MailRefused } from './refused.ts';

const isRefusal = (error: unknown): error is { message: string } =>
  error instanceof Error &&
  ['EENVELOPE', 'EMESSAGE'].includes(String(Reflect.get(error, 'code'))) &&
  Number(Reflect.get(error, 'responseCode')) >= 500;

/**
 * Real mail. Fails unless the server took every recipient, so that the job is tried again.
 * @throws MailRefused for an answer that another try would not change
 */
export function smtpTransport(url: string, from: string): MailTransport {
  const transporter = nodemailer.createTransport(url);
  return {
    async deliver(mail) {
      try {
        const { rejected } = await transporter.sendMail({ from, ...mail });
        if (rejected.length > 0) throw new MailRefused('the mail server rejected the recipient');
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message, { cause: error }) : error;
      }
    },
  };
}

/** Mail without a mail server: a table that the outbox page shows in demo mode, and a line in the log. */
export function outboxTransport(db: Database, log: Logger): MailTransport {
  return {
    async deliver(mail) {
      await insertOutboxMail(db, mail);
      log.info({ subject: mail.subject }, 'mail in the outbox');
    },
  };
}
