import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { aCoach } from './people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('no error of any route can be cached', async () => {
  const coach = await aCoach(test);
  const cached: string[] = [];
  let errors = 0;
  const urls = test.routes.flatMap(({ method, url }) => ([method].flat().includes('GET') ? url : []));
  for (const url of ['/rest/v1/nothing', '/nothing', ...urls]) {
    for (const cookie of ['', coach.caller.cookie ?? '']) {
      const answer = await test.app.inject({
        url: url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'nothing'),
        headers: cookie ? { cookie } : {},
      });
      if (answer.statusCode < 400) continue;
      errors += 1;
      const { etag, 'cache-control': rule } = answer.headers;
      if (rule !== 'no-store' || etag !== undefined) cached.push(`${answer.statusCode} ${url}: ${rule}`);
    }
  }
  expect(errors).toBeGreaterThan(30);
  expect(cached).toEqual([]);
});
