import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useRef, useState } from 'react';

/** What was typed in a step, and what was stored when that was begun. */
type Kept = { stored: string; value: unknown };
type Memory = Record<string, Kept>;

/** Names the way through some steps, and whom it is about. */
export type Way = readonly string[];

/** The step that is shown, and the way that it belongs to. */
export const StepPlace = createContext<{ way: Way; step: string }>({ way: [], step: '' });

/*
 * It lies beside the answers of the server, which go when somebody signs out, and never on the device: answers on
 * health stay there only once they are agreed to.
 */
const keyOf = (way: Way) => ['typed', ...way];
const read = (client: QueryClient, way: Way) => client.getQueryData<Memory>(keyOf(way)) ?? {};

/** Whether anything on this way is typed and not stored. It is kept for as long as the page is open. */
export function useIsTyped(way: Way): boolean {
  const { data } = useQuery<Memory>({ queryKey: keyOf(way), queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });
  return Object.keys(data ?? {}).length > 0;
}

/** How to forget what was typed in one step, or in all of them. */
export function useForgetTyped(way: Way): (step?: string) => void {
  const client = useQueryClient();
  return (step) => {
    const { [step ?? '']: _stored, ...others } = read(client, way);
    client.setQueryData(keyOf(way), step === undefined ? {} : others);
  };
}

/**
 * Like `useState` for what is typed in a step, and found again by whoever comes back to it. `stored` is what it began
 * from: once that is another, what was typed before is about something else and not shown.
 */
export function useTyped<Value>(stored: unknown, begin: () => Value) {
  const client = useQueryClient();
  const { way, step } = use(StepPlace);
  const base = JSON.stringify(stored);
  const [value, setValue] = useState(() => {
    const kept = read(client, way)[step];
    return kept?.stored === base ? (kept.value as Value) : begin();
  });
  const latest = useRef(value);
  const set = (next: Value | ((before: Value) => Value)) => {
    latest.current = next instanceof Function ? next(latest.current) : next;
    setValue(latest.current);
    client.setQueryData(keyOf(way), { ...read(client, way), [step]: { stored: base, value: latest.current } });
  };
  return [value, set] as const;
}
