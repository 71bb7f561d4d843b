import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Notices } from '@stridewell/contract/identity/identity';
import { dayInZone } from '@stridewell/contract/time';
import { metasOf, type Names } from './page-text.ts';

type Locals = { appUrl: string; names: Names; metas: string; hasBanner: boolean; isContactClosed: boolean };

/** Exports of the built site (`apps/site/src/render.ts`). */
type Renderer = {
  listed: readonly string[];
  patterns: readonly string[];
  patternOf(path: string, appUrl: string): string | undefined;
  createRender(clientRoot: string): (pattern: string, locals: Locals) => Promise<Response>;
};

export type SitePage = {
  status: number;
  /** Where a moved page is now. */
  location: string | null;
  html: string;
  /** The same, compressed as well as it can be, which takes too long for each answer. */
  brotli: Buffer;
  /** The scripts within the page, as the content policy names them. */
  scripts: readonly string[];
};

export type Site = {
  /** The page at `path`; undefined when the site has none. */
  find(path: string, notices: Notices): Promise<SitePage | undefined>;
  /** Says that there is no page. */
  missing(notices: Notices): Promise<SitePage>;
  /** Addresses of the pages that search engines should know. */
  listed: readonly string[];
};

const brotli = promisify(brotliCompress);
const NO_NOTICES: Notices = { banner: null, off: [] };
/** Matches no page of the site. */
const NOWHERE = '/404';
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/**
 * The public pages with the names of this installation. Each is rendered at once and kept until the day changes, which
 * some of them show, or the operators' notices.
 * @throws when a page cannot be rendered
 */
export async function createSite(
  siteRoot: string,
  { appUrl, names, now }: { appUrl: string; names: Names; now: () => Date },
): Promise<Site> {
  const renderer: Renderer = await import(pathToFileURL(path.join(siteRoot, 'server/entry.mjs')).href);
  const render = renderer.createRender(path.join(siteRoot, 'client'));
  let kept = { of: '', pages: new Map<string, Promise<SitePage>>() };

  const localsOf = (notices: Notices): Locals => ({
    appUrl,
    names,
    metas: metasOf(names, notices),
    hasBanner: notices.banner !== null,
    isContactClosed: notices.off.includes('contact_form'),
  });

  function keep(pattern: string, notices: Notices): Promise<SitePage> {
    const locals = localsOf(notices);
    const of = `${dayInZone(now(), 'UTC')} ${locals.metas}`;
    if (kept.of !== of) kept = { of, pages: new Map() };
    const { pages } = kept;
    const page = pages.get(pattern) ?? render(pattern, locals).then(read);
    pages.set(pattern, page);
    // A page that failed is rendered again for the next visitor.
    page.catch(() => pages.delete(pattern));
    return page;
  }

  await Promise.all([...renderer.patterns, NOWHERE].map((pattern) => keep(pattern, NO_NOTICES)));

  return {
    async find(at, notices) {
      const pattern = renderer.patternOf(at, appUrl);
      return pattern === undefined ? undefined : keep(pattern, notices);
    },
    missing: (notices) => keep(NOWHERE, notices),
    listed: renderer.listed,
  };
}

async function read(response: Response): Promise<SitePage> {
  if (response.status >= 500) throw new Error(`the site could not render ${response.url}`);
  const html = await response.text();
  const inline = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    brotli: await brotli(html),
    scripts: [...new Set(inline)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  };
}
