import { type SQL, sql } from 'drizzle-orm';
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

let quoteOf: (coachId: CoachKey) => SQL = () => sql`null`;

/** Connects the feature whose rows messages quote, once at start-up, because core and messages do not import it. */
export function connectQuotes(features: readonly QuotingFeature[]): void {
  quoteOf = features.find(({ messageQuote }) => messageQuote)?.messageQuote ?? (() => sql`null`);
}

/** What a message of the statement replies to, for its list of columns. */
export const messageQuote = (coachId: CoachKey): SQL => sql`(${quoteOf(coachId)})`;
