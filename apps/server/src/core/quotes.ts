import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/db/database.ts';
import { registryOf } from './registry.ts';
import type { CoachKey } from './tenancy/placement.ts';

/**
 * The message that contains a quote, in a statement that reads `messages`. A feature whose rows get replies by message
 * describes a row with a SELECT of at most one JSON object, the contract's `checkInQuote`.
 */
export const quotedMessage = {
  clientId: sql`messages.client_id`,
  id: sql`messages.id`,
};

/** The part of a manifest that concerns quotes in messages. */
export type QuotingFeature = {
  /** SELECT of the row that a message replies to. See `quotedMessage`. */
  messageQuote?: (coachId: CoachKey) => SQL;
};

/** A column for statements that read `messages`: the row that the message replies to. */
export const messageQuote = (tx: Tx, coachId: CoachKey): SQL =>
  sql`(${registryOf(tx).messageQuote?.(coachId) ?? sql`null`})`;
