import {
  hashKey,
  type NetworkMode,
  type Query,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

/**
 * Loads a query again whose first load is on its way. Its answer may lack the change, and would count as fresh: neither
 * invalidating nor loading again stops a first load. A page that is loaded ahead is one.
 */
async function refreshAfterLoad(client: QueryClient, query: Query): Promise<void> {
  await Promise.allSettled([query.promise]);
  await client.invalidateQueries({ predicate: (other) => other === query });
}

async function refreshKey(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirstLoad = ({ state }: Query) => state.data === undefined;
  const loading = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirstLoad });
  for (const query of loading) void refreshAfterLoad(client, query);
  await client.invalidateQueries({ queryKey });
}

/** Loads the queries under these keys again. Queries that no screen shows wait for their next visit. */
export const refresh = (client: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(keys.map((queryKey) => refreshKey(client, queryKey)));

/** A mutation with the keys it changes, like `[orpc.clients.key()]`. Busy until what is on screen is loaded again. */
export function useChange<Input, Output>(send: (input: Input) => Promise<Output>, changedKeys: readonly QueryKey[]) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => refresh(client, changedKeys) });
}

type OptimisticChange<Input, Output, Data> = {
  send: (input: Input) => Promise<Output>;
  /** The loaded queries that show the change at once. */
  queryKey: QueryKey;
  show: (data: Data, input: Input) => Data;
  changedKeys: readonly QueryKey[];
  /** `always` fails without a connection, instead of waiting for one. */
  networkMode?: NetworkMode;
};

/**
 * A mutation that is on screen at once. The loaded queries are restored when the server refuses it. Several are sent one
 * after the other: a card that is moved twice starts its second move where the first one ends.
 */
export function useOptimisticChange<Input, Output, Data>(change: OptimisticChange<Input, Output, Data>) {
  const { send, queryKey, show, changedKeys, networkMode = 'online' } = change;
  const client = useQueryClient();
  const mutationKey = ['optimistic', hashKey(queryKey)];
  return useMutation({
    mutationFn: send,
    mutationKey,
    networkMode,
    scope: { id: hashKey(queryKey) },
    async onMutate(input: Input) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueriesData<Data>({ queryKey });
      client.setQueriesData<Data>({ queryKey }, (data) => data && show(data, input));
      return { before };
    },
    onError(_error, _input, context) {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data);
    },
    // The answer would lack the changes that are still to be sent: a card would jump back. The last one loads them all.
    onSettled: () => (client.isMutating({ mutationKey }) > 1 ? undefined : refresh(client, changedKeys)),
  });
}
