import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useEffect } from 'react';

/** A part of the page of unsent entries that lists one kind, and says how many there are. */
export type UnsentPartProps = { session: CurrentSession; onCount: (count: number) => void };

export function useCounted(count: number, onCount: UnsentPartProps['onCount']): void {
  useEffect(() => onCount(count), [count, onCount]);
}
