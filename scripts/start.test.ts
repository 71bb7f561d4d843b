import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFixture, type Fixture } from './fixture.ts';
import { ROOT, toolEnv } from './run-command.mjs';

const DOOR = 'apps/server/src/platform/http/door.ts';
const PLAIN_ERROR = 'apps/server/src/platform/plain-error.ts';
const real = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const ENVIRONMENT = [
  'const { PORT, HOST } = process.env;',
  'export const port = PORT;',
  "export const readServerEnv = () => ({ APP_ROLE: 'all', PORT: Number(PORT), HOST: HOST ?? '127.0.0.1', PRODUCT_NAME: 'Stridewell', appUrl: 'http://localhost' });",
  '',
].join('\n');
/** Takes over the port, and has the slow steps of the real one. */
const SERVER = [
  "import http from 'node:http';",
  "import { setTimeout } from 'node:timers/promises';",
  "import type { Door } from './platform/http/door.ts';",
  'export async function startServer(door?: Door) {',
  "  door?.say('Preparing the database');",
  '  await setTimeout(500);',
  "  await door?.open(http.createServer((_, response) => response.end('the app')));",
  "  process.stdout.write('ready\\n');",
  '}',
  '',
].join('\n');
const VITE = `export default {
  build: { ssr: true, rolldownOptions: { input: { main: 'src/main.ts', server: 'src/server.ts' }, output: { entryFileNames: '[name].js' } } },
};
`;

let fixture: Fixture;
const running: ChildProcess[] = [];
beforeEach(() => {
  fixture = createFixture({
    'package-lock.json': '{}\n',
    'apps/server/src/env.ts': ENVIRONMENT,
    'apps/server/src/server.ts': SERVER,
    'apps/server/vite.config.ts': VITE,
    [DOOR]: real(DOOR),
    [PLAIN_ERROR]: real(PLAIN_ERROR),
  });
  for (const script of ['start.mjs', 'build.mjs', 'run-command.mjs']) {
    cpSync(path.join(ROOT, 'scripts', script), path.join(fixture.root, 'scripts', script));
  }
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  fixture.remove();
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

function start(port: number) {
  const { PATH } = toolEnv();
  const child = spawn('node', ['scripts/start.mjs'], { cwd: fixture.root, env: { PATH, PORT: String(port) } });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output, ended: once(child, 'exit') };
}

type Answer = { status: string; body: string };
const ask = (port: number, url: string, accept = 'text/html'): Promise<Answer> =>
  new Promise((resolve) => {
    http
      .get({ port, path: url, headers: { accept }, agent: false }, (response) => {
        const retry = response.headers['retry-after'];
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.once('end', () =>
          resolve({ status: `${response.statusCode}${retry ? ` after ${retry}` : ''}`, body }),
        );
      })
      .once('error', (error) => resolve({ status: 'code' in error ? String(error.code) : error.message, body: '' }));
  });

/** The tools that a start runs. */
const toolsOf = ({ pid }: ChildProcess): number[] =>
  execFileSync('ps', ['-eo', 'ppid=,pid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([parent, tool = 0]) => (parent === pid ? [tool] : []));
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('npm start', () => {
  test('shows what happens on the port until the app answers there, and refuses no connection', async () => {
    const port = await freePort();
    const { output, child } = start(port);
    const seen: Answer[] = [];
    while (seen.at(-1)?.body !== 'the app' && child.exitCode === null) {
      const answer = await ask(port, '/clients');
      if (answer.status !== seen.at(-1)?.status || answer.body !== seen.at(-1)?.body) seen.push(answer);
      if (answer.status === '503 after 2') {
        const call = await ask(port, '/rest/v1/session', 'application/json');
        expect(['{"status":"starting"}', 'the app']).toContain(call.body);
        expect(['503 after 2', '200']).toContain((await ask(port, '/readyz')).status);
      }
      await setTimeout(20);
    }
    const pages = seen.filter(({ status }) => status === '503 after 2').map(({ body }) => body);
    expect(seen.map(({ status }) => status).filter((status, index, all) => status !== all[index - 1])).toEqual([
      'ECONNREFUSED',
      '503 after 2',
      '200',
    ]);
    for (const page of pages) expect(page).toMatch(/<h1>Stridewell is being set up<\/h1>[\s\S]*role="status"/);
    expect(pages.join('')).toContain('Building the web app, the public site and the server…');
    expect(pages.join('')).toContain('Preparing the database…');
    expect(
      output()
        .split('\n')
        .map((line) => line.replace(/[\d.]+ s/, 'N s')),
    ).toEqual([
      'Stridewell is being set up. Open http://localhost to see when it is ready.',
      'Building the web app, the public site and the server',
      expect.stringMatching(/^Built the [\w ]+ in N s \(1 of 3\)$/),
      expect.stringMatching(/^Built the [\w ]+ in N s \(2 of 3\)$/),
      expect.stringMatching(/^Built the [\w ]+ in N s \(3 of 3\)$/),
      'Built in N s',
      'Preparing the database',
      'ready',
      '',
    ]);
  });

  test('ends with a sentence when the port is in use, before anything is built', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    const { output, ended } = start(port);
    const [code] = await ended;
    other.close();
    expect(code).toBe(1);
    expect(output()).toBe(
      `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or set PORT to another one.\n`,
    );
    expect(existsSync(path.join(fixture.root, 'apps/server/dist'))).toBe(false);
  });

  test('ends with what the tool said when the build fails, and lets go of the port', async () => {
    writeFileSync(path.join(fixture.root, 'apps/web/src/lib/format.ts'), 'export const format = (;\n');
    const port = await freePort();
    const { output, ended } = start(port);
    const [code] = await ended;
    expect(code).toBe(1);
    expect(output()).toContain('apps/web cannot be built');
    expect((await ask(port, '/')).status).toBe('ECONNREFUSED');
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s during the build ends it with a sentence, and leaves no process', async (signal, expected) => {
    // Builds without an end.
    const waits = 'export default new Promise(() => setInterval(() => undefined, 1000));\n';
    for (const config of ['web/vite.config.ts', 'server/vite.config.ts', 'site/astro.config.ts']) {
      writeFileSync(path.join(fixture.root, 'apps', config), waits);
    }
    const port = await freePort();
    const { child, output, ended } = start(port);
    await expect.poll(() => toolsOf(child), { timeout: 20_000 }).not.toEqual([]);
    const tools = toolsOf(child);
    expect(tools.filter(isAlive)).not.toEqual([]);
    child.kill(signal);
    const [code] = await ended;
    expect(code).toBe(expected);
    expect(output()).toMatch(/Stopped before the build was done\. The next start builds again\.\n$/);
    expect(tools.filter(isAlive)).toEqual([]);
    expect(existsSync(path.join(fixture.root, 'apps/server/dist/.build-hash'))).toBe(false);
  });
});
