import { requireRate } from '../../core/limits.ts';
import { platformSpentCents } from '../../core/models/models.ts';
import { os } from '../../core/procedures.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { getMail, listMails, previewMail, requireMail, saveMail } from './settings.mails.service.ts';
import { getSettings, saveSettings } from './settings.service.ts';

/** Of one operator. */
const TEST_MAILS: RateLimit = { windowSeconds: 3600, max: 30 };

export const settingsProcedures = {
  getSettings: os.settings.getSettings.handler(async ({ context }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, env, model, now } = context.services;
    const deps = { env, now: now() };
    return db.read(scope, async (tx) => {
      const [settings, spent] = await Promise.all([getSettings(tx, deps), platformSpentCents(tx, deps.now)]);
      return { ...settings, aiSpentCents: model ? spent : null };
    });
  }),

  saveSettings: os.settings.saveSettings.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, env, now, settings } = context.services;
    const saved = await db.write(scope, (tx) => saveSettings(tx, { env, now: now() }, input), errors);
    // The other processes hear of it.
    settings.forget();
    return saved;
  }),

  listMails: os.settings.listMails.handler(async ({ context }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, env } = context.services;
    return { mails: await db.read(scope, (tx) => listMails(tx, { env })) };
  }),

  getMail: os.settings.getMail.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, env, renderMail } = context.services;
    return db.read(scope, (tx) => getMail(tx, { env, renderMail }, input.name));
  }),

  previewMail: os.settings.previewMail.handler(async ({ context, input, errors }) => {
    requireOperator(await context.findActor(), 'settings');
    const { env, renderMail } = context.services;
    return previewMail({ answers: errors }, { env, renderMail }, input);
  }),

  saveMail: os.settings.saveMail.handler(async ({ context, input, errors }) => {
    const { scope } = requireOperator(await context.findActor(), 'settings');
    const { db, env, now, settings } = context.services;
    const saved = await db.write(scope, (tx) => saveMail(tx, { env, now: now() }, input), errors);
    settings.forget();
    return saved;
  }),

  sendTestMail: os.settings.sendTestMail.handler(async ({ context, input }) => {
    const { actor } = requireOperator(await context.findActor(), 'settings');
    const { limiter, mailer } = context.services;
    const { values } = requireMail(input.name);
    await requireRate(limiter, `test-mails:${actor.userId}`, TEST_MAILS);
    await mailer.send({ to: actor.email, template: { name: input.name }, props: values });
    return { to: actor.email };
  }),
};
