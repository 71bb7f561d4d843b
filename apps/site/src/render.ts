import { PUBLIC_PAGES, UNLISTED } from '@stridewell/web/app/pages.ts';
import { createApp } from 'astro/app/entrypoint';
import type { Locals } from './locals.ts';

const app = createApp({ streaming: false });

/** Addresses of the pages that search engines should know. */
export const listed = Object.keys(PUBLIC_PAGES).filter((path) => !UNLISTED.has(path));

const requestOf = (path: string, { appUrl }: Pick<Locals, 'appUrl'>) => new Request(new URL(path, appUrl));

/** The pattern of the page at `path`, by which its HTML may be kept; undefined when the site has no such page. */
export function patternOf(path: string, locals: Locals): string | undefined {
  const route = app.match(requestOf(path, locals));
  return route && route.route !== '/404' ? route.route : undefined;
}

/** The page at `path`, or the one that says there is none. */
export const render = (path: string, locals: Locals): Promise<Response> =>
  app.render(requestOf(path, locals), { locals });
