import { hashKey, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query';
import { isUnreachable } from '../lib/errors.ts';
import { isSameReader, OFFLINE_KEY, type Offline, readOffline } from './session.ts';
import { deviceStorage } from './storage.ts';

/** Exists only while a client is signed in: the session store writes and deletes the record. */
const readRecord = (): Offline | null => readOffline({ getItem: deviceStorage.readText });

function store(before: Offline | null, queryKey: QueryKey, answer: unknown): void {
  const record = readRecord();
  // Another person may have signed in meanwhile, or the client may have changed to another coach.
  if (!record || !before || !isSameReader(record.session, before.session)) return;
  const answers = { ...record.answers, [hashKey(queryKey)]: answer };
  // While the storage is full, the previous answer stays.
  deviceStorage.write(OFFLINE_KEY, { ...record, answers });
}

/** What the page has stored under a key beside the answers of the server; undefined without any. */
export const keptAnswer = (key: QueryKey): unknown => readRecord()?.answers[hashKey(key)];

/** Stores something that the page knows before the server does. It is deleted with the answers. */
export const keepAnswer = (key: QueryKey, answer: unknown): void => store(readRecord(), key, answer);

/**
 * Wraps a query function: stores its last answer for a client, and returns that while the server cannot be reached.
 * Data that the page has loaded is newer than the stored answer and stays.
 * @param part the part of an answer to store
 */
export const withOfflineAnswer =
  <Key extends QueryKey, Answer>(
    load: (context: QueryFunctionContext<Key>) => Answer | Promise<Answer>,
    part: (answer: Answer) => Answer = (answer) => answer,
  ) =>
  async (context: QueryFunctionContext<Key>): Promise<Answer> => {
    const { client, queryKey } = context;
    const before = readRecord();
    try {
      const answer = await load(context);
      store(before, queryKey, part(answer));
      return answer;
    } catch (error) {
      const stored = readRecord()?.answers[hashKey(queryKey)];
      const isLoaded = client.getQueryData(queryKey) !== undefined;
      if (isLoaded || stored === undefined || !isUnreachable(error)) throw error;
      return stored as Answer;
    }
  };
