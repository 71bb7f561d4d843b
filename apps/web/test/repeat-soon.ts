import type { DefaultOptions } from '@tanstack/react-query';

/** The defaults of the app, except that a failed request is repeated after a moment instead of after a second. */
export const repeatSoon = (defaults: DefaultOptions): DefaultOptions => ({
  ...defaults,
  queries: { ...defaults.queries, retryDelay: 20 },
});
