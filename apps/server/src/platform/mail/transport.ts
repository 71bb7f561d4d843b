import nodemailer from 'nodemailer';
import type { Database } from '../db/database.ts';
import type { MailTransport } from './mail.ts';
import { insertOutboxMail } from './outbox.data.ts';
import { MailRefused } from './refused.ts';

const isRefusal = (error: unknown): error is { message: string } =>
  error instanceof Error &&
  ['EENVELOPE', 'EMESSAGE'].includes(String(Reflect.get(error, 'code'))) &&
  Number(Reflect.get(error, 'responseCode')) >= 500;

/** How long a mail server may take. Some scan the content for minutes before they accept a mail. */
export const SMTP_LIMITS = { connectMs: 30_000, greetingMs: 60_000, silenceMs: 600_000, totalMs: 780_000 };

/**
 * Real mail. Fails unless the server took every recipient, so that the job is tried again.
 * @throws MailRefused for an answer that another try would not change
 */
export function smtpTransport(url: string, from: string, limits = SMTP_LIMITS): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    connectionTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.silenceMs,
  });
  const host = /@([^>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    async deliver({ id, ...mail }) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new Error('the mail server took too long')), limits.totalMs);
      // The same in each try, so that a receiver can drop a second copy.
      const messageId = `<${id}@${host}>`;
      try {
        const { rejected } = await transporter.sendMail({ from, ...mail, messageId, signal: late.signal });
        if (rejected.length > 0) throw new MailRefused('the mail server rejected the recipient');
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message, { cause: error }) : error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Mail without a mail server: a table that the outbox page shows in demo mode. */
export const outboxTransport = (db: Database): MailTransport => ({ deliver: (mail) => insertOutboxMail(db, mail) });
