import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = path.dirname(fileURLToPath(import.meta.url));
const server = 'http://127.0.0.1:3000';

export default defineConfig({
  root,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: path.join(root, 'src/routes'),
      generatedRouteTree: path.join(root, 'src/routeTree.gen.ts'),
    }),
    react(),
  ],
  build: { outDir: path.join(root, 'dist'), emptyOutDir: true, sourcemap: true },
  server: {
    proxy: Object.fromEntries(['/rest', '/auth/v1', '/links', '/functions', '/api', '/dev'].map((path) => [path, server])),
  },
});
