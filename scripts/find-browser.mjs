import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ROOT, toolEnv } from './run-command.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without its own windows and menus. A page costs a third of the processor time there. */
const SHELL = 'chromium-headless-shell';

/** Locations of browsers outside the PATH. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium for the end-to-end tests: an installed one, else Playwright's, else installs one.
 * @returns {string} absolute path of the executable
 * @throws Error with the attempts; it never returns undefined, so no test is skipped without a browser
 */
export function findBrowser() {
  const found = findInstalled();
  if (found) return found;
  const attempts = [];
  if (process.getuid?.() === 0 && isFile('/usr/bin/apt-get')) {
    attempts.push(install('apt-get', ['update']));
    attempts.push(install('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium']));
  }
  const packaged = findInstalled();
  if (packaged) return packaged;
  attempts.push(install('playwright', ['install', 'chromium']));
  const downloaded = findInstalled();
  if (downloaded) return downloaded;
  throw new Error(
    `The end-to-end tests need Chromium. Neither ${NAMES.join(', ')} on the PATH nor Playwright's own starts, ` +
      `and installing it failed:\n${attempts.join('\n')}`,
  );
}

/**
 * Finds the browser that runs the end-to-end tests fastest.
 * @returns {string} absolute path of the headless shell where it is installed, else of a Chromium
 * @throws like `findBrowser`
 */
export function findTestBrowser() {
  return findStarting(listOnPath([SHELL])) ?? findBrowser();
}

/** @returns {string | undefined} */
function findInstalled() {
  return findStarting([...listOnPath(NAMES), ...PLACES, chromium.executablePath()]);
}

/** @param {string[]} names */
function listOnPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/**
 * @param {string[]} candidates
 * @returns {string | undefined} the first that starts: some systems have a placeholder of that name
 */
function findStarting(candidates) {
  return candidates.filter(isFile).find((file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0);
}

/** @param {string} file */
function isFile(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {string} the command with its result
 */
function install(command, args) {
  const env = toolEnv({ DEBIAN_FRONTEND: 'noninteractive' });
  const { status, stderr, error } = spawnSync(command, args, { cwd: ROOT, env, encoding: 'utf8' });
  const lines = (error?.message ?? stderr).trim().split('\n');
  const reason = lines.find((line) => /^E:|error|fail/i.test(line)) ?? lines.at(-1);
  const ending = status === 0 ? 'ok' : `failed: ${reason}`;
  return `  ${command} ${args.join(' ')}: ${ending}`;
}
