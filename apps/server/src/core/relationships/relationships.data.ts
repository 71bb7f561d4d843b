import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { ClientScope } from '../tenancy/scope.ts';
import { relationships } from './relationships.table.ts';

/** The relationship of the coach in scope with `clientId`. */
export const isRelationshipWith = (tx: Tx<Scope & { coachId: string }>, clientId: string) =>
  and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId));

/** The relationship of the client in scope. */
export const isOwnRelationship = (tx: Tx<ClientScope>) => isRelationshipWith(tx, tx.scope.clientId);

/** Coach and client work together now. Spelled as a literal, so that partial indexes on the status serve it. */
export const isCurrent = sql<boolean>`${relationships.status} in ('active', 'paused')`;

/** Whether coach and client work together in this status. */
export const isCurrentStatus = (status: string): boolean => status === 'active' || status === 'paused';
