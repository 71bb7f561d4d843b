import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig, type Manifest, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { routerPlugin } from './router.config.ts';

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

/** Paths of the app's pages. The server answers all others with 404. */
const paths = new Set<string>();
const listPaths = (): Plugin => ({
  name: 'list-paths',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.vite/paths.json', source: JSON.stringify([...paths]) });
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
  const files = new Set<string>(['color-scheme.js', 'favicon.svg']);
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
    globPatterns: ['assets/*.{js,css,woff2}', 'color-scheme.js', 'favicon.svg'],
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

export default defineConfig({
  root,
  plugins: [
    procedures(),
    routerPlugin({ forTests: false, onPath: (path) => paths.add(path) }),
    react(),
    preloadFonts(),
    listPaths(),
    worker,
  ],
  css: { postcss: { plugins: [mantinePreset()] } },
  build: {
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
        // What every page needs travels as one file.
        codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/rest', '/auth/v1', '/links', '/functions', '/api', '/dev', '/billing/invoices', '/exports'].map((path) => [
        path,
        { target: server, ws: true },
      ]),
    ),
  },
});
