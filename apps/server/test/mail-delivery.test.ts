import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../src/core/services.ts';
import { readEnv } from '../src/env.ts';
import { coachDecisionMail } from '../src/features/operator/operator.mails.ts';
import { createLogger } from '../src/platform/logger.ts';
import { sendMailJob } from '../src/platform/mail/mail.ts';
import { SMTP_LIMITS, smtpTransport } from '../src/platform/mail/transport.ts';
import { createServices } from '../src/services.ts';
import { createTestApp, type TestApp } from './app.ts';
import { TEST_SECRET } from './cluster.ts';
import { MailServer } from './mail-server.ts';

const server = new MailServer();
let smtpUrl: string;
let test: TestApp;
beforeAll(async () => {
  smtpUrl = await server.start();
  test = await createTestApp({ APP_ROLE: 'web' });
});
afterAll(async () => {
  await test.close();
  await server.stop();
});
beforeEach(() => {
  server.answerMs = 0;
  server.taken.length = 0;
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});

const workers: Services[] = [];
/** Another process of the installation that sends mails. */
async function aWorker(databaseUrl = test.databaseUrl): Promise<Services> {
  const worker = await createServices({
    env: readEnv({
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: TEST_SECRET,
      APP_ROLE: 'worker',
      SMTP_URL: smtpUrl,
      DATA_DIR: test.services.env.dataDir,
    }),
    log: createLogger({ level: 'silent' }),
    databaseUrl,
    secret: TEST_SECRET,
    byTheClock: false,
  });
  workers.push(worker);
  return worker;
}

const props = { decision: 'approve', name: 'Kim', reason: '', url: 'https://example.com' };
const sendTo = (to: string) => test.services.mailer.send({ to, template: coachDecisionMail, props });

const jobTo = (to: string) => sql`name = 'mail.send' and data ->> 'to' = ${to}`;
async function jobsOf(condition = sql`name = 'mail.send'`) {
  const { rows } = await test.owner.execute<{ state: string; retry_count: number }>(
    sql`select state, retry_count from pgboss.job where ${condition} and state <> 'completed'`,
  );
  return rows;
}
const allDone = (condition?: ReturnType<typeof jobTo>) =>
  expect.poll(() => jobsOf(condition), { timeout: 100_000, interval: 100 }).toEqual([]);
/** Gives a job to another process, like the queue after missing heartbeats. */
async function tryElsewhere(to: string): Promise<void> {
  await test.owner.execute(
    sql`update pgboss.job set state = 'retry', start_after = now(), completed_on = null where ${jobTo(to)}`,
  );
  await aWorker();
}
async function deliveryTo(to: string) {
  const { rows } = await test.owner.execute(
    sql`select status, tries from mail_deliveries where recipient = ${to} and claimed_until is null`,
  );
  return rows[0];
}
const taken = (count: number) => expect.poll(() => server.taken.length, { interval: 20 }).toBe(count);
const messageIds = () => server.taken.map((mail) => /^message-id: (.+)$/im.exec(mail)?.[1]);

/** A connection to a database that can be cut. */
async function openWay(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const there = { host: url.hostname, port: Number(url.port) };
  const open = new Set<net.Socket>();
  let isCut = false;
  let refused = 0;
  const way = net.createServer((socket) => {
    if (isCut) {
      refused += 1;
      socket.destroy();
      return;
    }
    const other = net.connect(there);
    for (const [one, peer] of [
      [socket, other],
      [other, socket],
    ] as const) {
      open.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        open.delete(one);
        peer.destroy();
      });
      one.pipe(peer);
    }
  });
  await once(way.listen(0, '127.0.0.1'), 'listening');
  url.host = `127.0.0.1:${(way.address() as net.AddressInfo).port}`;
  return {
    url: url.href,
    refused: () => refused,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () => way.close(),
  };
}

it('a slow mail server gets each of many mails once, although ten of them exceed a job’s time', async () => {
  // A fortieth of a server that needs 20 s for a mail, and of jobs that expire after two minutes.
  server.answerMs = 500;
  await test.owner.execute(sql`update pgboss.queue set expire_seconds = 3 where name = 'mail.send'`);
  await aWorker();
  const addresses = Array.from({ length: 50 }, (_, number) => `slow-${number}@example.com`);
  for (const to of addresses) await sendTo(to);
  await allDone();
  await test.owner.execute(sql`update pgboss.queue set expire_seconds = 900 where name = 'mail.send'`);
  expect(server.recipients().sort()).toEqual(addresses.sort());
  const { rows } = await test.owner.execute(
    sql`select status, tries, count(*)::int from mail_deliveries group by 1, 2`,
  );
  expect(rows).toEqual([{ status: 'sent', tries: 1, count: 50 }]);
}, 120_000);

describe('a retried job', () => {
  it('does not send a mail again', async () => {
    await aWorker();
    const to = 'sent-before@example.com';
    await sendTo(to);
    await taken(1);
    await allDone();
    await tryElsewhere(to);
    await allDone();
    expect(server.taken).toHaveLength(1);
    expect(await deliveryTo(to)).toEqual({ status: 'sent', tries: 1 });
  });

  it('does not send a mail that another try is still sending', async () => {
    server.answerMs = 4000;
    await aWorker();
    const to = 'being-sent@example.com';
    await sendTo(to);
    await taken(1);
    await tryElsewhere(to);
    await expect.poll(() => jobsOf(jobTo(to)), { interval: 50 }).toMatchObject([{ state: 'retry', retry_count: 1 }]);
    await expect.poll(() => deliveryTo(to), { interval: 50 }).toEqual({ status: 'sent', tries: 1 });
    await tryElsewhere(to);
    await allDone();
    expect(server.taken).toHaveLength(1);
  });
});

describe('a process that stops', () => {
  it('waits for a mail that it is sending', async () => {
    server.answerMs = 2000;
    const stopping = await aWorker();
    const to = 'stopping@example.com';
    await sendTo(to);
    await taken(1);
    await stopping.queue.pause();
    expect(await deliveryTo(to)).toEqual({ status: 'sent', tries: 1 });
    await aWorker();
    await allDone();
    expect(server.taken).toHaveLength(1);
  });

  it('before the mail server’s answer leaves the mail to another one, with the same Message-ID', async () => {
    server.answerMs = 3000;
    const killed = await aWorker();
    const to = 'killed@example.com';
    await sendTo(to);
    await taken(1);
    await killed.close();
    workers.splice(0);
    server.answerMs = 0;
    // The other process would wait for the end of the claim.
    await test.owner.execute(sql`update mail_deliveries set claimed_until = null where recipient = ${to}`);
    await tryElsewhere(to);
    await taken(2);
    await allDone();
    expect(await deliveryTo(to)).toEqual({ status: 'sent', tries: 2 });
    const [first, second] = messageIds();
    expect(first).toMatch(/^<[0-9a-f-]{36}@.+>$/);
    expect(second).toBe(first);
  });
});

it('a mail that was accepted while the database was away is not sent again', async () => {
  server.answerMs = 1500;
  const way = await openWay(test.databaseUrl);
  const worker = await aWorker(way.url);
  const to = 'outage@example.com';
  await sendTo(to);
  await taken(1);
  way.cut();
  // The mail server has answered, and the worker has tried to record it.
  await expect.poll(() => server.openConnections, { interval: 20 }).toBe(0);
  await expect.poll(way.refused, { interval: 20 }).toBeGreaterThan(0);
  expect(await deliveryTo(to)).toBeUndefined();
  way.mend();
  await expect.poll(() => deliveryTo(to), { timeout: 30_000 }).toEqual({ status: 'sent', tries: 1 });
  await tryElsewhere(to);
  await allDone(jobTo(to));
  expect(server.taken).toHaveLength(1);
  await worker.close();
  workers.splice(0);
  way.close();
}, 60_000);

it('an automatic mail names the address that stops it to mail programs, and other mails do not', async () => {
  const mail = { id: 'x', to: 'a@example.com', subject: 'Hello', html: '', text: 'Hello', attachments: [] };
  const { deliver } = smtpTransport(smtpUrl, 'Stridewell <a@example.com>');
  await deliver({ ...mail, stopUrl: 'https://example.com/unsubscribe/token' });
  await deliver(mail);
  const [automatic = '', other = ''] = server.taken.slice(-2);
  expect(automatic.split('\n')).toEqual(
    expect.arrayContaining([
      'List-Unsubscribe: <https://example.com/unsubscribe/token>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]),
  );
  expect(other).not.toContain('List-Unsubscribe');
});

describe('a mail server that hangs', () => {
  const mail = { id: 'x', to: 'a@example.com', subject: 'Hello', html: '', text: '', attachments: [] };
  const limits = { connectMs: 200, greetingMs: 200, silenceMs: 400, totalMs: 800 };
  const deliver = () => smtpTransport(smtpUrl, 'Stridewell <a@example.com>', limits).deliver(mail);
  afterEach(() => {
    server.silent = false;
    server.endless = false;
  });

  it('is given up before its job expires', () => {
    const { connectMs, greetingMs, silenceMs, totalMs } = SMTP_LIMITS;
    expect(Math.max(connectMs, greetingMs, silenceMs)).toBeLessThan(totalMs);
    expect(totalMs).toBeLessThan(sendMailJob.queue.expireInSeconds * 1000);
  });

  it('is given up without a greeting', async () => {
    server.silent = true;
    await expect(deliver()).rejects.toThrow(/greeting/i);
  });

  it('is given up when it does not answer a mail', async () => {
    server.answerMs = 60_000;
    await expect(deliver()).rejects.toThrow(/timeout/i);
  });

  it('is given up when it never ends its answer', async () => {
    server.endless = true;
    await expect(deliver()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
