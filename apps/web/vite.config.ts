import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { budgetOf, furtherBudgetOf } from '../../scripts/pages-budgets.mjs';
import { componentStyles } from './packing/component-styles.ts';
import { firstPaint } from './packing/first-paint.ts';
import { joinRuntime } from './packing/join-runtime.ts';
import { lighterLibrary } from './packing/lighter-library.ts';
import { packing } from './packing/plugin.ts';
import { PUSH_WORKER, pushWorker } from './packing/push-worker.ts';
import { stylesInScripts } from './packing/styles-in-scripts.ts';
import { routerPlugin } from './router.config.ts';
import { OUTLINES } from './src/app/outlines.ts';

const root = path.dirname(fileURLToPath(import.meta.url));
const server = 'http://127.0.0.1:3000';

const contract = path.join(root, '../../packages/contract/src');
const addresses = [path.join(root, '../../scripts/generate-procedures.mjs')];

/** Writes the addresses of the procedures before anything imports them, and again when the contract changes. */
const procedures = (): Plugin => ({
  name: 'procedures',
  config() {
    execFileSync(process.execPath, addresses);
  },
  configureServer({ watcher }) {
    watcher.add(contract);
    watcher.on('change', (file) => {
      if (file.startsWith(contract)) spawn(process.execPath, addresses, { stdio: 'inherit' });
    });
  },
});

/** Addresses of the app's pages by the file of their route. The server answers all others with 404. */
const pageAddresses = new Map<string, string>();

/** Making a schema has no effect, so that a page leaves out those that it does not use. */
const pureSchemas = (): Plugin => ({
  name: 'pure-schemas',
  config: () => ({ build: { rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } } } }),
});

/** Turns the sources of the app into modules. */
const sources = () => [
  routerPlugin({
    forTests: false,
    onPage: (file, address) => pageAddresses.set(`src/routes/${file}`, address),
  }),
  react(),
  componentStyles(),
  lighterLibrary(),
  pureSchemas(),
];
const css = { postcss: { plugins: [mantinePreset()] } };

const SIGNED_IN = ['src/app/shells/signed-in-tools.tsx', 'src/app/shells/connection-notice.tsx'];
const STAFF = [...SIGNED_IN, 'src/lib/rpc-procedures.staff.gen.json'];
const COACH = [
  ...STAFF,
  'src/app/shells/coach-links.tsx',
  'src/app/shells/coach-tabs.tsx',
  'src/app/shells/palette-button.tsx',
];
const OPERATOR = [...STAFF, 'src/app/shells/operator-links.tsx'];

const packed = packing({
  root,
  main: 'src/main.tsx',
  sources,
  css,
  frames: {
    client: [...SIGNED_IN, 'src/app/shells/client-tabs.tsx'],
    'client-onboarding': SIGNED_IN,
    coach: COACH,
    'coach-profile': COACH,
    'engagement-dashboard': COACH,
    billing: COACH,
    notifications: COACH,
    settings: COACH,
    operator: OPERATOR,
    'operator-dashboard': OPERATOR,
  },
  shownAtOnce: {
    'src/routes/coach.$coachId.clients.tsx?tsr-split=component---loader': [
      'src/features/retention/client-risk-badge.tsx',
    ],
    'src/features/calendar/calendar-page.tsx': ['src/features/calendar/calendar-board.tsx'],
    'src/features/clients/client-header.tsx': ['src/app/client-overview.tsx'],
    'src/features/identity/settings-sections.tsx': ['src/features/identity/account-section.tsx'],
    'src/features/settings/settings.queries.ts': ['src/features/settings/demos-section.tsx'],
    'src/features/messages/message-thread.tsx': ['src/app/sending/messages.ts'],
    'src/features/checkins/own-check-in.tsx': ['src/app/sending/check-ins.ts'],
    'src/features/checkins/pending-check-in.tsx': ['src/app/sending/check-ins.ts'],
    'src/features/workouts/workouts.store.ts': ['src/app/sending/workouts.ts'],
    'src/features/foodlogs/foodlogs.store.ts': ['src/app/sending/food.ts'],
    'src/features/habits/habits.outbox.ts': ['src/app/sending/habits.ts'],
    'src/features/dashboard/today-card.tsx': ['src/app/next-meal.tsx'],
    'src/features/foodlogs/own-food-log.tsx': [
      'src/features/targets/own-letters-card.tsx',
      'src/features/targets/own-target-card.tsx',
      'src/features/ways/own-mode-card.tsx',
      'src/app/own-week.tsx',
    ],
    'src/features/meals/own-meal-plan.tsx': ['src/features/planner/model-consent-card.tsx'],
    'src/features/checkins/review-screen.tsx': ['src/app/food-week.tsx'],
    'src/features/meals/meal-plan-builder.tsx': ['src/features/planner/meal-provenance.tsx'],
  },
  addresses: pageAddresses,
  offline: { section: 'client', files: ['src/ui/toaster.tsx'] },
  limitsOf: (address) => ({ bytes: budgetOf(address).bytes, further: furtherBudgetOf(address) }),
});

/** Tells the server the addresses of the pages, the files that each loads, and what it paints before they are there. */
const listPaths = (): Plugin => ({
  name: 'list-paths',
  enforce: 'post',
  generateBundle() {
    const files = packed.pageFiles();
    const paths = Object.fromEntries(
      [...pageAddresses.values()].map((address) => [
        address,
        { files: files[address] ?? [], outline: OUTLINES[address] },
      ]),
    );
    this.emitFile({ type: 'asset', fileName: '.vite/paths.json', source: JSON.stringify(paths) });
  },
});

/** Writing of most people here; others come with the pages that need them. */
const OFFLINE_FONTS = /-latin-wght-normal-.*\.woff2$/;

/** Whether the worker fetches a file of the build before it is asked for. */
const isFetchedEarly = (file: string): boolean =>
  file === 'favicon.svg' || (packed.offlineFiles().has(file) && (!file.endsWith('.woff2') || OFFLINE_FONTS.test(file)));

/**
 * The worker that lets the app open without a network. It keeps the program and never an answer
 * of the API, because it is personal. Pages come from the network whenever there is one.
 */
const worker = VitePWA({
  filename: 'sw.js',
  // Both are the business of the app: it registers late, and the server writes the names of the installation.
  injectRegister: false,
  manifest: false,
  workbox: {
    globPatterns: ['assets/*.{js,css,woff2}', 'favicon.svg'],
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    manifestTransforms: [
      async (entries) => {
        const shell = createHash('sha256')
          .update(readFileSync(path.join(root, 'dist/index.html')))
          .digest('hex');
        const manifest = entries.filter(({ url }) => isFetchedEarly(url));
        return { manifest: [...manifest, { url: '/app-shell', revision: shell.slice(0, 16), size: 0 }] };
      },
    ],
    dontCacheBustURLsMatching: /^assets\//,
    navigateFallback: null,
    importScripts: [PUSH_WORKER],
    inlineWorkboxRuntime: true,
    sourcemap: false,
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    runtimeCaching: [
      {
        // Frames are left alone, and so is what the server answers with data, redirects or files.
        urlPattern: ({ request, sameOrigin, url }) =>
          sameOrigin &&
          request.mode === 'navigate' &&
          request.destination === 'document' &&
          !/^\/(rest|auth\/v1|functions|api|links|dev|webhooks|billing\/invoices|exports)(\/|$)/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: '/app-shell' } },
      },
      {
        urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
        handler: 'CacheFirst',
        options: { cacheName: 'assets', expiration: { maxEntries: 300, maxAgeSeconds: 60 * 60 * 24 * 60 } },
      },
    ],
  },
});

export default defineConfig({
  root,
  plugins: [
    procedures(),
    sources(),
    joinRuntime(),
    stylesInScripts(),
    packed,
    listPaths(),
    firstPaint(root),
    pushWorker(root),
    worker,
  ],
  css,
  build: {
    outDir: path.join(root, 'dist'),
    emptyOutDir: true,
    sourcemap: true,
    // Every browser that this is built for knows preloaded modules.
    modulePreload: { polyfill: false },
    // Scripts import each other by names that stay, so that a change renames the changed script alone.
    chunkImportMap: true,
    rolldownOptions: {
      output: {
        // The frame lists the files of every page. Names in that list weigh more than they tell: maps have them, too.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/rest',
        '/auth/v1',
        '/links',
        '/functions',
        '/api',
        '/dev',
        '/billing/invoices',
        '/calendar-feeds',
        '/calendar-sign-ins',
        '/exports',
      ].map((path) => [path, { target: server, ws: true }]),
    ),
  },
});
