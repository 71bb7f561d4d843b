import '@fontsource-variable/figtree/index.css';
import '@fontsource-variable/bricolage-grotesque/index.css';
import './library.css';
import './global.css';
import './phone-sizes.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { toasterWanted } from '../lib/toasts.ts';
import { queryClient } from './query-client.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const Toaster = lazy(() => import('../ui/toaster.tsx'));

type ProvidersProps = {
  children: ReactNode;
  /** Without transitions, for tests. */
  env?: 'default' | 'test';
};

export function Providers({ children, env = 'default' }: ProvidersProps) {
  const withToaster = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.getSnapshot, () => false);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariablesResolver} env={env}>
      <QueryClientProvider client={queryClient}>
        {withToaster && (
          <Suspense fallback={null}>
            <Toaster />
          </Suspense>
        )}
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
