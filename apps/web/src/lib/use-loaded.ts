import { useCallback, useEffect, useRef, useState } from 'react';

const FIRST_WAIT_MS = 1000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether to try again after so many failures. */
export type Retry = (failures: number, error: unknown) => boolean;

async function attempt<Data>(load: () => Promise<Data>, retry: Retry): Promise<Data> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load();
    } catch (error) {
      if (!retry(failures, error)) throw error;
      await pause(FIRST_WAIT_MS * 2 ** failures);
    }
  }
}

type Loaded<Data> = { data: Data | undefined; error: unknown; isFetching: boolean };

/**
 * Loads the data of one part of a page, again when the network is back, and keeps it while a later try fails. For
 * visitors, whose pages do without the query library.
 * @param load stays the same function between renders
 */
export function useLoaded<Data>(load: () => Promise<Data>, retry: Retry) {
  const [state, setState] = useState<Loaded<Data>>({ data: undefined, error: null, isFetching: true });
  const latest = useRef(0);
  const decide = useRef(retry);
  const refetch = useCallback(async () => {
    latest.current += 1;
    const own = latest.current;
    setState(({ data, error }) => ({ data, error, isFetching: true }));
    const update = await attempt(load, decide.current).then(
      (data) => () => ({ data, error: null, isFetching: false }),
      (error: unknown) => (before: Loaded<Data>) => ({ data: before.data, error, isFetching: false }),
    );
    if (own === latest.current) setState(update);
  }, [load]);
  const setData = useCallback((data: Data) => {
    latest.current += 1;
    setState({ data, error: null, isFetching: false });
  }, []);
  useEffect(() => {
    const reload = () => void refetch();
    reload();
    window.addEventListener('online', reload);
    return () => {
      latest.current += 1;
      window.removeEventListener('online', reload);
    };
  }, [refetch]);
  return { ...state, isError: state.error !== null, refetch, setData };
}
