const listeners = new Set<() => void>();

/** Listeners are called after each response with status 401. */
export const unauthorized = {
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  note(status: number | undefined): void {
    if (status === 401) for (const listener of listeners) listener();
  },
};
