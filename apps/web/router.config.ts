import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';

const root = path.dirname(fileURLToPath(import.meta.url));

type Options = {
  forTests: boolean;
  /** Called with each file of `src/routes` that is a page, and its address. */
  onPage?: (file: string, address: string) => void;
};

/** The address of a route: an underscore behind a part only takes the page out of the layout of that part. */
const addressOf = (route: string): string => route.replace(/_(?=\/|$)/g, '').replace(/(?<=.)\/$/, '');

/** Splits the app by pages, also for tests, because one that opens the app would otherwise load all pages. */
export const routerPlugin = ({ forTests, onPage }: Options) =>
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    // With its loader, a page brings the client of the procedures along; public pages have neither.
    codeSplittingOptions: {
      // It would keep routes when a test loads them again.
      addHmr: !forTests,
      defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']],
    },
    enableRouteGeneration: !forTests,
    routesDirectory: path.join(root, 'src/routes'),
    generatedRouteTree: path.join(root, 'src/routeTree.gen.ts'),
    plugins: [
      {
        name: 'report-pages',
        onRouteTreeChanged({ acc }) {
          for (const { filePath, routePath } of acc.routeNodes) if (routePath) onPage?.(filePath, addressOf(routePath));
        },
      },
    ],
  });
