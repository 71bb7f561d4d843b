import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { prepareModelRequests, requestProblem } from './model-requests.ts';

/** The planner's offer to the model, parsed from the prompt. */
export type Asked = {
  prompt: string;
  instructions: string;
  days: { places: { place: string; candidates: { id: string }[] }[] }[];
};

type Choice = {
  name: string;
  summary: string;
  picks: { place: string; exerciseId: string; reason: string }[];
};

/** One answer of the server, with optional token counts. */
export type ModelReply =
  | { kind: 'answer'; content: (asked: Asked) => string; finish?: 'stop' | 'length' }
  | { kind: 'status'; status: number }
  | { kind: 'silent' }
  | { kind: 'cut'; content: string }
  /** Writes `start` and then `more` until the caller leaves. */
  | { kind: 'endless'; start: string; more: string };

export const STATED = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 };

/** Chooses the second candidate of each place, or else the rules' choice. */
export const aChoice = ({ days }: Asked, changes: Partial<Choice> = {}): Choice => {
  const picks = days.flatMap(({ places }) => {
    const used = new Set<string>();
    return places.map(({ place, candidates }): Choice['picks'][number] => {
      const [first] = candidates;
      const exerciseId = candidates.find(({ id }, index) => index > 0 && !used.has(id))?.id ?? first?.id ?? '';
      // The rules' own choices of the day stay free for their places.
      for (const { id } of candidates.slice(0, 1)) used.add(id);
      used.add(exerciseId);
      return { place, exerciseId, reason: 'Suits the goal and the equipment.' };
    });
  });
  return { name: 'Strong base', summary: 'A steady block of basic lifts.', picks, ...changes };
};

/** The rules' choice for each place, which is always valid. */
export const theRulesChoice = ({ days }: Asked, changes: Partial<Choice> = {}): Choice => ({
  name: 'Strong base',
  summary: 'A steady block of basic lifts.',
  picks: days.flatMap(({ places }) =>
    places.map(({ place, candidates }) => ({
      place,
      exerciseId: candidates[0]?.id ?? '',
      reason: 'Suits the goal and the equipment.',
    })),
  ),
  ...changes,
});

export const answering = (choose: (asked: Asked) => object): ModelReply => ({
  kind: 'answer',
  content: (asked) => JSON.stringify(choose(asked)),
});
export const saying = (content: string): ModelReply => ({ kind: 'answer', content: () => content });

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

function readAsked(body: unknown): Asked {
  const { messages } = body as { messages: { role: string; content: string }[] };
  const textOf = (role: string) => messages.find((message) => message.role === role)?.content ?? '';
  const prompt = textOf('user');
  const { places } = JSON.parse(prompt) as { places: { place: string; candidates: string[] }[] };
  const dayOf = ({ place }: { place: string }) => place.split('.')[0] ?? '';
  const days = [...new Set(places.map(dayOf))].map((day) => ({
    places: places
      .filter((one) => dayOf(one) === day)
      .map(({ place, candidates }) => ({ place, candidates: candidates.map((id) => ({ id })) })),
  }));
  return { prompt, instructions: textOf('system'), days };
}

function write(response: ServerResponse, part: object): void {
  const chunk = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'test-model', ...part };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

const delta = (content: string | null, finish: string | null = null) => ({
  choices: [{ index: 0, delta: content === null ? {} : { content }, finish_reason: finish }],
});

/** Event of an OpenAI-compatible server for a chunk of text. */
export const eventOf = (content: string): string => `data: ${JSON.stringify({ id: '1', ...delta(content) })}\n\n`;

/** Writes `more` as fast as the reader accepts it, until the reader leaves. */
export function writeEndlessly(response: ServerResponse, start: string, more: string): void {
  response.write(start);
  const next = () => {
    if (response.destroyed) return;
    if (response.write(more)) setImmediate(next);
    else response.once('drain', next);
  };
  next();
}

function send(response: ServerResponse, reply: ModelReply, asked: Asked): void {
  if (reply.kind === 'silent') return;
  if (reply.kind === 'status') {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'Not now', type: 'server_error', code: null } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (reply.kind === 'endless') {
    writeEndlessly(response, eventOf(reply.start), eventOf(reply.more));
    return;
  }
  if (reply.kind === 'cut') {
    write(response, delta(reply.content));
    // Sends the first part before cutting the connection.
    setImmediate(() => response.destroy());
    return;
  }
  write(response, delta(reply.content(asked)));
  write(response, delta(null, reply.finish ?? 'stop'));
  write(response, { choices: [], usage: STATED });
  response.end('data: [DONE]\n\n');
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;

/**
 * An OpenAI-compatible server with the replies of a test. Repeats the last one. Refuses a request that the provider would
 * refuse, and then also its own end.
 */
export async function startModelServer() {
  let replies: ModelReply[] = [];
  const asked: Asked[] = [];
  const problems: string[] = [];
  let closed = 0;
  prepareModelRequests();
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) closed += 1;
    });
    void readBody(request).then((body) => {
      const problem = requestProblem(request.url ?? '', body);
      if (problem) {
        problems.push(problem);
        response.writeHead(400).end();
        return;
      }
      const one = readAsked(body);
      asked.push(one);
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      if (reply) send(response, reply, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model server has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    /** Every request so far. */
    asked,
    /** Number of requests whose caller left before the end. */
    left: () => closed,
    reply(...next: ModelReply[]): void {
      replies = next;
      asked.length = 0;
      closed = 0;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (problems.length > 0) throw new Error(`a provider would refuse:\n${problems.join('\n')}`);
    },
  };
}
