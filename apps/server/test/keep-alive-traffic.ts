import http from 'node:http';
import net from 'node:net';
import { hasCode } from '../src/platform/db/embedded-process.ts';

/** Requests over keep-alive connections, one after another on each, until the server accepts no more. */
export class KeepAliveTraffic {
  readonly statuses: number[] = [];
  /** Errors of requests that the server had accepted. */
  readonly failures: unknown[] = [];
  readonly #agent: http.Agent;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #held: net.Socket[] = [];
  readonly #running: Promise<void>;

  constructor(url: string, path: string, cookie: string, connections = 8) {
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
    this.#url = `${url}${path}`;
    this.#headers = { cookie };
    this.#running = Promise.all(Array.from({ length: connections }, () => this.#askUntilClosed())).then(
      () => undefined,
    );
  }

  /**
   * Opens connections like browsers and slow clients: one without data, one in the middle of its headers, and one in
   * the middle of an upload.
   */
  holdConnections(uploadPath: string): void {
    const { hostname, port, origin } = new URL(this.#url);
    const beginnings = [
      '',
      'GET /healthz HTTP/1.1\r\nhost: x\r\n',
      `POST ${uploadPath} HTTP/1.1\r\nhost: x\r\norigin: ${origin}\r\ncookie: ${this.#headers.cookie}\r\n` +
        'content-length: 100000\r\n\r\n%PDF-1.7\n',
    ];
    for (const beginning of beginnings) {
      const held = net.connect(Number(port), hostname);
      held.on('error', () => held.destroy());
      if (beginning) held.write(beginning);
      this.#held.push(held);
    }
  }

  /** Waits until the server has refused every connection. */
  async end(): Promise<void> {
    await this.#running;
    this.#agent.destroy();
    for (const held of this.#held) held.destroy();
  }

  async #askUntilClosed(): Promise<void> {
    for (;;) {
      try {
        const status = await this.#ask();
        if (status === undefined) return;
        this.statuses.push(status);
      } catch (error) {
        this.failures.push(error);
        return;
      }
    }
  }

  #ask(): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const request = http.get(this.#url, { agent: this.#agent, headers: this.#headers }, (response) => {
        response.once('error', reject);
        response.resume().once('end', () => resolve(response.statusCode));
      });
      request.once('error', (error) => {
        // The server accepts no new connection, or has just closed an idle one.
        const isRace = request.reusedSocket && hasCode(error, 'ECONNRESET', 'EPIPE');
        if (isRace || hasCode(error, 'ECONNREFUSED')) resolve(undefined);
        else reject(error);
      });
    });
  }
}
