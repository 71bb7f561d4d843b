import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { queryClient } from './app/query-client.ts';
import { router } from './app/router.ts';
import { channel, sessionStore } from './app/session.ts';
import { reactToSession } from './app/session-effects.ts';
import { followSession } from './lib/session.ts';

followSession(sessionStore, channel);
reactToSession(sessionStore, queryClient, {
  recheck: () => void router.invalidate(),
  leave: () => void router.navigate({ to: '/landing' }),
});

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
