import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { visitorsHome } from './app/guards.ts';
import { queryClient } from './app/query-client.ts';
import { router } from './app/router.ts';
import { channel, sessionStore } from './app/session.ts';
import { reactToSession } from './app/session-effects.ts';
import { markMissingChunks } from './device/missing-chunk.ts';
import { nextToast } from './device/next-toast.ts';
import { followSession } from './device/session.ts';
import { atMost } from './lib/at-most.ts';
import { toast } from './lib/toasts.ts';

/** How long the outline of a page stands in for one that is loading. */
const OUTLINE_MS = 1000;

function start(): void {
  markMissingChunks(window);
  followSession(sessionStore, channel);
  reactToSession(sessionStore, queryClient, {
    recheck: () => void router.invalidate(),
    leave: () => void router.navigate({ to: visitorsHome() }),
  });

  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');
  const app = createRoot(root);
  // A page that is drawn at once when it has loaded keeps the phone busy, a transition draws it in short steps.
  void atMost(OUTLINE_MS, router.load()).finally(() => startTransition(() => app.render(<App />)));

  const left = nextToast.take();
  if (left) toast.success(left);
}

// After the modules have run: both in one go would keep a phone busy.
setTimeout(start);
