import { once } from 'node:events';
import net from 'node:net';

/** A mail server on this machine that takes every mail, or answers as a test wants. */
export class MailServer {
  /** What it answers to the recipient of a mail; empty to take the mail. */
  refusal = '';
  /** The mails it took, as they came. */
  readonly taken: string[] = [];
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
    await once(this.#server, 'close');
  }

  #serve(socket: net.Socket): void {
    let waiting = '';
    let mail: string[] | undefined;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (mail) {
        if (line !== '.') {
          mail.push(line);
          return;
        }
        this.taken.push(mail.join('\n'));
        mail = undefined;
        say('250 Taken');
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
    say('220 Ready');
  }
}
