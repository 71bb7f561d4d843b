import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';

const commands = path.join(import.meta.dirname, 'src/commands');

/** Every command is a separate entry: dist/commands/<name>.js. */
const commandEntries = readdirSync(commands)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => [`commands/${path.basename(file, '.ts')}`, path.join(commands, file)]);

export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: path.join(import.meta.dirname, 'src/main.ts'),
        // For `npm start`, which holds the port while it builds.
        server: path.join(import.meta.dirname, 'src/server.ts'),
        'busy-times-worker': path.join(import.meta.dirname, 'src/core/icalendar/busy-times.worker.ts'),
        ...Object.fromEntries(commandEntries),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: {
    // Libraries of many small files load two to three times faster from one bundle; inlining all of them breaks those
    // that look for files beside themselves.
    noExternal: ['drizzle-orm', 'better-auth', /^@better-auth\//, 'better-call', /^@orpc\//, 'zod', /^@stridewell\//],
  },
});
