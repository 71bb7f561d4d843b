import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export const RADICALE_USER = { user: 'maya', password: 'app-password-1' };
const START_MS = 20_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

/** Starts the CalDAV server Radicale on an empty folder. `apt-get install radicale` installs it. */
export async function startRadicale() {
  await promisify(execFile)('radicale', ['--version']).catch((error: unknown) => {
    throw new Error('The tests of CalDAV need Radicale: apt-get install radicale', { cause: error });
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'radicale-'));
  const port = await freePort();
  const users = path.join(folder, 'users');
  await writeFile(users, `${RADICALE_USER.user}:${RADICALE_USER.password}\n`);
  const options = [
    ['server-hosts', `127.0.0.1:${port}`],
    ['auth-type', 'htpasswd'],
    ['auth-htpasswd-filename', users],
    ['auth-htpasswd-encryption', 'plain'],
    ['auth-delay', '0'],
    ['storage-filesystem-folder', path.join(folder, 'collections')],
  ].flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn('radicale', ['--config', '', ...options], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${RADICALE_USER.user}:${RADICALE_USER.password}`).toString('base64')}`,
  };
  const call = async (method: string, where: string, body?: string, extra: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${where}`, { method, headers: { ...headers, ...extra }, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${method} ${where} answered ${answer.status}`);
  };
  const endsAt = performance.now() + START_MS;
  while (!(await fetch(url).catch(() => null))) {
    if (server.exitCode !== null || performance.now() > endsAt) throw new Error('Radicale did not start');
    await delay(50);
  }
  return {
    url,
    /** Makes a calendar. Its name is the last part of its address. */
    addCalendar: (name: string) =>
      call(
        'MKCALENDAR',
        `/${RADICALE_USER.user}/${name}/`,
        `<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
          <d:displayname>${name}</d:displayname></d:prop></d:set></c:mkcalendar>`,
        { 'content-type': 'application/xml' },
      ),
    /** Writes an event, new or changed. */
    put: (calendar: string, event: string, text: string) =>
      call('PUT', `/${RADICALE_USER.user}/${calendar}/${event}.ics`, text, { 'content-type': 'text/calendar' }),
    /** A calendar with all its events. */
    async read(calendar: string): Promise<string> {
      const answer = await fetch(`${url}/${RADICALE_USER.user}/${calendar}/`, { headers });
      // Lines are folded at 75 bytes.
      return (await answer.text()).replaceAll(/\r\n[ \t]/g, '');
    },
    remove: (calendar: string, event: string) => call('DELETE', `/${RADICALE_USER.user}/${calendar}/${event}.ics`),
    removeCalendar: (calendar: string) => call('DELETE', `/${RADICALE_USER.user}/${calendar}/`),
    async close() {
      server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Answers a request instead of Radicale. @returns whether it did */
type Answering = (method: string, body: string, response: ServerResponse) => boolean | Promise<boolean>;

/** Passes requests on to Radicale, unless a test answers them. */
export async function startRadicaleProxy(target: string) {
  const requests: string[] = [];
  let answerWith: Answering | null = null;
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      const method = request.method ?? 'GET';
      requests.push(`${method} ${/<(?:\w+:)?([\w-]+) xmlns/.exec(body)?.[1] ?? ''}`.trim());
      if (await answerWith?.(method, body, response)) return;
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const answer = await fetch(`${target}${request.url}`, {
        method,
        headers: headers as Record<string, string>,
        redirect: 'manual',
        ...(body && { body }),
      });
      const { 'content-encoding': _encoding, 'content-length': _length, ...sent } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, sent).end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Method and report of each request. */
    requests,
    answerWith(answering: Answering | null) {
      answerWith = answering;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
