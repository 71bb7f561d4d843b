import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** Loads the queries under these keys again. Queries that no screen shows wait for their next visit. */
export const refresh = (client: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));

/** A mutation with the keys it changes, like `[orpc.clients.key()]`. Busy until what is on screen is loaded again. */
export function useChange<Input, Output>(send: (input: Input) => Promise<Output>, changedKeys: readonly QueryKey[]) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => refresh(client, changedKeys) });
}
