import { QueryClient } from '@tanstack/react-query';

const MINUTE = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: 1,
      refetchOnWindowFocus: false,
      staleTime: 2 * MINUTE,
      gcTime: 5 * MINUTE,
      // A page that is asked for without a network says so, instead of waiting for one.
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
    mutations: { retry: 0 },
  },
});
