/**
 * Checks what visitors load: the pages of the app and of the public site, from the build, which is made when needed.
 * Prints a line for each page, and then what is over its limit. Usage: node scripts/check-pages.mjs
 */
import { build } from './build.mjs';
import { checkApp } from './pages-app.mjs';
import { checkSite } from './pages-site.mjs';

/** @type {(() => string[] | Promise<string[]>)[]} Each returns its problems. */
const STEPS = [checkApp, checkSite];

await build({ ifChanged: true });
/** @type {string[]} */
const problems = [];
for (const step of STEPS) problems.push(...(await step()));
for (const problem of problems) console.log(`FAILED ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
