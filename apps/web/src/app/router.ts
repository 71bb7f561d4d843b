import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from '../routeTree.gen.ts';
import { NotFoundPage } from '../shared/not-found-page.tsx';
import { PageError } from '../shared/page-error.tsx';
import { PageLoader } from '../ui/loading-spinner.tsx';

/** The router of all pages. Without a history it uses the browser's address. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    ...(history ? { history } : {}),
    routeTree,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PageLoader,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: PageError,
    // On the server it would add an inline script, which the content policy refuses.
    scrollRestoration: typeof window !== 'undefined',
  });

export const router = createAppRouter();

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
