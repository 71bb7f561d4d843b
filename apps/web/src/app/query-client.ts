import { QueryClient } from '@tanstack/react-query';

const MINUTE = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 2 * MINUTE, gcTime: 5 * MINUTE },
    mutations: { retry: 0 },
  },
});
