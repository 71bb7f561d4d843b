import { codeOf, isTemporary } from '../../lib/errors.ts';
import { sessionStore } from '../session.ts';

export const ENDED = { message: 'Your coaching had ended.', fields: {} };

/** A refusal may mean that the coaching has ended, so the session is loaded again. */
export async function askWhoOnRefusal(delivery: Promise<void>): Promise<void> {
  try {
    await delivery;
  } catch (error) {
    const code = codeOf(error);
    // Without a code it is no refusal: the delivery was stopped.
    if (code !== undefined && code !== 'UNAUTHORIZED' && !isTemporary(error))
      void sessionStore.apply('USER_UPDATED', false);
    throw error;
  }
}
