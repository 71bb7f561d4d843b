import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
  useSearch,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { queryClient } from '../src/app/query-client.ts';
import { cssVariablesResolver, theme } from '../src/app/theme.ts';
import { accountZone } from '../src/lib/time-zone.ts';
import Toaster from '../src/ui/toaster.tsx';
import { repeatSoon } from './repeat-soon.ts';

/**
 * Mounts a component with what the app puts around it: its look, toasts, the defaults of queries with an empty cache,
 * and an address that links and navigation change. No page, guard or session is loaded: `server` answers what the
 * component itself asks for.
 */
export async function mount(children: ReactNode, { at = '/' }: { at?: string } = {}) {
  notifications.clean();
  accountZone.follow('America/New_York');
  const client = new QueryClient({ defaultOptions: repeatSoon(queryClient.getDefaultOptions()) });
  const root = createRootRoute({
    component: () => (
      <>
        {children}
        <Outlet />
      </>
    ),
  });
  // Any address, because a link may lead anywhere.
  const anywhere = createRoute({ getParentRoute: () => root, path: '$' });
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={client}>
        <Toaster />
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    address: () => router.history.location.href,
    path: () => router.history.location.pathname,
    go: (to: string) => act(() => router.navigate({ href: to })),
    /** Empties the answers on screen and asks again, as after a change of the session. */
    forgetAnswers: () => act(() => void client.resetQueries()),
  };
}

type Search = Record<string, unknown>;
type PageProps<Read> = {
  /** Reads the search as the route does. */
  read: (search: Search) => Read;
  page: (search: Read, onSearch: (wanted: Search) => void) => ReactNode;
};

function PageWithSearch<Read extends Search>({ read, page }: PageProps<Read>) {
  const search = read({ ...useSearch({ strict: false }) });
  const navigate = useNavigate();
  return page(search, (wanted) => void navigate({ to: '.', search: read(wanted), replace: true, resetScroll: false }));
}

/** Mounts a page whose search stands in the address, with both as its route hands them on. */
export const mountPage = <Read extends Search>({ at, ...page }: PageProps<Read> & { at: string }) =>
  mount(<PageWithSearch {...page} />, { at });
