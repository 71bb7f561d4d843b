import { spawn } from 'node:child_process';
import path from 'node:path';

/** Absolute path of the repository. */
export const ROOT = path.join(import.meta.dirname, '..');

/**
 * Environment for tools: the pinned tools and Node come before those of the machine.
 * @param {Record<string, string | undefined>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv(extra = {}) {
  const bin = path.join(ROOT, 'node_modules/.bin');
  const color = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' };
  return { ...process.env, ...color, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, ...extra };
}

/**
 * Runs a tool in the repository until it exits. A tool that cannot start returns code 127 with the reason.
 * @param {string} command name in node_modules/.bin or on the PATH
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, signal?: AbortSignal | undefined }} [options]
 *   `show`: also print the output while the tool runs. `signal` ends the tool
 * @returns {Promise<{ code: number, output: string }>} standard output and error together; 128 after a signal
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: toolEnv(options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    options.signal?.addEventListener('abort', () => child.kill(), { once: true });
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      output += chunk;
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 128, output }));
  });
}
