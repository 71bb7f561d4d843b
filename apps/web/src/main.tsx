import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { queryClient } from './app/query-client.ts';
import { router } from './app/router.ts';
import { channel, sessionStore } from './app/session.ts';
import { followSession } from './lib/session.ts';

followSession(sessionStore, channel);

// Whoever signs out here or in another tab must leave nothing of theirs behind in memory.
let wasSignedIn = false;
sessionStore.subscribe(() => {
  const { state } = sessionStore.getSnapshot();
  if (state === 'signed_out' && wasSignedIn) {
    queryClient.clear();
    void router.navigate({ to: '/landing' });
  }
  wasSignedIn = state === 'signed_in';
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
