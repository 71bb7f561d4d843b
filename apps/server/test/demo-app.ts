import { cp, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { seedDemo } from '../seed/demo.ts';
import { createFileStore } from '../src/platform/files/store.ts';
import { createTestApp, type TestApp } from './app.ts';
import { fillTemplate } from './cluster.ts';

/** Its clock stands at `now`, the time of the demo. */
export type DemoApp = TestApp & { now: Date };

/** The whole server on a fresh copy of the demo, which is seeded once in a run. */
export async function createDemoApp(): Promise<DemoApp> {
  const clusterUrl = inject('clusterUrl');
  const folder = inject('folder');
  const now = new Date(inject('startedAt'));
  const filesOfDemo = path.join(folder, 'demo');
  const template = await fillTemplate(clusterUrl, inject('template'), 'demo', (ownerUrl) =>
    seedDemo({ ownerUrl, now, files: createFileStore({ dataDir: filesOfDemo }) }),
  );
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  await cp(filesOfDemo, dataDir, { recursive: true });
  const test = await createTestApp({ DATA_DIR: dataDir }, { clusterUrl, template, folder });
  test.setNow(now);
  return { ...test, now };
}
