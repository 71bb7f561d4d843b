import { z } from 'zod';
import { procedure } from './errors.ts';
import { day, hasNoRepeats, instant, text, timeZone } from './fields.ts';
import {
  type AiLimits,
  BANNER_AUDIENCES,
  BANNER_TONES,
  type Banner,
  SWITCHES,
  type SwitchName,
} from './settings.rules.ts';
import { DEMO_MINUTES, type DemoAvailability } from './site.rules.ts';

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

/** What operators set, by section. */
export const SETTINGS_SECTIONS = { demos: demoAvailability, banner, switches, ai: aiLimits };
export type SettingsSectionName = keyof typeof SETTINGS_SECTIONS;

/** Counts the changes of a section. 0 while it has its defaults. */
const version = z.int().min(0);
const stored = <Schema extends z.ZodType>(value: Schema) => z.object({ value, version });

export const platformSettings = z.object({
  demos: stored(demoAvailability),
  banner: stored(banner),
  switches: stored(switches),
  ai: stored(aiLimits),
  /** What language models cost the platform this month, in cents; null where no model is configured. */
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

export const settings = {
  getSettings: procedure
    .route({ method: 'GET', path: '/operator/settings', tags: ['settings'], summary: 'Settings of the platform' })
    .output(platformSettings),
  saveSettings: procedure
    .route({
      method: 'PUT',
      path: '/operator/settings/{section}',
      tags: ['settings'],
      summary: 'Save one section of the settings; it counts at once in all processes',
    })
    .errors({
      SETTINGS_CHANGED: {
        status: 409,
        message: 'Another operator has changed these settings meanwhile, so nothing was saved.',
        data: z.object({ version }),
      },
    })
    .input(saveSettingsInput)
    .output(z.object({ version })),
};
