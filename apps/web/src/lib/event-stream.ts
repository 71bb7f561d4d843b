import { Refused } from './refused.ts';

/** A message of the stream ends with an empty line. */
const END = '\n\n';

const fieldOf = (message: string, field: string): string[] =>
  message
    .split('\n')
    .filter((line) => line.startsWith(`${field}: `))
    .map((line) => line.slice(field.length + 2));

/**
 * The events of an answer, until it ends or the reader stops.
 * @throws Refused when the server reports a failure, TypeError when the connection breaks off
 */
export async function* readEvents({ body, status }: Response): AsyncGenerator<unknown, void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const messages = (read + value).split(END);
      read = messages.pop() ?? '';
      for (const message of messages) {
        const data = fieldOf(message, 'data').join('\n');
        const [type] = fieldOf(message, 'event');
        if (type === 'error') throw refusedBy(data, status);
        if (type === 'done') return;
        // Comments keep the connection open.
        if (type === 'message') yield JSON.parse(data);
      }
    }
    if (read !== '') throw new TypeError('the stream of events broke off');
  } finally {
    // Tells the server that the reading is over.
    await reader.cancel();
  }
}

function refusedBy(data: string, status: number): Refused {
  const body = data === '' ? undefined : JSON.parse(data);
  return new Refused(body?.status ?? status, body);
}
