import http from 'node:http';
import type { LoadRequest, Target } from './load.ts';

/** Requests one address repeatedly, one request at a time over one connection. Runs in a separate process. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

function request({ url, cookie }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = http.get(url, { agent, headers: { cookie } }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    sent.once('error', reject);
  });
}

process.on('message', async ({ target, times, withinMs }: LoadRequest) => {
  const samples: number[] = [];
  const deadline = performance.now() + withinMs;
  try {
    for (let time = 0; time < times && performance.now() < deadline; time += 1) {
      const start = performance.now();
      await request(target);
      samples.push(performance.now() - start);
    }
    process.send?.({ samples });
  } catch (error) {
    process.send?.({ failure: String(error) });
  }
});
