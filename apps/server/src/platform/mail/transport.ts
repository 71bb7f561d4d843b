import nodemailer from 'nodemailer';
import type { Database } from '../db/database.ts';
import type { MailTransport } from './mail.ts';
import { insertOutboxMail } from './outbox.data.ts';
import { MailRefused } from './refused.ts';

const isRefusal = (error: unknown): error is { message: string } =>
  error instanceof Error &&
  ['EENVELOPE', 'EMESSAGE'].includes(String(Reflect.get(error, 'code'))) &&
  Number(Reflect.get(error, 'responseCode')) >= 500;

/** Time limits for the mail server. Some servers scan the content for minutes before they accept a mail. */
export const SMTP_LIMITS = { connectMs: 30_000, greetingMs: 60_000, silenceMs: 600_000, totalMs: 780_000 };

/** The usual headers, and the one that RFC 8058 adds. */
const SIGNED_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post';

/**
 * Sends mail by SMTP. Fails unless the server accepted every recipient, so that the job is retried.
 * @throws MailRefused when a retry cannot succeed
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
  const address = /<([^>]+)>$/.exec(from)?.[1] ?? from;
  return {
    async deliver({ id, stopUrl, senderName, own, ...mail }) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new Error('the mail server took too long')), limits.totalMs);
      // The same for each try, so that the receiver can drop a second copy.
      const messageId = `<${id}@${host}>`;
      try {
        const { rejected } = await transporter.sendMail({
          from: senderName === undefined ? from : { name: senderName, address: own?.address ?? address },
          // Bounces come to us. DMARC passes by the signature.
          envelope: { from: address, to: mail.to },
          ...(own && { dkim: { ...own.dkim, headerFieldNames: SIGNED_HEADERS } }),
          ...mail,
          messageId,
          headers: stopHeaders(stopUrl),
          signal: late.signal,
        });
        if (rejected.length > 0) throw new MailRefused('the mail server rejected the recipient');
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message, { cause: error }) : error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Lets mail programs show their own button that stops automatic mails (RFC 8058). */
const stopHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Stores mails in a table instead of sending them. The outbox page shows them in demo mode. */
export const outboxTransport = (db: Database): MailTransport => ({ deliver: (mail) => insertOutboxMail(db, mail) });
