import { handleEventInJob, handleEventJob } from './core/events/handlers.ts';
import { type Feature, handleJob, type JobHandler } from './core/feature.ts';
import { tellOperators } from './core/operator-events.ts';
import type { Services } from './core/services.ts';
import { mailLookOf } from './features/branding/branding.looks.service.ts';
import { ownAddressOf } from './features/domains/domains.senders.service.ts';
import { features } from './features.ts';
import { isAtDomains } from './http/hosts.ts';
import type { Tx } from './platform/db/database.ts';
import { changeEventUrls } from './platform/mail/calendar-file.ts';
import {
  deliverMail,
  type MailAttachment,
  type MailLinks,
  type MailTransport,
  sendMailJob,
} from './platform/mail/mail.ts';
import type { QueueDefinition } from './platform/queue/migrate.ts';

const manifests: readonly Feature[] = features;
export const handlers: readonly JobHandler[] = [
  ...manifests.flatMap(({ jobs = [] }) => jobs),
  handleJob(handleEventJob, handleEventInJob),
];
export const mails = manifests.flatMap((feature) => feature.mails ?? []);

/** The queue of every job; the owner creates them when it migrates. */
export const queues: readonly QueueDefinition[] = [sendMailJob, ...handlers.map(({ job }) => job)].map(
  ({ queue }) => queue,
);

/** Moves a link to a page that coaches' domains have from one address to another. Any other text stays. */
const readdress = (value: string, from: string, to: string): string =>
  value.startsWith(`${from}/`) && isAtDomains(value.slice(from.length)) ? to + value.slice(from.length) : value;

/** Runs the background jobs of all features in this process. */
export async function startJobs(services: Services, transport: MailTransport): Promise<void> {
  const { queue, db, env, hosts, log, seal, renderMail: render } = services;
  const lookOf = (coachId: string) => mailLookOf(services, coachId);
  const onFailed = (tx: Tx) => tellOperators(tx, 'jobs');
  // Late, because a mail may wait for days, and a domain stop working.
  const addressLinks = async ({ props, attachments }: MailLinks, sender: string): Promise<MailLinks> => {
    const address = await hosts.addressOf(sender);
    const move = (value: string) => readdress(value, env.appUrl, address);
    const moveIn = async (file: MailAttachment) =>
      file.contentType.startsWith('text/calendar')
        ? { ...file, content: await changeEventUrls(file.content, move) }
        : file;
    return {
      props: Object.fromEntries(Object.entries(props).map(([name, value]) => [name, move(value)])),
      attachments: await Promise.all(attachments.map(moveIn)),
    };
  };
  const delivering = {
    seal,
    transport,
    db,
    log,
    render,
    addressLinks,
    lookOf,
    ownAddressOf: (coachId: string) => ownAddressOf(services, coachId),
    onFailed,
  };
  await queue.work(sendMailJob, (data, job) => deliverMail(data, job, delivering));
  for (const { job, run } of handlers) await queue.work(job, (data, tried) => run(services, data as never, tried));
}
