import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { RequestDurations } from './request-durations.ts';

const lines = (text: string) => text.split('\n').filter(Boolean).sort();

it('prints what the histogram of the library prints', async () => {
  const registry = new Registry();
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const durations = new RequestDurations();
  const requests = [
    ['GET', 'clients.listClients', 200, 0.005],
    ['GET', 'clients.listClients', 200, 0.0051],
    ['GET', 'clients.listClients', 503, 0.3],
    ['POST', '/odd/"route"\\\n', 200, 12.5],
    ['GET', 'clients.listClients', 200, 10],
  ] as const;
  for (const [method, route, status, seconds] of requests) {
    histogram.observe({ method, route, status }, seconds);
    durations.add({ method, route, status }, seconds);
  }
  expect(lines(durations.text())).toEqual(lines(await registry.metrics()));
});
