import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { createTemplate, dropTemplate, startTestCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    template: string;
    /** For the data folders of the apps. */
    folder: string;
    /** When the run began, in milliseconds. The demo of all test files is of this time. */
    startedAt: number;
  }
}

/** One cluster for the whole run. Test files work on copies of the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(process.env.DATABASE_URL);
  const template = await createTemplate(cluster.url);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stridewell-test-data-'));
  project.provide('clusterUrl', cluster.url);
  project.provide('template', template);
  project.provide('folder', folder);
  project.provide('startedAt', Date.now());
  return async () => {
    await dropTemplate(cluster.url, template);
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
