import { z } from 'zod';
import { SWITCHES, type SwitchName } from '../errors.rules.ts';
import { procedure } from '../errors.ts';
import { day, hasNoRepeats, instant, line, text, timeZone, version } from '../fields.ts';
import { DEMO_MINUTES, type DemoAvailability } from '../site/site.rules.ts';
import { MAIL_PARTS, type MailTexts } from './settings.mails.rules.ts';
import { type AiLimits, BANNER_AUDIENCES, BANNER_TONES, type Banner } from './settings.rules.ts';

const minute = z.int('Please enter a time').min(0).max(1440);

const dayHours = z
  .object({ weekday: z.int().min(1).max(7), fromMinute: minute, toMinute: minute })
  .refine(({ fromMinute, toMinute }) => fromMinute + DEMO_MINUTES <= toMinute, {
    path: ['toMinute'],
    message: `Please leave time for a demo of ${DEMO_MINUTES} minutes`,
  });

export const demoAvailability = z.object({
  timeZone,
  hours: z
    .array(dayHours)
    .max(7)
    .refine((hours) => new Set(hours.map(({ weekday }) => weekday)).size === hours.length, 'Each weekday counts once'),
  daysOff: z.array(day).max(100, 'Please keep at most 100 days').refine(hasNoRepeats, 'Please name each day once'),
  noticeHours: z.int('Please enter a whole number').min(0).max(168, 'Please use at most 168 hours'),
  horizonDays: z
    .int('Please enter a whole number')
    .min(1, 'Please use at least 1 day')
    .max(90, 'Please use at most 90 days'),
}) satisfies z.ZodType<DemoAvailability>;

export const banner = z
  .object({
    text: text(280),
    tone: z.enum(BANNER_TONES),
    audience: z.enum(BANNER_AUDIENCES),
    from: instant.nullable(),
    until: instant.nullable(),
    dismissible: z.boolean(),
  })
  .refine(({ from, until }) => from === null || until === null || from < until, {
    path: ['until'],
    message: 'Please choose an end after the start',
  }) satisfies z.ZodType<Banner>;

export const switches = z.object({
  off: z.array(z.enum(SWITCHES)).refine(hasNoRepeats, 'Please name each feature once'),
}) satisfies z.ZodType<{ off: SwitchName[] }>;

const drafts = z
  .int('Please enter a whole number')
  .min(0, 'Please enter 0 or more')
  .max(10_000, 'Please use at most 10,000');

export const aiLimits = z.object({
  draftsPerDay: z.object({ base: drafts, plus: drafts, pro: drafts }),
  monthlyCents: z.int().min(0, 'Please enter 0 or more').max(100_000_000).nullable(),
}) satisfies z.ZodType<AiLimits>;

/** Empty: the standard words. A subject is one line. */
export const mailTexts = z.object({
  subject: z.union([z.literal(''), line(150)]),
  introduction: text(600),
}) satisfies z.ZodType<MailTexts>;

/** The operators' settings, by section. */
export const SETTINGS_SECTIONS = { demos: demoAvailability, banner, switches, ai: aiLimits };
export type SettingsSectionName = keyof typeof SETTINGS_SECTIONS;

/** A section that has its defaults has version 0. */
const stored = <Schema extends z.ZodType>(value: Schema) => z.object({ value, version });

export const platformSettings = z.object({
  demos: stored(demoAvailability),
  banner: stored(banner),
  switches: stored(switches),
  ai: stored(aiLimits),
  /** This month's cost of language models to the platform, in cents; null when no model is configured. */
  aiSpentCents: z.number().nullable(),
});
export type PlatformSettings = z.infer<typeof platformSettings>;

const section = <Name extends SettingsSectionName, Schema extends z.ZodType>(name: Name, value: Schema) =>
  z.object({ section: z.literal(name), value, /** The version that the operator changed. */ basedOn: version });

export const saveSettingsInput = z.discriminatedUnion('section', [
  section('demos', demoAvailability),
  section('banner', banner),
  section('switches', switches),
  section('ai', aiLimits),
]);
export type SaveSettingsInput = z.infer<typeof saveSettingsInput>;

/** Names of mails are those of the server's templates. */
const mailName = z.string().regex(/^[a-z][a-z_-]{0,59}$/, 'There is no such email');

export const mailSummary = z.object({
  name: z.string(),
  label: z.string(),
  about: z.string(),
  /** Operators have replaced the standard words. */
  changed: z.boolean(),
});
export type MailSummary = z.infer<typeof mailSummary>;

export const mailPreview = z.object({ subject: z.string(), html: z.string(), text: z.string() });
export type MailPreview = z.infer<typeof mailPreview>;

export const mailDetails = mailSummary.extend({
  /** The parts that operators can change. */
  parts: z.array(z.enum(MAIL_PARTS)),
  placeholders: z.array(z.object({ name: z.string(), sample: z.string() })),
  texts: mailTexts,
  version,
  preview: mailPreview,
});
export type MailDetails = z.infer<typeof mailDetails>;

const settingsChanged = {
  status: 409,
  message: 'Another operator has changed these settings meanwhile, so nothing was saved.',
  data: z.object({ version }),
};
const textErrors = {
  UNKNOWN_PLACEHOLDER: { status: 422, message: 'A text uses a placeholder that this email does not have.' },
  FIXED_TEXT: { status: 422, message: 'This part of the email cannot be changed.' },
};

const mails = {
  listMails: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'GET',
      path: '/operator/mail_templates',
      tags: ['settings'],
      summary: 'List all mails that the product sends',
    })
    .output(z.object({ mails: z.array(mailSummary) })),
  getMail: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'GET',
      path: '/operator/mail_templates/{name}',
      tags: ['settings'],
      summary: 'Get a mail with a preview',
    })
    .input(z.object({ name: mailName }))
    .output(mailDetails),
  previewMail: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'POST',
      path: '/operator/mail_templates/{name}/preview',
      tags: ['settings'],
      summary: 'Preview a mail with these texts and sample values',
    })
    .errors(textErrors)
    .input(z.object({ name: mailName, texts: mailTexts }))
    .output(mailPreview),
  saveMail: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'PUT',
      path: '/operator/mail_templates/{name}',
      tags: ['settings'],
      summary: 'Change the texts of a mail; empty texts restore the standard ones',
    })
    .errors({ ...textErrors, SETTINGS_CHANGED: settingsChanged })
    .input(z.object({ name: mailName, texts: mailTexts, basedOn: version }))
    .output(z.object({ version })),
  sendTestMail: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'POST',
      path: '/operator/mail_templates/{name}/test',
      tags: ['settings'],
      summary: 'Mail it to the caller with the saved texts and sample values',
    })
    .input(z.object({ name: mailName }))
    .output(z.object({ to: z.string() })),
};

export const settings = {
  ...mails,
  getSettings: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'GET',
      path: '/operator/settings',
      tags: ['settings'],
      summary: 'Get the settings of the platform',
    })
    .output(platformSettings),
  saveSettings: procedure({ allow: 'operator', right: 'settings' })
    .route({
      method: 'PUT',
      path: '/operator/settings/{section}',
      tags: ['settings'],
      summary: 'Save one section of the settings, which applies at once',
    })
    .errors({ SETTINGS_CHANGED: settingsChanged })
    .input(saveSettingsInput)
    .output(z.object({ version })),
};
