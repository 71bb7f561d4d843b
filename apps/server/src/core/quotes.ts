import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/db/database.ts';
import { registryOf } from './registry.ts';
import type { CoachKey } from './tenancy/placement.ts';

/**
 * The message that a quote is about, in a statement that reads `messages`. A feature whose rows are answered by messages
 * describes such a row with a SELECT of one JSON object of the contract's `checkInQuote`, or of nothing.
 */
export const quotedMessage = {
  clientId: sql`messages.client_id`,
  id: sql`messages.id`,
};

/** The part of a manifest that concerns quotes in messages. */
export type QuotingFeature = {
  /** SELECT of the row that a message replies to; see `quotedMessage`. */
  messageQuote?: (coachId: CoachKey) => SQL;
};

/** Selects the row that a message of the statement replies to, for its list of columns. */
export const messageQuote = (tx: Tx, coachId: CoachKey): SQL =>
  sql`(${registryOf(tx).messageQuote?.(coachId) ?? sql`null`})`;
