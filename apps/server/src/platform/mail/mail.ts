import type { ReactNode } from 'react';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { defineJob, type Queue } from '../queue/queue.ts';
import type { Seal } from '../seal.ts';

/** The texts that a template shows. They travel through the queue. */
export type MailProps = Record<string, string>;
/** Props are those of the mail and `productName`. */
export type MailTemplate<Props> = { subject: (props: Props) => string; Body: (props: Props) => ReactNode };

/** A kind of mail with the texts it needs. Its template loads with the first mail of its kind. */
export type Mail<Props extends object = never> = {
  name: string;
  load: () => Promise<MailTemplate<never>>;
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
const sealedMail = z.object({ to: z.email(), template: z.string(), sealed: z.string() });

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
  /** Enqueues a mail; with `tx` it goes out if and only if that transaction commits. */
  send<Props extends object>(
    mail: {
      to: string;
      template: Mail<Props>;
      props: NoInfer<Props>;
      attachments?: MailAttachment[];
      replyTo?: string;
    },
    tx?: Tx,
  ): Promise<void>;
};

export function createMailer(queue: Queue, seal: Seal): Mailer {
  return {
    send: ({ to, template, props, attachments = [], replyTo }, tx) =>
      queue.send(
        sendMailJob,
        { to, template: template.name, sealed: seal.seal(JSON.stringify({ props, attachments, replyTo })) },
        tx,
      ),
  };
}

/** Renders and delivers one mail from the queue. */
export async function deliverMail(
  { to, template, sealed }: z.infer<typeof sealedMail>,
  { seal, render, transport }: { seal: Seal; render: MailRenderer; transport: MailTransport },
): Promise<void> {
  const { props, attachments, replyTo } = mailContent.parse(JSON.parse(seal.open(sealed)));
  await transport.deliver({ to, ...(await render(template, props)), attachments, replyTo });
}

export type MailRenderer = (
  name: string,
  props: MailProps,
) => Promise<Omit<RenderedMail, 'to' | 'attachments' | 'replyTo'>>;

/** Renders mails to HTML and plain text. Fails for a name that no template has. */
export function createMailRenderer(mails: readonly Mail[], productName: string): MailRenderer {
  const byName = new Map(mails.map((mail) => [mail.name, mail]));
  return async (name, props) => {
    const mail = byName.get(name);
    if (!mail) throw new Error(`there is no mail template "${name}"`);
    const [{ createElement }, { render }, template] = await Promise.all([
      import('react'),
      import('@react-email/render'),
      mail.load() as Promise<MailTemplate<MailProps>>,
    ]);
    const given = { ...props, productName };
    const element = createElement(template.Body, given);
    const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
    return { subject: template.subject(given), html, text };
  };
}
