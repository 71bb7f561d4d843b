import { queryClient } from '@stridewell/web/app/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** For parts that ask the server more than once. */
export default function WithQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
