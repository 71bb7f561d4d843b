import nodemailer from 'nodemailer';
import type { Database } from '../db/database.ts';
import type { Logger } from '../logger.ts';
import type { MailTransport } from './mail.ts';
import { insertOutboxMail } from './outbox.data.ts';

/** Real mail. Fails unless the server took every recipient, so that the job is tried again. */
export function smtpTransport(url: string, from: string): MailTransport {
  const transporter = nodemailer.createTransport(url);
  return {
    async deliver(mail) {
      const { rejected } = await transporter.sendMail({ from, ...mail });
      if (rejected.length > 0) throw new Error('the mail server rejected the recipient');
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
