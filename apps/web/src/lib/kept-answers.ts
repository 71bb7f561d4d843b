import { hashKey, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query';
import { isUnreachable } from './errors.ts';
import { isSameReader, OFFLINE_KEY, type Offline, readOffline } from './session.ts';

/** Nothing to keep for anybody but the client who is signed in: the session store decides whose record there is. */
const read = (): Offline | null => readOffline(window.localStorage);

function keep(asked: Offline | null, queryKey: QueryKey, answer: unknown): void {
  const kept = read();
  // Somebody else may have signed in while the server was answering, or the same person have changed to another coach.
  if (!kept || !asked || !isSameReader(kept.session, asked.session)) return;
  const answers = { ...kept.answers, [hashKey(queryKey)]: answer };
  try {
    window.localStorage.setItem(OFFLINE_KEY, JSON.stringify({ ...kept, answers }));
  } catch {
    // Full: the answer before stays.
  }
}

/**
 * The same question, whose last answer is kept for a client and shown when the server cannot be reached. What the page
 * holds already is newer than what is kept, and stays.
 * @param part what of an answer is worth keeping
 */
export const kept =
  <Key extends QueryKey, Answer>(
    ask: (context: QueryFunctionContext<Key>) => Answer | Promise<Answer>,
    part: (answer: Answer) => Answer = (answer) => answer,
  ) =>
  async (context: QueryFunctionContext<Key>): Promise<Answer> => {
    const { client, queryKey } = context;
    const asked = read();
    try {
      const answer = await ask(context);
      keep(asked, queryKey, part(answer));
      return answer;
    } catch (error) {
      const before = read()?.answers[hashKey(queryKey)];
      const known = client.getQueryData(queryKey) !== undefined;
      if (known || before === undefined || !isUnreachable(error)) throw error;
      return before as Answer;
    }
  };
