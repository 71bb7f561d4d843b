import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReceivedHook = { path: string; headers: IncomingHttpHeaders; body: string };
/** Status and headers of an answer, or a promise after which nothing is answered. */
type HookAnswer = { status: number; headers?: Record<string, string>; body?: string } | Promise<void>;

/** A receiver of webhooks on this machine. `answer` decides what each request gets. */
export async function startHookServer() {
  const received: ReceivedHook[] = [];
  const state: { answer: (hook: ReceivedHook) => HookAnswer } = { answer: () => ({ status: 200 }) };
  const server = createServer(async (request, response) => {
    const hook = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    received.push(hook);
    const answer = state.answer(hook);
    if (answer instanceof Promise) {
      await answer;
      response.destroy();
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body ?? 'ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    reply(answer: typeof state.answer) {
      state.answer = answer;
    },
    reset() {
      received.length = 0;
      state.answer = () => ({ status: 200 });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type HookServer = Awaited<ReturnType<typeof startHookServer>>;
