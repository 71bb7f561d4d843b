import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Each start would compile the same scripts, which takes longer than most of what it does then. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(repository, 'node_modules/.cache/compiled') };

const DEMO_COACH = { email: 'demo.coach.pro@example.com', password: 'demo-password-1' };

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

/** Builds the server if its sources changed, because building takes four times as long as starting. */
const build = () => promisify(execFile)(process.execPath, ['scripts/build.mjs', '--if-changed'], { cwd: repository });

/**
 * Runs the built server in separate processes with data folders. `clean` ends the processes and removes the folders.
 */
export class ServerProcesses {
  readonly #running: ChildProcess[] = [];
  readonly #folders: string[] = [];
  #built: ReturnType<typeof build> | undefined;

  async newFolder(): Promise<string> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stridewell-main-'));
    await chmod(folder, 0o755);
    this.#folders.push(folder);
    return folder;
  }

  /** Starts the server and waits until it serves or ends. */
  async start(variables: Record<string, string>, nodeOptions: readonly string[] = []) {
    this.#built ??= build();
    await this.#built;
    const child = spawn(process.execPath, [...nodeOptions, '--enable-source-maps', main], {
      cwd: repository,
      env: { PATH: process.env.PATH, TZ: 'Asia/Kathmandu', LOG_LEVEL: 'info', ...COMPILE_CACHE, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.push(child);
    let output = '';
    const outcome = await new Promise<'ready' | 'ended'>((resolve) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('ready at ')) resolve('ready');
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('close', () => resolve('ended'));
    });
    return { child, outcome, output: () => output };
  }

  /** Runs a built command until it ends. */
  async command(name: string, args: readonly string[], variables: Record<string, string>) {
    this.#built ??= build();
    await this.#built;
    const child = spawn(process.execPath, [path.join(path.dirname(main), 'commands', `${name}.js`), ...args], {
      cwd: repository,
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...COMPILE_CACHE, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const [code] = await once(child, 'close');
    return { code: code as number | null, output: output.trim() };
  }

  async clean(): Promise<void> {
    for (const child of this.#running.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    for (const folder of this.#folders.splice(0)) await rm(folder, { recursive: true, force: true });
  }
}

/** Process id of the embedded database of a data folder. */
export const postmasterOf = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(path.join(dataDir, 'pg/postmaster.pid'), 'utf8'), 10);

/** Sends a signal. @returns the exit code, and how long stopping took */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  const start = performance.now();
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  return { code: code as number | null, ms: Math.round(performance.now() - start) };
}

/** Fetches like the web app: retries while a busy server answers 503. */
export async function fetchPatiently(url: string, init: RequestInit = {}): Promise<Response> {
  let answer = await fetch(url, init);
  for (let tries = 1; answer.status === 503 && tries < 5; tries += 1) {
    await setTimeout(2000);
    answer = await fetch(url, init);
  }
  return answer;
}

/** Signs in over HTTP. @returns the Cookie header */
export async function signIn(url: string, person = DEMO_COACH): Promise<string> {
  const answer = await fetchPatiently(`${url}/auth/v1/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(person),
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((value) => value.split(';')[0])
    .join('; ');
}
