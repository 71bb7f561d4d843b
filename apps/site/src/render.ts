import { PUBLIC_PAGES, UNLISTED } from '@stridewell/web/app/pages.ts';
import { createApp } from 'astro/app/entrypoint';
import type { Locals } from './locals.ts';
import { createPageStyles } from './page-styles.ts';

const app = createApp({ streaming: false });

/** Addresses of the pages that search engines should know. */
export const listed = Object.keys(PUBLIC_PAGES).filter((path) => !UNLISTED.has(path));

function requestOf(path: string, appUrl: string): Request {
  const url = new URL(appUrl);
  url.pathname = path;
  return new Request(url);
}

// Astro adds routes that this site does not use.
const isOurs = ({ origin, route }: { origin: string; route: string }) => origin === 'project' && route !== '/404';

/** The patterns of all pages, like `/booking/[token]`. */
export const patterns = app.manifestData.routes.filter(isOurs).map(({ route }) => route);

/** The pattern of the page at `path`; undefined when the site has no such page. */
export function patternOf(path: string, appUrl: string): string | undefined {
  const route = app.match(requestOf(path, appUrl));
  return route && isOurs(route) ? route.route : undefined;
}

/**
 * Makes the function that renders the page of a pattern, or the one that says there is none. Nothing that a visitor
 * sent is part of it.
 * @param clientRoot folder of the built scripts and fonts
 */
export function createRender(clientRoot: string): (pattern: string, locals: Locals) => Promise<Response> {
  const withItsStyles = createPageStyles(clientRoot);
  return async (pattern, locals) => {
    const response = await app.render(requestOf(pattern, locals.appUrl), { locals });
    return new Response(withItsStyles(await response.text()), response);
  };
}
