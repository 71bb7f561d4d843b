import { type Cursor, readCursor } from '../platform/db/cursor.ts';
import { refuse } from './refusals.ts';

/**
 * Parses the cursor of a page; null for the first page.
 * @throws BAD_REQUEST for an invalid cursor
 */
export function requireCursor(text: string | undefined): Cursor | null {
  const after = text === undefined ? null : readCursor(text);
  if (after === undefined)
    throw refuse('BAD_REQUEST', { message: 'This page does not exist. Please reload the list.' });
  return after;
}
