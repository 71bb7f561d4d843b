import { once } from 'node:events';
import net from 'node:net';

/** A mail server on this machine that accepts every mail, or answers as configured by a test. */
export class MailServer {
  /** Answer to the recipient of a mail; empty to accept the mail. */
  refusal = '';
  /** Refuses each mail and quotes it, as some servers do. */
  quotes = false;
  /** Delay of the answer to a mail's content. The mail is accepted before that. */
  answerMs = 0;
  /** Sends no greeting when a client connects. */
  silent = false;
  /** Answers a mail's content with one line after another, without ever ending. */
  endless = false;
  /** The accepted mails in order. */
  readonly taken: string[] = [];
  /** The addresses to which the accepted mails bounce, in order. */
  readonly bounces: string[] = [];
  readonly #open = new Set<net.Socket>();
  readonly #server = net.createServer((socket) => this.#serve(socket));

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
    return `smtp://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    await once(this.#server, 'close');
  }

  get openConnections(): number {
    return this.#open.size;
  }

  /** Recipients of the accepted mails, in lower case. */
  recipients(): string[] {
    return this.taken.map((mail) => /^to: (.+)$/im.exec(mail)?.[1]?.toLowerCase() ?? '');
  }

  #serve(socket: net.Socket): void {
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket));
    let waiting = '';
    let mail: string[] | undefined;
    let from = '';
    const say = (line: string) => socket.writable && socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (mail) {
        if (line !== '.') {
          mail.push(line);
          return;
        }
        if (this.quotes) say(`554 5.7.1 This looks like spam: ${mail.join(' ')}`);
        else {
          this.taken.push(mail.join('\n'));
          this.bounces.push(from);
          if (this.endless) {
            const line = setInterval(() => say('250-Wait'), 20);
            socket.on('close', () => clearInterval(line));
          } else setTimeout(() => say('250 Taken'), this.answerMs);
        }
        mail = undefined;
      } else if (/^MAIL FROM:/i.test(line)) {
        from = /<(.*?)>/.exec(line)?.[1] ?? '';
        say('250 OK');
      } else if (/^RCPT/i.test(line)) say(this.refusal || '250 OK');
      else if (/^DATA/i.test(line)) {
        mail = [];
        say('354 Go ahead');
      } else if (/^QUIT/i.test(line)) socket.end('221 Bye\r\n');
      else say('250 OK');
    };
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const lines = `${waiting}${chunk.toString()}`.split('\r\n');
      waiting = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
    if (!this.silent) say('220 Ready');
  }
}
