import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { queryClient } from './app/query-client.ts';
import { router } from './app/router.ts';
import { channel, sessionStore } from './app/session.ts';
import { reactToSession } from './app/session-effects.ts';
import { collectEarly } from './app/take-over.ts';
import { followSession } from './device/session.ts';

followSession(sessionStore, channel);
reactToSession(sessionStore, queryClient, {
  recheck: () => void router.invalidate(),
  leave: () => void router.navigate({ to: '/landing' }),
});

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
if (root.hasChildNodes()) {
  // The server has rendered this page: its code is loaded before the page is taken over, so that nothing flickers.
  router.ssr = { manifest: undefined };
  await router.load();
  const giveBack = collectEarly(root);
  hydrateRoot(root, <App router={router} />);
  giveBack();
} else createRoot(root).render(<App router={router} />);
