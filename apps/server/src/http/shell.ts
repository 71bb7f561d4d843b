import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Notices } from '@stridewell/contract/identity/identity';
import type { Brand } from '../core/brand.ts';
import type { Env } from '../env.ts';
import type { PageSession } from './page-session.ts';
import { attribute, metasOf, namesOf } from './page-text.ts';

/** Where the page of the app takes the brand and notices; see its `index.html`. */
const MARK = '<!-- installation -->';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

type Content = {
  /** The address, whose files the browser fetches beside those of the frame. */
  at?: string;
  notices: Notices;
  brand: Brand;
  /** Left out where the app has to ask. */
  session?: PageSession | undefined;
};

/** The page that the app starts from at each of its addresses. */
export type Shell = {
  html(content: Content): string;
  /** Whether the app has a page at `path`. */
  isPage(path: string): boolean;
};

/** Reads the built app: its page, and the paths of its routes with the files that each loads. */
export async function createShell(webRoot: string, env: Env): Promise<Shell> {
  const [template, paths] = await Promise.all([
    readFile(path.join(webRoot, 'index.html'), 'utf8'),
    readFile(path.join(webRoot, '.vite/paths.json'), 'utf8').then(
      (text) => JSON.parse(text) as Record<string, string[]>,
    ),
  ]);
  const [before, after] = template.split(MARK);
  if (before === undefined || after === undefined) throw new Error(`the page of the app has no ${MARK}`);
  const routes = Object.entries(paths)
    .sort(([one], [other]) => (rankOf(one) < rankOf(other) ? -1 : 1))
    .map(([route, files]) => ({
      pattern: new RegExp(`^${patternOf(route)}$`),
      // The template names the files of every page.
      links: files.filter((file) => !template.includes(`/${file}"`)).map(linkTo),
    }));
  const find = (at: string) => routes.find(({ pattern }) => pattern.test(at));
  return {
    html({ at, notices, brand, session }) {
      const links = at === undefined ? [] : (find(at)?.links ?? []);
      const metas = metasOf(namesOf(env, brand), notices);
      const parts = [headOf(brand), metas, ...links, ...(session ? [elementOf(session)] : [])];
      return `${before}${parts.join('\n')}${after}`;
    },
    isPage: (at) => find(at) !== undefined,
  };
}

const headOf = ({ name, light, dark, icons }: Brand): string => `<title>${attribute(name)}</title>
<meta name="robots" content="noindex" />
<meta name="theme-color" content="${attribute(light.paper)}" media="(prefers-color-scheme: light)" />
<meta name="theme-color" content="${attribute(dark.paper)}" media="(prefers-color-scheme: dark)" />
<link rel="icon" href="${attribute(icons.tab)}" />
<link rel="apple-touch-icon" href="${attribute(icons.touch)}" />`;

/** A route's path, like `/coach/$coachId/clients`, as a pattern. Only the id of a coach has a form to check. */
const patternOf = (route: string): string =>
  route.replace(/\/$/, '/?').replaceAll('$coachId', UUID).replace(/\$\w+/g, '[^/]+');

/** Words of an address sort before its parameters, so `/coach/new` is found before `/coach/$coachId`. */
const rankOf = (route: string): string => route.replace(/\$\w+/g, '~');

/** Styles are only fetched: the app adds them in its order. */
const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${attribute(file)}" />`
    : `<link rel="modulepreload" crossorigin href="/${attribute(file)}" />`;

/** Characters that could end the element or a line of a script. JSON can escape each of them. */
const UNSAFE = /[<>&\u2028\u2029]/g;
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Data that no browser runs, so the content policy needs no exception. */
const elementOf = (session: PageSession): string =>
  `<script type="application/json" id="page-session">${JSON.stringify(session).replace(UNSAFE, escaped)}</script>`;
