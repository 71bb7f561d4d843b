import { setTimeout as delay } from 'node:timers/promises';
import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Database, Tx } from '../db/database.ts';
import { isStorageFull, isUnavailable } from '../db/failures.ts';
import { errorMessage } from '../describe-error.ts';
import type { Logger } from '../logger.ts';
import { defineJob, type JobTry, type Queue } from '../queue/queue.ts';
import type { Seal } from '../seal.ts';
import {
  CLAIM_RENEWED_MS,
  claimDelivery,
  type FailedDelivery,
  inMailScope,
  insertDelivery,
  noteFailedTry,
  noteSent,
  renewClaim,
} from './deliveries.data.ts';
import type { MailLook, MailLookOf, OwnAddress, OwnAddressOf } from './look.ts';
import { MailRefused } from './refused.ts';

/** The texts that a template shows. They travel through the queue. */
export type MailProps = Record<string, string>;
/** Props are those of the mail and `productName`. */
export type MailTemplate<Props, Secret extends PropertyKey = never> = {
  /** Gets no secrets, because lists and notifications show subjects. */
  subject: (props: Omit<Props, Secret>) => string;
  Body: (props: Props) => ReactNode;
  /** Props that let the reader sign in or change something: a code, or a link with a key. */
  secrets?: readonly Secret[];
};
type AnyTemplate = {
  subject: (props: never) => string;
  Body: (props: never) => ReactNode;
  secrets?: readonly string[];
};

/** A kind of mail and its props. The template is loaded when the first mail of the kind is rendered. */
export type Mail<Props extends object = never> = NamedMail<Props> & { load: () => Promise<AnyTemplate> };

/** The part that a sender needs. Rendering finds the template by this name. */
type NamedMail<Props extends object> = {
  name: string;
  /** Exists only in the type. */
  readonly props?: (props: Props) => void;
};

export const defineMail = <Props extends MailProps, Secret extends keyof Props & string = never>(
  name: string,
  load: () => Promise<MailTemplate<Props, Secret>>,
): Mail<Omit<Props, 'productName'>> => ({ name, load });

const mailContent = z.object({
  props: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ filename: z.string(), content: z.string(), contentType: z.string() })),
  replyTo: z.email().optional(),
  stopUrl: z.url().optional(),
  sender: z.uuid().optional(),
  fromProduct: z.boolean().optional(),
});
const sealedMail = z.object({
  /** Id of its delivery. Mails queued by an earlier version have none. */
  id: z.uuid().optional(),
  to: z.email(),
  template: z.string(),
  sealed: z.string(),
});

/** Pause between attempts to record that a mail was sent. */
const NOTE_AGAIN_MS = 1000;
/** Characters of the mail server's answer that are stored. */
const ERROR_KEPT = 500;

export type MailAttachment = { filename: string; content: string; contentType: string };
export type RenderedMail = {
  /** The same in each try. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: MailAttachment[];
  /** Address for replies, if not the sender's. */
  replyTo?: string | undefined;
  /** Name of the sender, if not the product's. */
  senderName?: string | undefined;
  /** Address of the sender, if not the product's. Bounces come to the product's all the same. */
  own?: OwnAddress | undefined;
  /** Where a mail program stops further automatic mails with one request (RFC 8058). */
  stopUrl?: string | undefined;
};
export type MailTransport = { deliver(mail: RenderedMail): Promise<void> };

/**
 * Links in mails are secrets: they wait in the queue encrypted, and a finished job is deleted after a minute. A slow
 * mail server may need minutes for a mail (`SMTP_LIMITS`), so the worker sends heartbeats.
 */
export const sendMailJob = defineJob('mail.send', {
  schema: sealedMail,
  retryLimit: 8,
  retryDelay: 15,
  parallel: 5,
  heartbeatSeconds: 30,
  expireInSeconds: 900,
  deleteAfterSeconds: 60,
});

export type Mailer = {
  /**
   * Enqueues a mail. With `tx` it is sent only if that transaction commits.
   * @param mail.id a new id, for a caller that looks up the delivery later
   */
  send<Props extends object>(
    mail: {
      id?: string;
      to: string;
      template: NamedMail<Props>;
      props: NoInfer<Props>;
      attachments?: MailAttachment[];
      replyTo?: string;
      /** For automatic mails: the address that stops them. */
      stopUrl?: string;
      /** The tenant on whose behalf the mail is sent, in their look and with links to their domain. */
      sender?: string;
      /** Keeps the product's address, also where the sender has one. */
      fromProduct?: boolean;
    },
    tx?: Tx,
  ): Promise<void>;
};

export function createMailer(db: Database, queue: Queue, seal: Seal): Mailer {
  return {
    send({ id = uuidv7(), to, template: { name: template }, props, attachments = [], ...route }, given) {
      const mail = { id, to, template };
      const sealed = seal.seal(JSON.stringify({ props, attachments, ...route }));
      const enqueue = async (tx: Tx) => {
        await insertDelivery(tx, mail);
        await queue.send(sendMailJob, { ...mail, sealed }, tx);
      };
      return given ? enqueue(given) : inMailScope(db, enqueue);
    },
  };
}

/** Enqueues a failed mail again, with the same content. */
export const sendAgain = (tx: Tx, queue: Queue, id: string, { recipient, template, sealed }: FailedDelivery) =>
  queue.send(sendMailJob, { id, to: recipient, template, sealed }, tx);

/** The parts of a mail that have links. */
export type MailLinks = { props: MailProps; attachments: MailAttachment[] };

type Delivering = {
  db: Database;
  log: Logger;
  seal: Seal;
  render: MailRenderer;
  lookOf: MailLookOf;
  ownAddressOf: OwnAddressOf;
  transport: MailTransport;
  /** Gives links in props and calendar files the address of a tenant. */
  addressLinks: (content: MailLinks, sender: string) => Promise<MailLinks>;
  onFailed: (tx: Tx) => Promise<void>;
};

/**
 * Renders and delivers one mail from the queue, and records the outcome. A mail that the server refuses permanently, or
 * does not accept on the last try, waits for an operator.
 *
 * The queue may retry a job although its mail was sent or is being sent: the process was killed, or could not reach the
 * database for a while. The delivery's claim prevents a second mail. Only a process that dies between the answer of the
 * mail server and the next statement causes two mails, with the same Message-ID.
 * @throws for the queue to try again
 */
export async function deliverMail(mail: z.infer<typeof sealedMail>, tried: JobTry, deps: Delivering): Promise<void> {
  const { db, log } = deps;
  const { id } = mail;
  const claim = id === undefined ? 'no row' : await claimDelivery(db, id);
  if (claim === 'done') return;
  if (claim === 'sent by another process now') throw new Error('another process is sending this mail');
  const isClaimed = id !== undefined && claim === 'claimed';
  const renewing = isClaimed && keepRenewing({ db, log }, id);
  try {
    await attempt(mail, tried, deps);
  } finally {
    if (renewing) clearInterval(renewing);
  }
}

/** Renews the claim every few seconds, also after the database was away. */
const keepRenewing = ({ db, log }: Pick<Delivering, 'db' | 'log'>, id: string): NodeJS.Timeout =>
  setInterval(() => {
    renewClaim(db, id).catch((error: unknown) => log.warn({ err: error }, 'the claim of a mail was not renewed'));
  }, CLAIM_RENEWED_MS);

async function attempt(
  { id, to, template, sealed }: z.infer<typeof sealedMail>,
  { isLastTry }: JobTry,
  { db, log, seal, render, lookOf, ownAddressOf, addressLinks, transport, onFailed }: Delivering,
): Promise<void> {
  let subject: string | null = null;
  let secrets: readonly string[] = [];
  try {
    const content = mailContent.parse(JSON.parse(seal.open(sealed)));
    const { replyTo, stopUrl, sender, fromProduct } = content;
    const look = sender === undefined ? null : await lookOf(sender);
    // With the look alone, because only a brand that is shown has an address.
    const own = sender === undefined || !look || fromProduct ? null : await ownAddressOf(sender);
    const { props, attachments } = sender === undefined ? content : await addressLinks(content, sender);
    const rendered = await render(template, props, undefined, look);
    secrets = rendered.secrets;
    // Operators may have customised the subject with any words.
    subject = secrets.length > 0 ? null : rendered.subject;
    const { html, text } = rendered;
    const shownContent = { subject: rendered.subject, html, text, attachments };
    const route = { to, replyTo: replyTo ?? look?.replyTo, senderName: look?.name, own: own ?? undefined, stopUrl };
    await transport.deliver({ ...shownContent, ...route, id: id ?? uuidv7() });
  } catch (error) {
    const isLast = isLastTry || error instanceof MailRefused;
    // A mail server may quote the mail in its answer.
    const message = withoutSecrets(errorMessage(error), secrets).slice(0, ERROR_KEPT);
    if (id) await noteFailedTry(db, id, { subject, error: message, sealed: isLast ? sealed : null }, onFailed);
    const reported = secrets.length > 0 ? new Error(message) : error;
    if (!id || !isLast) throw reported;
    // Visitors type addresses that no server accepts, so a refusal is not our error.
    log[error instanceof MailRefused ? 'warn' : 'error']({ template, err: reported }, 'mail failed');
    return;
  }
  if (id) await noteSentForSure({ db, log }, id, subject);
  log.info({ template }, 'mail sent');
}

/** Parts of a link from this length on are keys; shorter ones are words. */
const KEY_LENGTH = 20;

/** Removes the secrets from a text, and the keys of secrets that are links. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const keys = secrets.flatMap((secret) => secret.split(/[^\w-]+/).filter((part) => part.length >= KEY_LENGTH));
  return [...secrets, ...keys].reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
}

/** Records that a mail was sent. Waits as long as the database is away, because giving up would send the mail twice. */
async function noteSentForSure(
  { db, log }: Pick<Delivering, 'db' | 'log'>,
  id: string,
  subject: string | null,
): Promise<void> {
  for (;;) {
    try {
      await noteSent(db, id, subject);
      return;
    } catch (error) {
      if (db.pool.ended || !(isUnavailable(error) || isStorageFull(error))) throw error;
      log.warn({ err: error, mailId: id }, 'a mail was sent, and its status cannot be stored yet');
      await delay(NOTE_AGAIN_MS);
    }
  }
}

/** Operators' wording of a mail. An empty subject keeps the standard one. The introduction goes above the text. */
export type MailWording = { subject: string; introduction: string };
/** @param values the props of the mail without its secrets */
export type WordingOf = (name: string, values: MailProps) => MailWording | Promise<MailWording>;

export type MailRenderer = (
  name: string,
  props: MailProps,
  /** Overrides the wording that the renderer was created with. */
  wordingOf?: WordingOf,
  /** Null for the product's. */
  look?: MailLook | null,
) => Promise<Pick<RenderedMail, 'subject' | 'html' | 'text'> & { secrets: string[] }>;

/**
 * Renders mails to HTML and plain text, and returns their secrets. Fails for the name of no template.
 * @param usualWording the operators' wording
 */
export function createMailRenderer(
  mails: readonly Mail[],
  productName: string,
  usualWording: WordingOf = () => ({ subject: '', introduction: '' }),
): MailRenderer {
  const byName = new Map(mails.map((mail) => [mail.name, mail]));
  return async (name, props, wordingOf = usualWording, look = null) => {
    const mail = byName.get(name);
    if (!mail) throw new Error(`there is no mail template "${name}"`);
    const [{ createElement }, { render }, { Introduction, Look }, template] = await Promise.all([
      import('react'),
      import('@react-email/render'),
      import('./layout.tsx'),
      mail.load() as Promise<MailTemplate<MailProps, string>>,
    ]);
    const given = { ...props, productName: look?.name ?? productName };
    const isSecret = ([prop]: [string, string]) => template.secrets?.includes(prop) ?? false;
    const entries = Object.entries(given);
    const open = Object.fromEntries(entries.filter((entry) => !isSecret(entry)));
    const wording = await wordingOf(name, open);
    const body = createElement(template.Body, given);
    const introduced = createElement(Introduction, { value: wording.introduction }, body);
    const element = createElement(Look, { value: look }, introduced);
    const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
    const subject = wording.subject || template.subject(open);
    const secrets = entries.filter(isSecret).map(([, value]) => value);
    return { subject: subject.replaceAll(/\s+/g, ' '), html, text, secrets };
  };
}
