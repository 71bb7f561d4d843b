import { eq } from 'drizzle-orm';
import { modelCalls } from '../src/core/models/models.table.ts';
import { createTestApp, type TestApp } from './app.ts';
import { type ModelServer, startModelServer } from './model-server.ts';

/** A model with known prices. */
export const MODEL = 'gpt-5-mini';

export type ModelApp = {
  test: TestApp;
  model: ModelServer;
  callsOf: (coach: { id: string }) => Promise<(typeof modelCalls.$inferSelect)[]>;
  close: () => Promise<void>;
};

/** An app whose language model is a local server with the replies of a test. */
export async function startModelApp(settings: { [name: string]: string } = {}): Promise<ModelApp> {
  const model = await startModelServer();
  const test = await createTestApp({
    AI_PROVIDER: 'compatible',
    AI_MODEL: MODEL,
    AI_BASE_URL: model.baseUrl,
    AI_TIMEOUT_SECONDS: '1',
    AI_MONTHLY_DOLLARS: '1',
    ...settings,
  });
  return {
    test,
    model,
    callsOf: ({ id }) => test.owner.select().from(modelCalls).where(eq(modelCalls.coachId, id)),
    async close() {
      await test.close();
      await model.close();
    },
  };
}
