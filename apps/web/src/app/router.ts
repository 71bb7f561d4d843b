import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../routeTree.gen.ts';
import { NotFoundPage } from '../shared/not-found-page.tsx';
import { PageError } from '../shared/page-error.tsx';
import { PageLoader } from '../ui/loading-spinner.tsx';

/** The router of all pages of the app. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageLoader,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
