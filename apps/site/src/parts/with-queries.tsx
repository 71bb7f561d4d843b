import { queryClient } from '@stridewell/web/app/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** For parts that ask the server for data, or send forms with the app's own parts. */
export const WithQueries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
