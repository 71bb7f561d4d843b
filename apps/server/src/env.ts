import path from 'node:path';
import { type DemoAvailability, parseDemoAvailability } from '@stridewell/contract/site.rules';
import { isTimeZone } from '@stridewell/contract/time';
import { z } from 'zod';
import type { ModelSettings } from './platform/ai/model.ts';
import { parseTrustedProxies } from './platform/http/client-address.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean),
);

/** Every variable the server reads. The README has the same table for people. */
const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Embedded database, files, generated secrets. */
  DATA_DIR: z.string().default('.data'),
  /** Any PostgreSQL >= 15. Unset: the embedded one in DATA_DIR. */
  DATABASE_URL: z.url().optional(),
  /** Runs migrations and creates the login roles; defaults to DATABASE_URL. */
  DATABASE_OWNER_URL: z.url().optional(),
  APP_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** Public address, for links, cookies and the allowed origin. Unset: http://localhost:PORT. */
  APP_URL: z.url().optional(),
  /** Demo accounts, seed and outbox page. */
  DEMO: flag.optional(),
  PRODUCT_NAME: z.string().min(1).default('Stridewell'),
  CONTACT_EMAIL: z.email().default('hello@example.com'),
  OPERATOR_EMAILS: list.default([]),
  /** Chooses which navigation bar is shown and nothing else. */
  OPERATOR_DOMAIN: z.string().toLowerCase().optional(),
  AUTO_APPROVE_BASE: flag.optional(),
  /** The proxies in front whose X-Forwarded-For is believed: how many, or their networks. */
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((text, context) => {
      try {
        return parseTrustedProxies(text);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        context.addIssue(error.message);
        return z.NEVER;
      }
    }),
  /** Signs cookies and derives the passwords of the database roles. Generated into DATA_DIR when embedded. */
  AUTH_SECRET: z.string().min(32, 'AUTH_SECRET needs at least 32 characters').optional(),
  /** With a key real money moves; without, the built-in sandbox takes test cards. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: z.url().optional(),
  /** A scheduling page to embed instead of the built-in one. */
  CALENDLY_URL: z.url().optional(),
  /** When demos can be booked with the built-in scheduler, in DEMO_TIME_ZONE. */
  DEMO_AVAILABILITY: z.string().default('Mon-Fri 09:00-17:00'),
  DEMO_TIME_ZONE: z.string().refine(isTimeZone, 'is not a time zone').default('America/Los_Angeles'),
  /** A recorded walkthrough that can be embedded, for `/coach/pitch-loom`. */
  WALKTHROUGH_URL: z.url({ protocol: /^https$/ }).optional(),
  /** A bucket for files, and where it is. Unset: files are kept in DATA_DIR. */
  FILES_S3_BUCKET: z.string().optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  /** Of a store that is not Amazon's. */
  FILES_S3_ENDPOINT: z.url().optional(),
  FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** The language model that improves drafts. Unset: training rules alone. */
  AI_PROVIDER: z.enum(['openai', 'anthropic', 'compatible']).optional(),
  AI_MODEL: z.string().max(100).optional(),
  AI_API_KEY: z.string().optional(),
  /** Of an OpenAI-compatible server, or of a proxy in front of the provider. */
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A model that takes longer is given up. */
  AI_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(300).default(60),
  /** Dollars that one coach can spend on the model in a month. */
  AI_MONTHLY_DOLLARS: z.coerce.number().min(0).max(100_000).default(5),
  SOCIAL_URL: z.url().default('https://www.instagram.com/stridewell'),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Variables = z.infer<typeof schema>;

export type Env = Omit<
  Variables,
  | 'DEMO'
  | 'AUTO_APPROVE_BASE'
  | 'APP_URL'
  | 'DATA_DIR'
  | 'DEMO_AVAILABILITY'
  | 'DEMO_TIME_ZONE'
  | 'AI_PROVIDER'
  | 'AI_MODEL'
  | 'AI_API_KEY'
  | 'AI_BASE_URL'
  | 'AI_TIMEOUT_SECONDS'
  | 'AI_MONTHLY_DOLLARS'
> & {
  /** Null: no model is configured. */
  ai: ModelSettings | null;
  /** Micro-dollars that one coach can spend on the model in a month. */
  aiMonthlyMicros: number;
  demoAvailability: DemoAvailability;
  dataDir: string;
  appUrl: string;
  /** APP_URL was not given, so any loopback name is the same origin. */
  appUrlIsDefault: boolean;
  demo: boolean;
  /** Demo mode was asked for somewhere that is not this machine alone. */
  demoInPublic: boolean;
  autoApproveBase: boolean;
};

function readAvailability(text: string, timeZone: string): DemoAvailability {
  try {
    return parseDemoAvailability(text, timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EnvError(`The environment is not usable:\n  DEMO_AVAILABILITY: ${error.message}`);
  }
}

/** @throws EnvError when a part of the settings is missing */
function readModel(variables: Variables): ModelSettings | null {
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_API_KEY: apiKey, AI_BASE_URL: baseUrl } = variables;
  if (!provider) {
    if (!model && !apiKey && !baseUrl) return null;
    throw new EnvError(
      'The environment is not usable:\n  AI_PROVIDER: required with AI_MODEL, AI_API_KEY or AI_BASE_URL',
    );
  }
  if (!model) throw new EnvError('The environment is not usable:\n  AI_MODEL: required with AI_PROVIDER');
  if (provider === 'compatible' && !baseUrl) {
    throw new EnvError('The environment is not usable:\n  AI_BASE_URL: required with AI_PROVIDER=compatible');
  }
  if (provider !== 'compatible' && !apiKey) {
    throw new EnvError(`The environment is not usable:\n  AI_API_KEY: required with AI_PROVIDER=${provider}`);
  }
  return { provider, model, apiKey, baseUrl, timeoutMs: variables.AI_TIMEOUT_SECONDS * 1000 };
}

export class EnvError extends Error {}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/**
 * Reads and checks the environment.
 * @throws EnvError naming each variable that is wrong.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  // An empty value is how shells and compose files say "unset".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new EnvError(`The environment is not usable:\n  ${lines.join('\n  ')}`);
  }
  const { DEMO, AUTO_APPROVE_BASE, APP_URL, DATA_DIR, DEMO_AVAILABILITY, DEMO_TIME_ZONE, ...others } = parsed.data;
  const { AI_PROVIDER, AI_MODEL, AI_API_KEY, AI_BASE_URL, AI_TIMEOUT_SECONDS, AI_MONTHLY_DOLLARS, ...variables } =
    others;
  if (variables.DATABASE_URL && !variables.AUTH_SECRET) {
    throw new EnvError('The environment is not usable:\n  AUTH_SECRET: required with DATABASE_URL');
  }
  const appUrl = APP_URL ?? `http://localhost:${variables.PORT}`;
  const onLoopback = LOOPBACK.has(variables.HOST) && LOOPBACK.has(new URL(appUrl).hostname);
  const demo = DEMO ?? (!variables.DATABASE_URL && onLoopback);
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = variables;
  if (STRIPE_SECRET_KEY && !(STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET)) {
    const needs = 'STRIPE_SECRET_KEY: needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET beside it';
    throw new EnvError(`The environment is not usable:\n  ${needs}`);
  }
  if (Boolean(variables.FILES_S3_ACCESS_KEY_ID) !== Boolean(variables.FILES_S3_SECRET_ACCESS_KEY)) {
    const needs = 'FILES_S3_ACCESS_KEY_ID: needs FILES_S3_SECRET_ACCESS_KEY beside it, and the other way round';
    throw new EnvError(`The environment is not usable:\n  ${needs}`);
  }
  return {
    ...variables,
    ai: readModel(parsed.data),
    aiMonthlyMicros: Math.round(AI_MONTHLY_DOLLARS * 1_000_000),
    demoAvailability: readAvailability(DEMO_AVAILABILITY, DEMO_TIME_ZONE),
    dataDir: path.resolve(DATA_DIR),
    appUrl: appUrl.replace(/\/$/, ''),
    appUrlIsDefault: APP_URL === undefined,
    demo,
    demoInPublic: demo && (Boolean(variables.DATABASE_URL) || !onLoopback),
    autoApproveBase: AUTO_APPROVE_BASE ?? demo,
  };
}
