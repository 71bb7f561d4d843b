import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Database, Tx } from '../db/database.ts';
import { describeError } from '../describe-error.ts';
import type { Logger } from '../logger.ts';
import { defineJob, type Queue } from '../queue/queue.ts';
import type { Seal } from '../seal.ts';
import { type FailedDelivery, inMailScope, insertDelivery, noteFailedTry, noteSent } from './deliveries.data.ts';
import { MailRefused } from './refused.ts';

/** The texts that a template shows. They travel through the queue. */
export type MailProps = Record<string, string>;
/** Props are those of the mail and `productName`. */
export type MailTemplate<Props> = { subject: (props: Props) => string; Body: (props: Props) => ReactNode };

/** A kind of mail with the texts it needs. Its template loads with the first mail of its kind. */
export type Mail<Props extends object = never> = NamedMail<Props> & { load: () => Promise<MailTemplate<never>> };

/** What sending a mail takes: its template is found by the name when it is rendered. */
type NamedMail<Props extends object> = {
  name: string;
  /** Exists in the type alone. */
  readonly props?: (props: Props) => void;
};

export const defineMail = <Props extends MailProps>(
  name: string,
  load: () => Promise<MailTemplate<Props>>,
): Mail<Omit<Props, 'productName'>> => ({ name, load });

const mailContent = z.object({
  props: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ filename: z.string(), content: z.string(), contentType: z.string() })),
  replyTo: z.email().optional(),
});
const sealedMail = z.object({
  /** Its row among the deliveries. Mails that were queued by an earlier version have none. */
  id: z.uuid().optional(),
  to: z.email(),
  template: z.string(),
  sealed: z.string(),
});

/** Characters of the mail server's answer. */
const ERROR_KEPT = 500;

export type MailAttachment = { filename: string; content: string; contentType: string };
export type RenderedMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: MailAttachment[];
  /** Where an answer goes, if not to the sender. */
  replyTo?: string | undefined;
};
export type MailTransport = { deliver(mail: RenderedMail): Promise<void> };

/** Links of mails are secrets: they wait in the queue encrypted, and a finished job is deleted after a minute. */
export const sendMailJob = defineJob('mail.send', {
  schema: sealedMail,
  retryLimit: 8,
  retryDelay: 15,
  deleteAfterSeconds: 60,
});

export type Mailer = {
  /**
   * Enqueues a mail; with `tx` it goes out if and only if that transaction commits.
   * @param mail.id a new id, for a caller who asks later what became of the mail
   */
  send<Props extends object>(
    mail: {
      id?: string;
      to: string;
      template: NamedMail<Props>;
      props: NoInfer<Props>;
      attachments?: MailAttachment[];
      replyTo?: string;
    },
    tx?: Tx,
  ): Promise<void>;
};

export function createMailer(db: Database, queue: Queue, seal: Seal): Mailer {
  return {
    send({ id = uuidv7(), to, template: { name: template }, props, attachments = [], replyTo }, given) {
      const mail = { id, to, template };
      const sealed = seal.seal(JSON.stringify({ props, attachments, replyTo }));
      const enqueue = async (tx: Tx) => {
        await insertDelivery(tx, mail);
        await queue.send(sendMailJob, { ...mail, sealed }, tx);
      };
      return given ? enqueue(given) : inMailScope(db, enqueue);
    },
  };
}

/** Enqueues a failed mail once more, with the content it had. */
export const sendAgain = (tx: Tx, queue: Queue, id: string, { recipient, template, sealed }: FailedDelivery) =>
  queue.send(sendMailJob, { id, to: recipient, template, sealed }, tx);

type Delivering = {
  db: Database;
  log: Logger;
  seal: Seal;
  render: MailRenderer;
  transport: MailTransport;
  onFailed: (tx: Tx) => Promise<void>;
};

/**
 * Renders and delivers one mail from the queue, and records what became of it. A mail that the server refuses for good,
 * or does not take on the last try, waits for an operator.
 * @throws for the queue to try again
 */
export async function deliverMail(
  { id, to, template, sealed }: z.infer<typeof sealedMail>,
  { isLastTry }: { isLastTry: boolean },
  { db, log, seal, render, transport, onFailed }: Delivering,
): Promise<void> {
  let subject: string | null = null;
  try {
    const { props, attachments, replyTo } = mailContent.parse(JSON.parse(seal.open(sealed)));
    const rendered = await render(template, props);
    subject = rendered.subject;
    await transport.deliver({ to, ...rendered, attachments, replyTo });
  } catch (error) {
    const isLast = isLastTry || error instanceof MailRefused;
    const message = String(describeError(error).message).slice(0, ERROR_KEPT);
    if (id) await noteFailedTry(db, id, { subject, error: message, sealed: isLast ? sealed : null }, onFailed);
    if (!id || !isLast) throw error;
    log.error({ template, err: error }, 'mail failed');
    return;
  }
  if (id) await noteSent(db, id, subject);
}

/** Words in place of the standard ones of a mail; empty keeps those. The introduction stands above the text. */
export type MailWording = { subject: string; introduction: string };
export type WordingOf = (name: string, values: MailProps) => MailWording | Promise<MailWording>;

export type MailRenderer = (
  name: string,
  props: MailProps,
  /** Instead of the words that the renderer was made with. */
  wordingOf?: WordingOf,
) => Promise<Omit<RenderedMail, 'to' | 'attachments' | 'replyTo'>>;

/**
 * Renders mails to HTML and plain text. Fails for a name that no template has.
 * @param usualWording what stands in place of the standard words of a mail
 */
export function createMailRenderer(
  mails: readonly Mail[],
  productName: string,
  usualWording: WordingOf = () => ({ subject: '', introduction: '' }),
): MailRenderer {
  const byName = new Map(mails.map((mail) => [mail.name, mail]));
  return async (name, props, wordingOf = usualWording) => {
    const mail = byName.get(name);
    if (!mail) throw new Error(`there is no mail template "${name}"`);
    const [{ createElement }, { render }, { Introduction }, template] = await Promise.all([
      import('react'),
      import('@react-email/render'),
      import('./layout.tsx'),
      mail.load() as Promise<MailTemplate<MailProps>>,
    ]);
    const given = { ...props, productName };
    const wording = await wordingOf(name, given);
    const body = createElement(template.Body, given);
    const element = createElement(Introduction, { value: wording.introduction }, body);
    const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
    const subject = wording.subject || template.subject(given);
    return { subject: subject.replaceAll(/\s+/g, ' '), html, text };
  };
}
