import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

export type SentText = { headers: Record<string, unknown>; body: string };

/** A service for text messages on this machine, which takes each message or answers with `status`. */
export class SmsServer {
  readonly taken: SentText[] = [];
  /** Status of the next answers, in order. Then messages are taken. */
  readonly failures: number[] = [];
  readonly #server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const failure = this.failures.shift();
    if (failure === undefined) this.taken.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(failure ?? 201).end('{}');
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the service has no port');
    return `http://127.0.0.1:${address.port}/messages`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  /** The messages to a number, oldest first. */
  to(number: string): string[] {
    return this.taken.flatMap(({ body }) => {
      const { to, text } = JSON.parse(body);
      return to === number ? [String(text)] : [];
    });
  }
}
