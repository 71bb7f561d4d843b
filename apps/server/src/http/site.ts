import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Notices } from '@stridewell/contract/identity/identity';
import { dayInZone } from '@stridewell/contract/time';
import type { Brand } from '../core/brand.ts';
import type { Env } from '../env.ts';
import { metasOf, type Names, namesOf, scriptsWithin } from './page-text.ts';

type Locals = { appUrl: string; names: Names; metas: string; banner: Notices['banner']; isContactClosed: boolean };

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
  /** The same, compressed as well as it can be. That takes up to 0.2 seconds, so only the first call does it. */
  compressed: () => Promise<Buffer>;
  /** The scripts within the page, as the content policy names them. */
  scripts: readonly string[];
};

/** Notices and brand, which change what a page shows. */
type Shown = { notices: Notices; brand: Brand };

export type Site = {
  /** The page at `path`; undefined when the site has none. */
  find(path: string, shown: Shown): Promise<SitePage | undefined>;
  /** Says that there is no page. */
  missing(shown: Shown): Promise<SitePage>;
  /** Addresses of the pages that search engines should know. */
  listed: readonly string[];
};

const brotli = promisify(brotliCompress);
const NO_NOTICES: Notices = { banner: null, off: [] };
/** Matches no page of the site. */
const NOWHERE = '/404';

/**
 * The public pages with the names of a brand. Each is rendered at once for the first brand, and kept for each until the
 * day changes, which some of them show, or the operators' notices.
 * @throws when a page cannot be rendered
 */
export async function createSite(
  siteRoot: string,
  { env, brand: first, now }: { env: Env; brand: Brand; now: () => Date },
): Promise<Site> {
  const renderer: Renderer = await import(pathToFileURL(path.join(siteRoot, 'server/entry.mjs')).href);
  const render = renderer.createRender(path.join(siteRoot, 'client'));
  const { appUrl } = env;
  let kept = { of: '', pages: new Map<string, Promise<SitePage>>() };

  function localsOf({ notices, brand }: Shown): Locals {
    const names = namesOf(env, brand);
    return {
      appUrl,
      names,
      metas: metasOf(names, notices),
      banner: notices.banner,
      isContactClosed: notices.off.includes('contact_form'),
    };
  }

  function keep(pattern: string, shown: Shown): Promise<SitePage> {
    const of = `${dayInZone(now(), 'UTC')} ${JSON.stringify(shown.notices)}`;
    if (kept.of !== of) kept = { of, pages: new Map() };
    const { pages } = kept;
    const key = `${pattern} ${JSON.stringify(shown.brand)}`;
    const page = pages.get(key) ?? render(pattern, localsOf(shown)).then(read);
    pages.set(key, page);
    // A page that failed is rendered again for the next visitor.
    page.catch(() => pages.delete(key));
    return page;
  }

  const atStart = { notices: NO_NOTICES, brand: first };
  await Promise.all([...renderer.patterns, NOWHERE].map((pattern) => keep(pattern, atStart)));

  return {
    async find(at, shown) {
      const pattern = renderer.patternOf(at, appUrl);
      return pattern === undefined ? undefined : keep(pattern, shown);
    },
    missing: (shown) => keep(NOWHERE, shown),
    listed: renderer.listed,
  };
}

async function read(response: Response): Promise<SitePage> {
  if (response.status >= 500) throw new Error(`the site could not render ${response.url}`);
  const html = await response.text();
  let compressed: Promise<Buffer> | undefined;
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    compressed: () => {
      // Not at the start, which would compress every page of the site.
      compressed ??= brotli(html);
      return compressed;
    },
    scripts: scriptsWithin(html),
  };
}
