import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useEffect } from 'react';
import { rpc } from '../../lib/rpc.ts';

/** After the first screen has loaded. */
const FIRST_MS = 3000;
/** An open portal is recorded again after this time, for the last time of the day. */
const AGAIN_MS = 30 * 60_000;

/** Records that a client has the portal before them. A tab in the background records nothing. */
export function useVisit({ client, viewingUntil }: Pick<CurrentSession, 'client' | 'viewingUntil'>): void {
  const coachId = client && viewingUntil === null && !isFormerClient(client.status) ? client.coachId : null;
  useEffect(() => {
    if (coachId === null) return;
    let recordedAt = Number.NEGATIVE_INFINITY;
    const record = () => {
      const now = performance.now();
      if (document.visibilityState !== 'visible' || !navigator.onLine || now - recordedAt < AGAIN_MS) return;
      recordedAt = now;
      rpc.retention.recordVisit({ coachId }).catch(() => {
        // The next look at the portal records it.
        recordedAt = Number.NEGATIVE_INFINITY;
      });
    };
    const first = setTimeout(record, FIRST_MS);
    document.addEventListener('visibilitychange', record);
    return () => {
      clearTimeout(first);
      document.removeEventListener('visibilitychange', record);
    };
  }, [coachId]);
}
