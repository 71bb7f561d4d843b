import type { TestProject } from 'vitest/node';
import { createTemplate, dropTemplate, startTestCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    template: string;
  }
}

/** Starts one cluster for the run. Each test file uses a separate copy of the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(process.env.DATABASE_URL);
  const template = await createTemplate(cluster.url);
  project.provide('clusterUrl', cluster.url);
  project.provide('template', template);
  return async () => {
    await dropTemplate(cluster.url, template);
    await cluster.stop();
  };
}
