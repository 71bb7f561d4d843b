/**
 * Checks what visitors load: the pages of the app and of the public site, from the build, which is made when needed, and
 * the API document. Prints a line for each page, and then what is over its limit. Usage: node scripts/check-pages.mjs
 */
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { checkApiDocument } from './check-api-document.mjs';
import { checkApp } from './pages-app.mjs';
import { checkSite } from './pages-site.mjs';

/**
 * Checks the pages of the last build.
 * @returns {Promise<string[]>} problems
 */
export const checkPages = async () => [...checkApp(), ...(await checkSite())];

/** @returns {Promise<string[]>} problems */
async function checkDocument() {
  const { problems, summary } = await checkApiDocument();
  console.log(`The API document has ${summary}`);
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ ifChanged: true });
  const problems = [...(await checkPages()), ...(await checkDocument())];
  for (const problem of problems) console.log(`FAILED ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
