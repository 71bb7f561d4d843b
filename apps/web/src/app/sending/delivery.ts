import { codeOf, isTemporary } from '../../lib/errors.ts';
import { sessionStore } from '../session.ts';

export const ENDED = { message: 'Your coaching had ended.', fields: {} };

/** A refusal may mean that the coaching has ended, so the session is loaded again. */
export async function askWhoOnRefusal(delivery: Promise<void>): Promise<void> {
  try {
    await delivery;
  } catch (error) {
    if (!isTemporary(error) && codeOf(error) !== 'UNAUTHORIZED') void sessionStore.apply('USER_UPDATED', false);
    throw error;
  }
}
