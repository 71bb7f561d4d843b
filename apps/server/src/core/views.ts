import type { Tx } from '../platform/db/database.ts';
import { registryOf } from './registry.ts';

/** Selects the views to end: those of a session, of an operator, or as a person. */
export type EndedViews = { sessionId: string } | { operatorId: string } | { viewedId: string };

/** The part of a manifest that concerns views. It runs in the transaction that ends them, which fails with it. */
export type ViewingFeature = { onViewsEnded?: (tx: Tx, ended: EndedViews) => Promise<void> };

/** Ends views that are no longer allowed, so that the audit log records their end at once. */
export async function announceEndedViews(tx: Tx, ended: EndedViews): Promise<void> {
  for (const handle of registryOf(tx).viewHandlers) await handle(tx, ended);
}
