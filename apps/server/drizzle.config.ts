import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/features/**/*.table.ts', './src/core/**/*.table.ts', './src/platform/**/*.table.ts'],
  out: './migrations',
  entities: { roles: { exclude: ['stridewell_app', 'stridewell_auth'] } },
});
