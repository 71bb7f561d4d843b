import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { ReactNode } from 'react';
import { useSending } from '../src/app/sending/sending.tsx';
import { mount } from './mount.tsx';
import { server } from './server.ts';

function WithOutboxes({ session, children }: { session: CurrentSession; children: ReactNode }) {
  const { parts } = useSending(session);
  return (
    <>
      {parts}
      {children}
    </>
  );
}

/**
 * Mounts a page of this person, whose device sends what waits as on every page. A test names a person of its own, because
 * outboxes and drafts stay in memory.
 */
export function mountWithOutboxes(session: CurrentSession, page: ReactNode) {
  // Asked again after a refusal.
  server.usually('GET /rest/v1/session', session);
  server.usually('GET /rest/v1/check_ins/drafts', { drafts: [] });
  return mount(<WithOutboxes session={session}>{page}</WithOutboxes>);
}
