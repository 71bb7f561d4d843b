import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { defineConfig } from 'astro/config';
import mantinePreset from 'postcss-preset-mantine';
import type { Plugin } from 'vite';
import { joinRuntime } from '../web/packing/join-runtime.ts';
import { packIslands } from './packing.ts';
import { LOADS, MODULES } from './src/parts/loads.ts';

/** Visitors call few of the procedures. */
const VISITORS_PROCEDURES = fileURLToPath(new URL('../web/src/lib/rpc-procedures.visitors.gen.json', import.meta.url));

/** The server of the product renders the pages: it imports the build and calls `render`. */
const renderedByServer: AstroIntegration = {
  name: 'rendered-by-server',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'rendered-by-server',
        entrypointResolution: 'auto',
        serverEntrypoint: fileURLToPath(new URL('src/render.ts', import.meta.url)),
        adapterFeatures: { buildOutput: 'server' },
        supportedAstroFeatures: { serverOutput: 'stable' },
      }),
  },
};

const paintedDirective: AstroIntegration = {
  name: 'painted-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({
        name: 'painted',
        entrypoint: fileURLToPath(new URL('src/parts/painted.ts', import.meta.url)),
      }),
  },
};

/** Lists what each script of the browser may load, from which a page learns what styles its islands need, and is made of. */
const listLoads: Plugin = {
  name: 'list-loads',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const loads = chunks.map(({ fileName, imports, dynamicImports }) => [fileName, [...imports, ...dynamicImports]]);
    const modules = chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds]);
    this.emitFile({ type: 'asset', fileName: LOADS, source: JSON.stringify(Object.fromEntries(loads)) });
    this.emitFile({ type: 'asset', fileName: MODULES, source: JSON.stringify(Object.fromEntries(modules)) });
  },
};

/** Lets scripts that load late not ask for styles that are part of the page instead of files. */
const leaveOutStyles: Plugin = {
  name: 'leave-out-styles',
  // After Astro has put the styles into the pages, and before the files that each import loads are listed.
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const styles = chunk.viteMetadata?.importedCss;
      for (const file of [...(styles ?? [])]) if (!(file in bundle)) styles?.delete(file);
    }
  },
};

const root = fileURLToPath(new URL('.', import.meta.url));
const css = { postcss: { plugins: [mantinePreset()] } };
const resolve = { alias: [{ find: /^.*\/rpc-procedures\.gen\.json$/, replacement: VISITORS_PROCEDURES }] };

export default defineConfig({
  output: 'server',
  integrations: [react(), paintedDirective],
  adapter: renderedByServer,
  // Beside those of the app, under the address that browsers keep for a year. Styles are part of the page, because a
  // visitor on a slow line would wait two more round trips for them.
  build: { assets: 'assets', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  session: false,
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  security: { checkOrigin: false },
  vite: {
    // In development the server runs beside it.
    server: {
      proxy: {
        '/rest': 'http://127.0.0.1:3000',
        '/functions': 'http://127.0.0.1:3000',
        '/auth/v1': 'http://127.0.0.1:3000',
      },
    },
    plugins: [joinRuntime(), listLoads, leaveOutStyles, packIslands({ root, css, resolve })],
    resolve,
    css,
    build: { assetsInlineLimit: 0 },
    ssr: { noExternal: true },
    // Leaves the development build of React out of the server's part.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  },
});
