import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { defineQueue, type Job, type Queue } from '../queue/queue.ts';
import type { Seal } from '../seal.ts';

/** What a template is told. Texts only: it travels through the queue. */
export type MailProps = Record<string, string>;

const mailContent = z.object({
  props: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ filename: z.string(), content: z.string(), contentType: z.string() })),
});
const sealedMail = z.object({ to: z.email(), template: z.string(), sealed: z.string() });
type SealedMail = z.infer<typeof sealedMail>;

export type MailAttachment = { filename: string; content: string; contentType: string };
export type RenderedMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: MailAttachment[];
};
export type MailTransport = { deliver(mail: RenderedMail): Promise<void> };

type MailDeps = {
  seal: Seal;
  render: (template: string, props: MailProps) => Promise<Omit<RenderedMail, 'to' | 'attachments'>>;
  transport: MailTransport;
};

/** Links of mails are secrets: they wait in the queue encrypted, and a finished job is gone after a minute. */
export const sendMailJob: Job<SealedMail, MailDeps> = {
  queue: defineQueue('mail.send', { retryLimit: 8, retryDelay: 15, deleteAfterSeconds: 60 }),
  schema: sealedMail,
  async handle({ to, template, sealed }, { seal, render, transport }) {
    const { props, attachments } = mailContent.parse(JSON.parse(seal.open(sealed)));
    await transport.deliver({ to, ...(await render(template, props)), attachments });
  },
};

export type Mailer<Template extends string> = {
  /** Enqueues a mail; with `tx` it goes out if and only if that transaction commits. */
  send(
    mail: { to: string; template: Template; props: MailProps; attachments?: MailAttachment[] },
    tx?: Tx,
  ): Promise<void>;
};

export function createMailer<Template extends string>(queue: Queue, seal: Seal): Mailer<Template> {
  return {
    send: ({ to, template, props, attachments = [] }, tx) =>
      queue.send(sendMailJob, { to, template, sealed: seal.seal(JSON.stringify({ props, attachments })) }, tx),
  };
}
