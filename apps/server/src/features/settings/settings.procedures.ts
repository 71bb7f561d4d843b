import { platformSpentCents } from '../../core/models/models.ts';
import { os } from '../../core/procedures.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import { getSettings, saveSettings } from './settings.service.ts';

export const settingsProcedures = {
  getSettings: os.settings.getSettings.handler(async ({ context }) => {
    const { scope } = requireOperator(await context.actor(), 'settings');
    const { db, env, model, now } = context.services;
    const deps = { env, now: now() };
    return db.read(scope, async (tx) => {
      const [settings, spent] = await Promise.all([getSettings(tx, deps), platformSpentCents(tx, deps.now)]);
      return { ...settings, aiSpentCents: model ? spent : null };
    });
  }),

  saveSettings: os.settings.saveSettings.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.actor(), 'settings');
    const { db, env, now, settings } = context.services;
    const saved = await db.write(scope, (tx) => saveSettings(tx, { env, now: now() }, input), errors);
    // The other processes hear of it.
    settings.forget();
    return saved;
  }),
};
