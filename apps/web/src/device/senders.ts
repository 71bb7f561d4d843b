import { Store } from '../lib/store.ts';
import { hasUploads } from './blobs.ts';
import { UNSENT_KINDS, type UnsentKind, unsentPrefixes, waits } from './keys.ts';
import { onOtherTab } from './storage.ts';

/**
 * The kinds of entries that this tab has to send. The code of a kind loads when an entry waits on the device, and when a
 * page opens that writes such entries.
 */
class WantedSenders extends Store<ReadonlySet<UnsentKind>> {
  constructor() {
    super(new Set());
  }

  /** Takes effect a moment later, because pages call this while they render. */
  add(kind: UnsentKind): void {
    if (this.getSnapshot().has(kind)) return;
    queueMicrotask(() => this.set(new Set([...this.getSnapshot(), kind])));
  }

  /** Adds the kinds of which entries of this person wait, also later when another tab writes them. Returns a stop. */
  follow(userId: string): () => void {
    const stopped = new AbortController();
    for (const kind of UNSENT_KINDS) {
      if (waits(userId, kind)) this.add(kind);
      for (const prefix of unsentPrefixes(userId, kind)) onOtherTab(prefix, () => this.add(kind), stopped.signal);
    }
    hasUploads(userId).then(
      (has) => has && !stopped.signal.aborted && this.add('files'),
      // The browser has no storage, so no upload waits in it.
      () => undefined,
    );
    return () => stopped.abort();
  }
}

export const senders = new WantedSenders();
