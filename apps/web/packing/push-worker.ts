import path from 'node:path';
import { build, type Plugin } from 'vite';

/** The file that the service worker of the offline program loads. */
export const PUSH_WORKER = 'push-worker.js';

/**
 * Builds the part of the service worker that handles pushes as one script, because a worker that loads scripts by name
 * cannot load modules.
 */
export const pushWorker = (root: string): Plugin => ({
  name: 'push-worker',
  apply: 'build',
  async generateBundle() {
    const built = await build({
      configFile: false,
      root,
      logLevel: 'warn',
      build: {
        write: false,
        rolldownOptions: {
          input: path.join(root, 'src/device/push-worker.ts'),
          output: { format: 'iife', entryFileNames: PUSH_WORKER },
        },
      },
    });
    const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
    if (chunk?.type !== 'chunk') throw new Error('the worker of pushes was not built');
    this.emitFile({ type: 'asset', fileName: PUSH_WORKER, source: chunk.code });
  },
});
