import nodemailer from 'nodemailer';
import { desc } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { systemScope } from '../db/mint.ts';
import type { Logger } from '../logger.ts';
import type { MailTransport } from './mail.ts';
import { outboxMails } from './outbox.table.ts';

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
    async deliver({ to, ...mail }) {
      await db.write(systemScope.mail, (tx) => tx.insert(outboxMails).values({ id: uuidv7(), recipient: to, ...mail }));
      log.info({ subject: mail.subject }, 'mail in the outbox');
    },
  };
}

/** The newest 100 mails of the outbox, newest first. */
export function listOutbox(db: Database) {
  return db.read(systemScope.mail, (tx) => tx.select().from(outboxMails).orderBy(desc(outboxMails.createdAt)).limit(100));
}
