import { createRouter } from '@tanstack/react-router';
import { PageLoader } from '../components/loading-spinner.tsx';
import { NotFoundPage } from '../components/not-found-page.tsx';
import { PageError } from '../components/page-error.tsx';
import { routeTree } from '../routeTree.gen.ts';

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
