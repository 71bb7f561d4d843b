import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useRef, useState } from 'react';

/** The values of a step that are not stored yet, with the stored version they started from. */
type StepEntry = { stored: string; value: unknown };
type Memory = Record<string, StepEntry>;

/** Names a sequence of steps and the person it is about. */
export type StepPath = readonly string[];

/** The current step and its sequence. */
export const StepContext = createContext<{ path: StepPath; step: string }>({ path: [], step: '' });

/*
 * The memory is in the query cache, which sign-out clears. It is never stored on the device, because sensitive answers may
 * be stored only after consent.
 */
const keyOf = (path: StepPath) => ['steps', ...path];
const read = (client: QueryClient, path: StepPath) => client.getQueryData<Memory>(keyOf(path)) ?? {};

/** Whether any step has values that are not stored. They last as long as the page. */
export function useHasUnsavedSteps(path: StepPath): boolean {
  const { data } = useQuery<Memory>({ queryKey: keyOf(path), queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });
  return Object.keys(data ?? {}).length > 0;
}

/** Returns a function that forgets the unsaved values of one step, or of all. */
export function useForgetSteps(path: StepPath): (step?: string) => void {
  const client = useQueryClient();
  return (step) => {
    const { [step ?? '']: _stored, ...others } = read(client, path);
    client.setQueryData(keyOf(path), step === undefined ? {} : others);
  };
}

/**
 * Like `useState` for the values of a step, which survive a visit to another step. `stored` is the version they started
 * from; a new stored version discards them.
 */
export function useStepState<Value>(stored: unknown, initialValue: () => Value) {
  const client = useQueryClient();
  const { path, step } = use(StepContext);
  const base = JSON.stringify(stored);
  const [value, setValue] = useState(() => {
    const entry = read(client, path)[step];
    return entry?.stored === base ? (entry.value as Value) : initialValue();
  });
  const latest = useRef(value);
  const set = (next: Value | ((before: Value) => Value)) => {
    latest.current = next instanceof Function ? next(latest.current) : next;
    setValue(latest.current);
    client.setQueryData(keyOf(path), { ...read(client, path), [step]: { stored: base, value: latest.current } });
  };
  return [value, set] as const;
}
