import type { ClientSummary } from '@stridewell/contract/clients/clients';
import type { BulkOutcome, BulkResult } from '@stridewell/contract/fields';
import { countLabel } from '../../lib/format.ts';

/** Why a client was left as before; null where the change was made. */
const OUTCOME_TEXT: Record<BulkOutcome, string | null> = {
  changed: null,
  unchanged: 'Nothing to change',
  not_possible: 'Not possible with this status',
  no_seat: 'No room in your plan',
  not_found: 'No longer among your clients',
};

export type LeftClient = { clientId: string; fullName: string; reason: string };

/** The clients that were left as before, each with the reason. */
export const leftOf = (results: readonly BulkResult[], clients: readonly ClientSummary[]): LeftClient[] =>
  results.flatMap(({ clientId, outcome }) => {
    const reason = OUTCOME_TEXT[outcome];
    const fullName = clients.find((client) => client.clientId === clientId)?.fullName ?? 'A client';
    return reason === null ? [] : [{ clientId, fullName, reason }];
  });

export const changedIds = (results: readonly BulkResult[]): Set<string> =>
  new Set(results.filter(({ outcome }) => outcome === 'changed').map(({ clientId }) => clientId));

export const clientCount = (count: number): string => countLabel(count, 'client');

/** Messages, check-ins and forms are for clients who joined and are active or paused. */
export const isTrained = ({ accepted, status }: Pick<ClientSummary, 'accepted' | 'status'>): boolean =>
  accepted && (status === 'active' || status === 'paused');
