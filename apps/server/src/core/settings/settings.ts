import type { SwitchName } from '@stridewell/contract/errors.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { Role } from '@stridewell/contract/people.rules';
import { aiLimits, banner, demoAvailability, mailTexts, switches } from '@stridewell/contract/settings/settings';
import { fillTexts, type MailTexts, NO_MAIL_TEXTS } from '@stridewell/contract/settings/settings.mails.rules';
import {
  type AiLimits,
  type Banner,
  DEFAULT_AI_LIMITS,
  isBannerFor,
  isBannerOver,
  NO_BANNER,
  SWITCH_TEXTS,
} from '@stridewell/contract/settings/settings.rules';
import type { DemoAvailability } from '@stridewell/contract/site/site.rules';
import type { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Live } from '../../platform/realtime/live.ts';
import { refuse } from '../refusals.ts';
import { type StoredSection, selectSections } from './settings.data.ts';
import { settingsScope } from './settings.scopes.ts';

/** Announces over the event bus that an operator has changed a setting. */
export const SETTINGS_CHANGED = 'settings';

/** The event bus invalidates the cache. After this time, settings are reloaded even without an event. */
const MAX_AGE_MS = 60_000;

/** Each mail is a separate section, so that two operators can edit different mails. */
export const MAIL_PREFIX = 'mail:';

export type Versioned<Value> = { value: Value; version: number };

/** The settings of the platform, defaults included. */
export type CurrentSettings = {
  demos: Versioned<DemoAvailability>;
  banner: Versioned<Banner>;
  switches: Versioned<{ off: SwitchName[] }>;
  ai: Versioned<AiLimits>;
  /** Operators' wording of mails, by the name of the mail. */
  mails: ReadonlyMap<string, Versioned<MailTexts>>;
};

/**
 * Parses the stored settings. A section that another version of the product wrote in a different format gets its
 * defaults.
 */
export function readSections(rows: readonly StoredSection[], demos: DemoAvailability): CurrentSettings {
  const bySection = new Map(rows.map((row) => [row.section, row]));
  const read = <Value>(section: string, schema: z.ZodType<Value>, fallback: Value): Versioned<Value> => {
    const row = bySection.get(section);
    const parsed = schema.safeParse(row?.value);
    return { value: parsed.success ? parsed.data : fallback, version: row?.version ?? 0 };
  };
  return {
    demos: read('demos', demoAvailability, demos),
    banner: read('banner', banner, NO_BANNER),
    switches: read('switches', switches, { off: [] }),
    ai: read('ai', aiLimits, DEFAULT_AI_LIMITS),
    mails: new Map(
      rows
        .filter(({ section }) => section.startsWith(MAIL_PREFIX))
        .map(({ section }) => [section.slice(MAIL_PREFIX.length), read(section, mailTexts, NO_MAIL_TEXTS)]),
    ),
  };
}

/** Caches the platform's settings in this process: one small query a minute, and one after each change. */
export class Settings {
  readonly #read: () => Promise<CurrentSettings>;
  readonly #log: Logger;
  #held: { at: number; settings: Promise<CurrentSettings> } | undefined;
  #last: CurrentSettings | undefined;

  constructor({
    db,
    log,
    demos,
    live,
  }: { db: Database; log: Logger; demos: DemoAvailability; live: Pick<Live, 'listen'> }) {
    this.#log = log;
    this.#read = async () => readSections(await db.readAtOnce(settingsScope, selectSections), demos);
    live.listen({
      tell: () => undefined,
      sessionEnded: () => undefined,
      resync: () => this.forget(),
      changed: (what) => {
        if (what === SETTINGS_CHANGED) this.forget();
      },
    });
  }

  /** Reloads the settings on the next use. */
  forget(): void {
    this.#held = undefined;
  }

  current(): Promise<CurrentSettings> {
    const now = performance.now();
    const held = this.#held;
    if (!held) {
      const settings = this.#load();
      this.#held = { at: now, settings };
      return settings;
    }
    if (now - held.at > MAX_AGE_MS) this.#renew(held.settings, now);
    return held.settings;
  }

  /** Reloads in the background, so that no request waits. */
  #renew(old: Promise<CurrentSettings>, now: number): void {
    this.#held = { at: now, settings: old };
    void this.#load().then((settings) => {
      if (this.#held?.settings === old) this.#held = { at: now, settings: Promise.resolve(settings) };
    });
  }

  /** Falls back to the last settings while the database is away. */
  async #load(): Promise<CurrentSettings> {
    try {
      this.#last = await this.#read();
    } catch (error) {
      if (!this.#last) {
        this.forget();
        throw error;
      }
      this.#log.warn({ err: error }, 'settings not read again');
    }
    return this.#last;
  }

  async isOff(feature: SwitchName): Promise<boolean> {
    const { switches } = await this.current();
    return switches.value.off.includes(feature);
  }

  /** The operators' wording of a mail, with its values filled in. */
  async mailWording(name: string, values: Readonly<Record<string, string>>): Promise<MailTexts> {
    const { mails } = await this.current();
    return fillTexts(mails.get(name)?.value ?? NO_MAIL_TEXTS, values);
  }

  /** Notices for every page: the banner for this role (null for visitors), and the features that are off. */
  async notices(role: Role | null, now: Date): Promise<CurrentSession['notices']> {
    const { banner, switches } = await this.current();
    const { text, tone, from, until, dismissible } = banner.value;
    const isShown = text !== '' && !isBannerOver(banner.value, now) && isBannerFor(banner.value, role);
    return {
      banner: isShown ? { version: banner.version, text, tone, from, until, dismissible } : null,
      off: switches.value.off,
    };
  }
}

/** @throws FEATURE_OFF while an operator has turned the feature off */
export async function requireSwitchedOn(settings: Settings, feature: SwitchName): Promise<void> {
  if (await settings.isOff(feature)) throw refuse('FEATURE_OFF', offDetails(feature));
}

const offDetails = (feature: SwitchName) => ({ message: SWITCH_TEXTS[feature].off, data: { feature } });
