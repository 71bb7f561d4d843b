import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Notices } from '@stridewell/contract/identity/identity';
import { attribute, metasOf, type Names } from './page-text.ts';

/** Where the page of the app takes the names and notices; see its `index.html`. */
const MARK = '<!-- installation -->';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The page that the app starts from at each of its addresses. */
export type Shell = {
  html(notices: Notices): string;
  /** Whether the app has a page at `path`. */
  isPage(path: string): boolean;
};

/** Reads the built app: its page, and the paths of its routes. */
export async function createShell(webRoot: string, names: Names): Promise<Shell> {
  const [template, paths] = await Promise.all([
    readFile(path.join(webRoot, 'index.html'), 'utf8'),
    readFile(path.join(webRoot, '.vite/paths.json'), 'utf8').then((text) => JSON.parse(text) as string[]),
  ]);
  const [before, after] = template.split(MARK);
  if (before === undefined || after === undefined) throw new Error(`the page of the app has no ${MARK}`);
  const title = `<title>${attribute(names.name)}</title>\n<meta name="robots" content="noindex" />`;
  const known = new RegExp(`^(?:${paths.map(patternOf).join('|')})$`);
  return {
    html: (notices) => `${before}${title}\n${metasOf(names, notices)}${after}`,
    isPage: (at) => known.test(at),
  };
}

/** A route's path, like `/coach/$coachId/clients`, as a pattern. Only the id of a coach has a form to check. */
const patternOf = (route: string): string =>
  route.replace(/\/$/, '/?').replaceAll('$coachId', UUID).replace(/\$\w+/g, '[^/]+');
