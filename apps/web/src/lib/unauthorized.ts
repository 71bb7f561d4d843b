const listeners = new Set<() => void>();

/** Heard whenever the server answers that nobody is signed in. */
export const unauthorized = {
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  note(status: number | undefined): void {
    if (status === 401) for (const listener of listeners) listener();
  },
};
