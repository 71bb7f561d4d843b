import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';

const root = path.dirname(fileURLToPath(import.meta.url));

/** Splits the app by pages, also for tests, because one that opens the app would otherwise load all pages. */
export const routerPlugin = ({ forTests, onPath }: { forTests: boolean; onPath?: (path: string) => void }) =>
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    // With its loader, a page brings the client of the procedures along; public pages have neither.
    codeSplittingOptions: {
      // It would keep routes when a test loads them again.
      addHmr: !forTests,
      defaultBehavior: [['component', 'loader'], ['pendingComponent'], ['errorComponent'], ['notFoundComponent']],
    },
    enableRouteGeneration: !forTests,
    routesDirectory: path.join(root, 'src/routes'),
    generatedRouteTree: path.join(root, 'src/routeTree.gen.ts'),
    plugins: [
      {
        name: 'report-paths',
        onRouteTreeChanged({ acc }) {
          for (const { routePath } of acc.routeNodes) if (routePath) onPath?.(routePath.replace(/(?<=.)\/$/, ''));
        },
      },
    ],
  });
