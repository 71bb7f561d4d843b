import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { Providers } from './providers.tsx';
import type { router } from './router.ts';

/** The whole product, the same in the browser and on the server. */
export function App({ router: appRouter }: { router: typeof router }) {
  return (
    <StrictMode>
      <Providers>
        <RouterProvider router={appRouter} />
      </Providers>
    </StrictMode>
  );
}
