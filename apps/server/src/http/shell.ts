import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ShownBrand } from '@stridewell/contract/branding/branding';
import type { CurrentSession, Notices } from '@stridewell/contract/identity/identity';
import { isCoachRole } from '@stridewell/contract/people.rules';
import type { Brand } from '../core/brand.ts';
import type { Env } from '../env.ts';
import type { PageSession } from './page-session.ts';
import { attribute, metasOf, namesOf, scriptsWithin } from './page-text.ts';

/** Where the page of the app takes the brand and notices; see its `index.html`. */
const MARK = '<!-- installation -->';
/** Where the build lets the server paint a page, and add the files of its route. */
const OUTLINE = '<!-- outline -->';
const FILES = '<!-- files -->';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

type Content = {
  /** The address, whose files the browser fetches beside those of the frame. */
  at?: string;
  notices: Notices;
  brand: Brand;
  /** At the domain of a coach. */
  isHosted?: boolean;
  /** The brand of the coach who invites to this page; null for any other page. */
  invited?: ShownBrand | null;
  /** Left out where the app has to ask. */
  session?: PageSession | undefined;
};

/** A page of the built app: its files, and the words that are painted before they arrive. */
type BuiltPage = { files: string[]; outline?: { title?: string; lead?: string; width?: number } };

/** The page that the app starts from at each of its addresses. */
export type Shell = {
  html(content: Content): string;
  /** The scripts within the page, as the content policy names them. */
  scripts: readonly string[];
  /** Whether the app has a page at `path`. */
  isPage(path: string): boolean;
};

/** Reads the built app: its page, and the paths of its routes with the files that each loads. */
export async function createShell(webRoot: string, env: Env): Promise<Shell> {
  const [template, paths] = await Promise.all([
    readFile(path.join(webRoot, 'index.html'), 'utf8'),
    readFile(path.join(webRoot, '.vite/paths.json'), 'utf8').then(
      (text) => JSON.parse(text) as Record<string, BuiltPage>,
    ),
  ]);
  for (const mark of [MARK, OUTLINE, FILES])
    if (!template.includes(mark)) throw new Error(`the page of the app has no ${mark}`);
  const routes = Object.entries(paths)
    .sort(([one], [other]) => (rankOf(one) < rankOf(other) ? -1 : 1))
    .map(([route, { files, outline }]) => ({
      pattern: new RegExp(`^${patternOf(route)}$`),
      outline,
      // The template loads the files of every page. Its import map names all others as well.
      links: files.filter((file) => !template.includes(`="/${file}"`)).map(linkTo),
    }));
  const find = (at: string) => routes.find(({ pattern }) => pattern.test(at));
  return {
    html({ at, notices, brand, isHosted = false, invited = null, session }) {
      const page = at === undefined ? undefined : find(at);
      const metas = metasOf(namesOf(env, brand, isHosted), notices);
      const person = session?.session;
      const own = person?.client?.brand ?? null;
      const parts = [headOf(brand, own ?? invited), metas];
      if (invited && !person) parts.push(`<meta name="brand" content="${attribute(JSON.stringify(invited))}" />`);
      if (session) parts.push(elementOf(session));
      const outline =
        at !== undefined && page?.outline && person && isOwnPage(at, person) ? paint(page.outline, person, brand) : '';
      return template
        .replace(MARK, () => parts.join('\n'))
        .replace(OUTLINE, () => outline)
        .replace(FILES, () => page?.links.join('\n') ?? '');
    },
    scripts: scriptsWithin(template),
    isPage: (at) => find(at) !== undefined,
  };
}

/** The app replaces the addresses of a coach's brand by the usual ones where it no longer shows the brand. */
const link = (rel: string, usual: string, shown: string | undefined): string =>
  `<link rel="${rel}" href="${attribute(shown ?? usual)}"${shown ? ` data-usual="${attribute(usual)}"` : ''} />`;

const headOf = (
  { name, light, dark, icons, manifest }: Brand,
  shown: ShownBrand | null,
): string => `<title>${attribute(shown?.name ?? name)}</title>
<meta name="robots" content="noindex" />
<meta name="theme-color" content="${attribute(light.paper)}" media="(prefers-color-scheme: light)" />
<meta name="theme-color" content="${attribute(dark.paper)}" media="(prefers-color-scheme: dark)" />
${link('icon', icons.tab, shown?.icon)}
${link('apple-touch-icon', icons.touch, shown?.touchIcon)}
${link('manifest', manifest, shown?.manifest)}${shown ? `\n<style id="brand">${shown.styles}</style>` : ''}`;

/** Whether a person sees the page at `at`: those of others lead elsewhere. */
const isOwnPage = (at: string, { role, user }: CurrentSession): boolean =>
  role === 'Client' ? at.startsWith('/client/') : isCoachRole(role) && at.startsWith(`/coach/${user.id}/`);

const nameWithIcon = (name: string, icon: string): string =>
  `<img src="${attribute(icon)}" width="26" height="26" alt="" />${attribute(name)}`;

/** Beside the app's own part for it (`ui/logo.tsx`), which it becomes. */
function brandHead({ name, logo, icon }: ShownBrand): string {
  if (!logo) return nameWithIcon(name, icon);
  return `<img src="${attribute(logo.src)}" width="${logo.width}" height="${logo.height}" class="logo" alt="" />`;
}

/** The outline of a page: the frame and its first words. Hidden from screen readers, for which the app announces itself. */
function paint(
  { title, lead, width }: NonNullable<BuiltPage['outline']>,
  { user, role, client }: CurrentSession,
  { name, light, dark, icons }: Brand,
): string {
  // Clients without a coach see how to find one instead of what the lead names.
  const hasLead = role !== 'Client' || client !== null;
  const firstName = user.fullName.split(' ')[0] ?? '';
  const column = width === undefined ? '' : ` style="max-width:${width}px"`;
  const words = [
    ...(title === undefined ? [] : [`<h1>${attribute(title.replace('{firstName}', () => firstName))}</h1>`]),
    ...(lead === undefined || !hasLead ? [] : [`<p>${attribute(lead)}</p>`]),
  ];
  return `<div id="outline" aria-hidden="true" style="--light:${attribute(light.paper)};--dark:${attribute(dark.paper)}">
<div><p>${client?.brand ? brandHead(client.brand) : nameWithIcon(name, icons.tab)}</p></div>
<section><div${column}>${words.join('')}</div></section>
</div>`;
}

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
