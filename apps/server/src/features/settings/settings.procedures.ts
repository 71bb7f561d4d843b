import { requireRate } from '../../core/limits.ts';
import { platformSpentCents } from '../../core/models/models.ts';
import { operatorProcedure } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { getMail, listMails, previewMail, requireMail, saveMail } from './settings.mails.service.ts';
import { getSettings, saveSettings } from './settings.service.ts';

/** Of one operator. */
const TEST_MAILS: RateLimit = { windowSeconds: 3600, max: 30 };

const { settings } = operatorProcedure;

export const settingsProcedures = {
  getSettings: settings.getSettings.handler(async ({ context: { scope, db, now, services } }) => {
    const { env, model } = services;
    const deps = { env, now };
    return db.read(scope, async (tx) => {
      const [settings, spent] = await Promise.all([getSettings(tx, deps), platformSpentCents(tx, deps.now)]);
      return { ...settings, aiSpentCents: model ? spent : null };
    });
  }),

  saveSettings: settings.saveSettings.handler(async ({ context: { scope, db, now, services }, input, errors }) => {
    const { env } = services;
    const saved = await db.write(scope, (tx) => saveSettings(tx, { env, now }, input), errors);
    // The other processes hear of it.
    services.settings.forget();
    return saved;
  }),

  listMails: settings.listMails.handler(async ({ context: { scope, db, services } }) => {
    const { env } = services;
    return { mails: await db.read(scope, (tx) => listMails(tx, { env })) };
  }),

  getMail: settings.getMail.handler(({ context: { scope, db, services }, input }) => {
    const { env, renderMail } = services;
    return db.read(scope, (tx) => getMail(tx, { env, renderMail }, input.name));
  }),

  previewMail: settings.previewMail.handler(({ context: { services }, input, errors }) => {
    const { env, renderMail } = services;
    return previewMail({ answers: errors }, { env, renderMail }, input);
  }),

  saveMail: settings.saveMail.handler(async ({ context: { scope, db, now, services }, input, errors }) => {
    const { env } = services;
    const saved = await db.write(scope, (tx) => saveMail(tx, { env, now }, input), errors);
    services.settings.forget();
    return saved;
  }),

  sendTestMail: settings.sendTestMail.handler(async ({ context: { actor, services }, input }) => {
    const { limiter, mailer } = services;
    const { values } = requireMail(input.name);
    await requireRate(limiter, `test-mails:${actor.userId}`, TEST_MAILS);
    await mailer.send({ to: actor.email, template: { name: input.name }, props: values });
    return { to: actor.email };
  }),
};
