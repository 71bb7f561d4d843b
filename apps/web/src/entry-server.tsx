import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { PUBLIC_PAGES, UNLISTED } from './app/pages.ts';
import { createAppRouter } from './app/router.ts';
import { product } from './lib/product.ts';

export { PUBLIC_PAGES, UNLISTED };

/** Names that an installation configures; set once, before the first page is rendered. */
export function configure(names: Partial<typeof product>): void {
  Object.assign(product, names);
}

/** The inside of the page at `path`, for a visitor. */
export async function renderPage(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToString(<App router={router} />);
}

const routes = createAppRouter(createMemoryHistory());

/** Whether there is a page at `path`. The server answers everything else with 404. */
export function isPage(path: string): boolean {
  const [, params, foundRoute] = routes.getMatchedRoutes(path);
  if (!foundRoute) return false;
  return params.coachId === undefined || isUuid(params.coachId);
}
