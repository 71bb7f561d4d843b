import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';

const root = path.dirname(fileURLToPath(import.meta.url));
const server = 'http://127.0.0.1:3000';

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

export default defineConfig(({ isSsrBuild }) => ({
  root,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // With its loader, a page brings the client of the procedures along; public pages have neither.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']] },
      routesDirectory: path.join(root, 'src/routes'),
      generatedRouteTree: path.join(root, 'src/routeTree.gen.ts'),
    }),
    react(),
    preloadFonts(),
  ],
  css: { postcss: { plugins: [mantinePreset()] } },
  build: isSsrBuild
    ? {
        outDir: path.join(root, 'dist-server'),
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node24',
      }
    : { outDir: path.join(root, 'dist'), emptyOutDir: true, sourcemap: true, manifest: true },
  // One file that loads fast, and the production build of React.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  server: {
    proxy: Object.fromEntries(
      ['/rest', '/auth/v1', '/links', '/functions', '/api', '/dev', '/billing/invoices'].map((path) => [path, server]),
    ),
  },
}));
