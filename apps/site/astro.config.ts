import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { defineConfig } from 'astro/config';
import mantinePreset from 'postcss-preset-mantine';
import type { Plugin } from 'vite';
import { LOADS } from './src/parts/loads.ts';

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

/** Lists what each script of the browser may load, from which a page learns what styles its islands need. */
const listLoads: Plugin = {
  name: 'list-loads',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const loads = Object.values(bundle).flatMap((chunk) =>
      chunk.type === 'chunk' ? [[chunk.fileName, [...chunk.imports, ...chunk.dynamicImports]]] : [],
    );
    this.emitFile({ type: 'asset', fileName: LOADS, source: JSON.stringify(Object.fromEntries(loads)) });
  },
};

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
    plugins: [listLoads],
    resolve: { alias: [{ find: /^.*\/rpc-procedures\.gen\.json$/, replacement: VISITORS_PROCEDURES }] },
    css: { postcss: { plugins: [mantinePreset()] } },
    build: { assetsInlineLimit: 0 },
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', minShareCount: 9 }] } } },
        },
      },
    },
    ssr: { noExternal: true },
  },
});
