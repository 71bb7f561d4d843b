import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
type Type = keyof typeof TYPES;

const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;
const TEXT_PIECE = 255;

const nameOf = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function addressOf(value: string): Buffer {
  if (!isIPv6(value)) return Buffer.from(value.split('.').map(Number));
  const [before = '', after = ''] = value.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const [head, tail] = [groups(before), groups(after)];
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]));
}

function dataOf(type: Type, value: string): Buffer {
  if (type === 'CNAME') return nameOf(value);
  if (type !== 'TXT') return addressOf(value);
  const text = Buffer.from(value);
  const pieces: Buffer[] = [];
  for (let from = 0; from < text.length; from += TEXT_PIECE) {
    const piece = text.subarray(from, from + TEXT_PIECE);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  return Buffer.concat(pieces);
}

/** A DNS server on this machine, whose records a test changes. `fails` makes it answer that it cannot answer. */
export async function startDnsServer() {
  const records = new Map<string, string[]>();
  const state = { fails: false, asked: 0 };
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    state.asked += 1;
    const labels: string[] = [];
    let at = 12;
    for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
      labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase());
      at += 1 + length;
    }
    const name = labels.join('.');
    const number = message.readUInt16BE(at + 1);
    const question = message.subarray(12, at + 5);
    const type = (Object.keys(TYPES) as Type[]).find((each) => TYPES[each] === number);
    const answers: Buffer[] = [];
    const add = (owner: string, kind: Type) => {
      for (const value of records.get(`${owner} ${kind}`) ?? []) {
        const data = dataOf(kind, value);
        const head = Buffer.alloc(10);
        head.writeUInt16BE(TYPES[kind], 0);
        head.writeUInt16BE(1, 2);
        head.writeUInt16BE(data.length, 8);
        answers.push(nameOf(owner), head, data);
      }
    };
    if (type) {
      const [alias] = records.get(`${name} CNAME`) ?? [];
      add(name, 'CNAME');
      if (type !== 'CNAME') add(alias ?? name, type);
    }
    const isKnown = [...records.keys()].some((key) => key.startsWith(`${name} `));
    const header = Buffer.alloc(12);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    header.writeUInt16BE(0x8180 | (state.fails ? SERVER_FAILURE : isKnown ? NO_ERROR : NO_SUCH_NAME), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(state.fails ? 0 : answers.length / 3, 6);
    socket.send(Buffer.concat([header, question, ...(state.fails ? [] : answers)]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    state,
    set(name: string, type: Type, ...values: string[]) {
      if (values.length > 0) records.set(`${name} ${type}`, values);
      else records.delete(`${name} ${type}`);
    },
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
