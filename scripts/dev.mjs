/**
 * Development mode: Vite serves the web app, Astro the public site, and tsx restarts the server on every change.
 * Usage: node scripts/dev.mjs. Ctrl-C stops all. When one stops, the others stop too.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT, toolEnv } from './run-command.mjs';

const TASKS = [
  {
    command: 'tsx',
    args: ['watch', '--clear-screen=false', '--tsconfig', 'apps/server/tsconfig.json', 'apps/server/src/main.ts'],
    cwd: ROOT,
  },
  { command: 'vite', args: ['--clearScreen', 'false'], cwd: path.join(ROOT, 'apps/web') },
  { command: 'astro', args: ['dev', '--port', '4321'], cwd: path.join(ROOT, 'apps/site') },
];

// Detached, so that Ctrl-C reaches them only once, through this process, and the server can finish its requests.
const children = TASKS.map(({ command, args, cwd }) =>
  spawn(command, args, {
    cwd,
    env: toolEnv({ ASTRO_TELEMETRY_DISABLED: '1' }),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  }),
);

/** @param {NodeJS.Signals} signal */
const stop = (signal) => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
};

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop('SIGTERM'));

for (const child of children) {
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
    stop('SIGTERM');
  });
  child.on('exit', (code) => {
    if (code) process.exitCode = code;
    stop('SIGTERM');
  });
}
