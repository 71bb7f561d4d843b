import http from 'node:http';
import type { Target } from './measure.ts';

/** Asks for one address again and again, one request at a time over one connection; runs in a process of its own. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

function ask({ url, cookie }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { cookie } }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}

process.on('message', async ({ target, times }: { target: Target; times: number }) => {
  const samples: number[] = [];
  try {
    for (let time = 0; time < times; time += 1) {
      const start = performance.now();
      await ask(target);
      samples.push(performance.now() - start);
    }
    process.send?.({ samples });
  } catch (error) {
    process.send?.({ failure: String(error) });
  }
});
