import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig, type Manifest, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

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

/** Fonts that every page shows at once; without a hint the browser learns of them only from the styles. */
const FIRST_FONTS = /(figtree|bricolage-grotesque)-latin-wght-normal-.*\.woff2$/;

/**
 * Modules that every page needs travel as one file: dozens of small ones would cost more in headers, and compress worse.
 * Anything here that some pages do not need would burden those that are public.
 */
const FRAME = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack/[a-z-]+)/',
    '@mantine/core/esm/core/',
    '@mantine/hooks/esm/(use-id|use-uncontrolled|use-force-update|use-merged-ref|utils)/',
    '@mantine/core/esm/components/(Box|Burger|Button|Card|Center|Group|Loader|Paper|Stack|Text|Title|Transition|UnstyledButton)/',
    'web/src/(app|lib)/',
    'web/src/device/(keys|session|storage|stored-profile|tab-channel)\\.',
    'web/src/shared/(add-client|hidden-pages|not-found-page|page-error|planned-pages|withheld-page)\\.',
    'web/src/ui/(loading-spinner|logo|navigation-progress|page-message)\\.',
  ].join('|'),
);
/** Fields of the public forms, small each. */
const FORMS =
  /@mantine\/core\/esm\/components\/(Alert|CloseButton|Combobox\/ComboboxChevron|Input|InputBase|NativeSelect|Radio|InlineInput|TextInput|Textarea)\//;
const LATE =
  /tsr-split|app\/(coach-dashboard|client-overview|onboarding-fields)|shells\/(?!shell|bar)|lib\/(app-update|read-csv|rpc|auth-client|realtime|server-clock|use-file-drop|use-phone|format|changes|slots|toast-action|use-problem-focus|take-focus|time-axis|value-axis)|session-api/;
const isOfFrame = (id: string): boolean => FRAME.test(id) && !LATE.test(id);

/** Parts of the public pages, small each. */
const PARTS = /web\/src\/(ui\/(display-header|stat-tile)|features\/site\/(point|risk-badge))\./;

/** Icons of the landing page travel together: on their own each is more wrapping than drawing. */
const landingIcons = new Set(
  [
    ...readdirSync(path.join(root, 'src/features/site'))
      .filter((file) => file.startsWith('landing-') && file.endsWith('.tsx'))
      .map((file) => `features/site/${file}`),
    'features/site/risk-badge.tsx',
  ].flatMap((file) => readFileSync(path.join(root, 'src', file), 'utf8').match(/\bIcon[A-Z]\w+/g) ?? []),
);
const isLandingIcon = (id: string): boolean => landingIcons.has(/icons-react\/.*\/(Icon\w+)\./.exec(id)?.[1] ?? '');

const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_FONTS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head-prepend' as const,
        })),
  },
});

/** Stops a build in which every visitor would load what only forms of signed-in people need. */
const guardFrame = (): Plugin => ({
  name: 'guard-frame',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.name !== 'frame') continue;
      const late = chunk.moduleIds.find((id) => /node_modules\/(zod|@mantine\/form|@floating-ui)\//.test(id));
      if (!late) continue;
      const problem = `${late} has come into the frame of all pages; see LATE in vite.config.ts`;
      // Messages of other plugins about the missing build hide the error itself.
      this.warn(problem);
      this.error(problem);
    }
  },
});

/** Modules that open offline besides the frame: the tools of signed-in people, and the client portal. */
const OFFLINE =
  /^src\/(app\/shells\/(signed-in-tools|connection-notice|client-tabs)\.tsx|ui\/toaster\.tsx|routes\/client\.)/;
/** Writing of most people here; others come with the pages that need them. */
const OFFLINE_FONTS = /-latin-wght-normal-.*\.woff2$/;

/** The files of the build that the worker fetches before they are asked for. */
function offlineFiles(): Set<string> {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(root, 'dist/.vite/manifest.json'), 'utf8'));
  const files = new Set<string>(['first.js', 'favicon.svg']);
  const visit = (key: string, withLater: boolean) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const file of chunk.assets ?? []) if (OFFLINE_FONTS.test(file)) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported, withLater);
    if (withLater) for (const imported of chunk.dynamicImports ?? []) visit(imported, withLater);
  };
  // The frame first, without what follows it later: that is every page.
  visit('index.html', false);
  for (const key of Object.keys(manifest)) if (OFFLINE.test(key)) visit(key, true);
  return files;
}

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
    globPatterns: ['assets/*.{js,css,woff2}', 'first.js', 'favicon.svg'],
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    manifestTransforms: [
      async (entries) => {
        const files = offlineFiles();
        const shell = createHash('sha256')
          .update(readFileSync(path.join(root, 'dist/index.html')))
          .digest('hex');
        const manifest = entries.filter(({ url }) => files.has(url));
        return { manifest: [...manifest, { url: '/app-shell', revision: shell.slice(0, 16), size: 0 }] };
      },
    ],
    dontCacheBustURLsMatching: /^assets\//,
    navigateFallback: null,
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

export default defineConfig(({ isSsrBuild }) => ({
  root,
  plugins: [
    procedures(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // With its loader, a page brings the client of the procedures along; public pages have neither.
      codeSplittingOptions: {
        defaultBehavior: [['component', 'loader'], ['pendingComponent'], ['errorComponent'], ['notFoundComponent']],
      },
      routesDirectory: path.join(root, 'src/routes'),
      generatedRouteTree: path.join(root, 'src/routeTree.gen.ts'),
    }),
    react(),
    preloadFonts(),
    guardFrame(),
    ...(isSsrBuild ? [] : [worker]),
  ],
  css: { postcss: { plugins: [mantinePreset()] } },
  build: isSsrBuild
    ? {
        outDir: path.join(root, 'dist-server'),
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node24',
      }
    : {
        outDir: path.join(root, 'dist'),
        emptyOutDir: true,
        sourcemap: true,
        manifest: true,
        rolldownOptions: {
          output: {
            // The frame lists the files of every page. Names in that list weigh more than they tell: maps have them, too.
            chunkFileNames: 'assets/[hash:7].js',
            assetFileNames: ({ names }) =>
              names[0]?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]',
            codeSplitting: {
              groups: [
                { name: 'frame', test: isOfFrame },
                { name: 'forms', test: FORMS },
                { name: 'icons', test: isLandingIcon },
                { name: 'parts', test: PARTS },
              ],
            },
          },
        },
      },
  // One file that loads fast, and the production build of React.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  server: {
    proxy: Object.fromEntries(
      ['/rest', '/auth/v1', '/links', '/functions', '/api', '/dev', '/billing/invoices', '/exports'].map((path) => [
        path,
        { target: server, ws: true },
      ]),
    ),
  },
}));
