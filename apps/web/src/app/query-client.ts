import { QueryClient } from '@tanstack/react-query';

const MINUTE = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: 1,
      refetchOnWindowFocus: false,
      staleTime: 2 * MINUTE,
      gcTime: 5 * MINUTE,
      // Without a network a page fails at once, instead of waiting for it.
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
    mutations: { retry: 0 },
  },
});
