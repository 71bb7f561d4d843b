import path from 'node:path';
import { type DemoAvailability, parseDemoAvailability } from '@stridewell/contract/site/site.rules';
import { isTimeZone } from '@stridewell/contract/time';
import { z } from 'zod';
import { dnsName, hostName } from './core/host-name.ts';
import { calendarSettings, findCalendarProblems } from './env-calendars.ts';
import { findContradictions, type Given } from './env-contradictions.ts';
import type { ModelSettings } from './platform/ai/model.ts';
import { isDnsServer } from './platform/dns/resolver.ts';
import { parseTrustedProxies } from './platform/http/client-address.ts';
import { PlainError } from './platform/plain-error.ts';
import type { SmsSettings } from './platform/sms/sms.ts';

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
  /** Only decides which navigation bar is shown. */
  OPERATOR_DOMAIN: z.string().toLowerCase().optional(),
  AUTO_APPROVE_BASE: flag.optional(),
  /** The proxies whose X-Forwarded-For is trusted: how many, or their networks. */
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
  /** Secrets from before AUTH_SECRET was changed, which sealed older entries of the audit log. */
  AUDIT_FORMER_SECRETS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((secret) => secret.trim() || [])),
  /** Seals secrets of integrations and waiting mails. Unset: AUTH_SECRET. */
  ENCRYPTION_KEY: z.string().min(32, 'ENCRYPTION_KEY needs at least 32 characters').optional(),
  /** Former keys, which open what they sealed: also AUTH_SECRET, once ENCRYPTION_KEY is set. */
  ENCRYPTION_FORMER_KEYS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((key) => key.trim() || [])),
  /** Webhooks and calendars may have addresses in private networks, for tests and intranets. */
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  /** Keys of push notifications. Unset: generated into DATA_DIR when embedded, else push is not offered. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'is not a public key of VAPID')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'is not a private key of VAPID')
    .optional(),
  /** Where push services reach the operator: a mailto: or https: address. Unset: CONTACT_EMAIL. */
  VAPID_SUBJECT: z.url({ protocol: /^(https|mailto)$/ }).optional(),
  /** With a key, real money moves. Without one, the built-in sandbox takes test cards. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: z.url().optional(),
  /** Plans are sold for test cards outside demo mode. */
  ALLOW_SANDBOX_PAYMENTS: flag.default(false),
  /** Sign-in with Google accounts. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Address of another service with Google's OpenID configuration. */
  GOOGLE_URL: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  ...calendarSettings,
  /** Sign-in with a provider of OpenID Connect: its address, our client there, and its name on buttons. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().min(1).max(40).default('your organization'),
  /** Address to which text messages are posted, and what authorizes us there. */
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_TOKEN: z.string().optional(),
  /** The sender of text messages: a number or a name. */
  SMS_FROM: z.string().max(40).optional(),
  /** The form in which messages are posted: our JSON, or the one of Twilio. */
  SMS_FORMAT: z.enum(['json', 'twilio']).default('json'),
  /** Our app at HubSpot, with which coaches connect their accounts. */
  HUBSPOT_CLIENT_ID: z.string().optional(),
  HUBSPOT_CLIENT_SECRET: z.string().optional(),
  /** Address of another server with HubSpot's API. */
  HUBSPOT_URL: z.url({ protocol: /^https?$/ }).default('https://api.hubapi.com'),
  /** Where domains of coaches lead, with CNAME records. Unset: coaches cannot use their domains. */
  DOMAIN_TARGET: hostName.optional(),
  /** Fixed addresses of that host, for domains whose name can have no CNAME record. */
  DOMAIN_ADDRESSES: list.pipe(z.array(z.union([z.ipv4(), z.ipv6()]))).default([]),
  /** DNS servers that are asked about domains. Unset: those of the machine. */
  DNS_SERVERS: list
    .refine((servers) => servers.every(isDnsServer), 'needs addresses, like 192.0.2.53 or 127.0.0.1:5353')
    .default([]),
  /** Port on 127.0.0.1 at which a proxy asks whether it may get a certificate for a domain. Unset: closed. */
  TLS_ASK_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
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
  /** Address of an S3-compatible store other than Amazon's. */
  FILES_S3_ENDPOINT: z.url().optional(),
  FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** The language model that improves drafts. Unset: training rules alone. */
  AI_PROVIDER: z.enum(['openai', 'anthropic', 'compatible']).optional(),
  AI_MODEL: z.string().max(100).optional(),
  AI_API_KEY: z.string().optional(),
  /** Address of an OpenAI-compatible server, or of a proxy in front of the provider. */
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Calls that take longer are aborted. */
  AI_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(300).default(60),
  /** Dollars that one coach can spend on the model in a month. */
  AI_MONTHLY_DOLLARS: z.coerce.number().min(0).max(100_000).default(5),
  SOCIAL_URL: z.url().default('https://www.instagram.com/stridewell'),
  SMTP_URL: z.url().optional(),
  /** Opens the metrics and the outbox page to callers on other machines, as a bearer token. */
  METRICS_TOKEN: z.string().min(16, 'METRICS_TOKEN needs at least 16 characters').optional(),
  MAIL_FROM: z.string().optional(),
  /** Name whose SPF record lists our mail servers, for coaches' own sender addresses. Unset: they are not offered. */
  MAIL_SPF_INCLUDE: dnsName.optional(),
  /** Mail is stored and never sent, outside demo mode. */
  ALLOW_MAIL_OUTBOX: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Variables = z.infer<typeof schema>;

/** An OpenID Connect provider with which people sign in. */
export type SignInProvider = {
  id: 'google' | 'oidc';
  name: string;
  /** Address below which its configuration is published. */
  issuer: string;
  clientId: string;
  clientSecret: string;
};

/** Our app at HubSpot, and the address of its API. */
export type HubspotSettings = { clientId: string; clientSecret: string; url: string };

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
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_CLIENT_SECRET'
  | 'GOOGLE_URL'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_NAME'
  | 'SMS_URL'
  | 'SMS_TOKEN'
  | 'SMS_FROM'
  | 'SMS_FORMAT'
  | 'HUBSPOT_CLIENT_ID'
  | 'HUBSPOT_CLIENT_SECRET'
  | 'HUBSPOT_URL'
> & {
  /** The providers with which people sign in. */
  providers: readonly SignInProvider[];
  /** Null: text messages cannot be sent. */
  sms: SmsSettings | null;
  /** Null: coaches cannot connect HubSpot. */
  hubspot: HubspotSettings | null;
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
  /** Demo mode is on although other machines can reach this server. */
  demoInPublic: boolean;
  autoApproveBase: boolean;
};

/** Invalid settings. The message has one line for each problem. */
export class EnvError extends PlainError {
  constructor(problems: readonly string[]) {
    super(`The environment is not usable:\n  ${problems.join('\n  ')}`);
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/**
 * Reads and checks the environment.
 * @throws EnvError naming each variable that is wrong
 */
export function readEnv(source: Given = process.env): Env {
  const { env, problems } = read(source);
  if (problems.length > 0) throw new EnvError(problems);
  return env();
}

/**
 * Reads and checks the environment of a process that serves people.
 * @throws EnvError naming each variable that is wrong, or missing for real payments and mail
 */
export function readServerEnv(source: Given = process.env): Env {
  const { env, problems, demo } = read(source);
  const refusals = demo ? [] : refusalsOf(source);
  if (problems.length > 0 || refusals.length > 0) throw new EnvError([...problems, ...refusals]);
  return env();
}

/** Lets React use its production build, which it chooses when the first mail loads it. */
export function chooseProductionBuilds(source: Given = process.env): void {
  source.NODE_ENV ||= 'production';
}

/** Settings that a server outside demo mode lacks. */
function refusalsOf({ STRIPE_SECRET_KEY, SMTP_URL, ALLOW_SANDBOX_PAYMENTS, ALLOW_MAIL_OUTBOX }: Given): string[] {
  const problems: string[] = [];
  if (!STRIPE_SECRET_KEY && ALLOW_SANDBOX_PAYMENTS !== 'true') {
    problems.push(
      'STRIPE_SECRET_KEY: without it plans are sold for test cards. Set the keys of Stripe, or ALLOW_SANDBOX_PAYMENTS=true.',
    );
  }
  if (!SMTP_URL && ALLOW_MAIL_OUTBOX !== 'true') {
    problems.push('SMTP_URL: without it mail is stored and never sent. Set a mail server, or ALLOW_MAIL_OUTBOX=true.');
  }
  return problems;
}

const isKnownModelProvider = ({ AI_PROVIDER }: Given): boolean =>
  schema.shape.AI_PROVIDER.safeParse(AI_PROVIDER).success;

/** Collects all problems, so that one start reports them all. `env` may be called only when there are none. */
function read(source: Given): { env: () => Env; problems: string[]; demo: boolean } {
  // An empty value is how shells and compose files say "unset".
  const given: Given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const wrong = parsed.error?.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`) ?? [];
  const availability = readAvailability(given);
  const contradictions = [...findContradictions(given, isKnownModelProvider(given)), ...findCalendarProblems(given)];
  const problems = [...wrong, ...contradictions, ...availability.problems];
  const demo = isDemo(given);
  return {
    problems,
    demo: demo.on,
    env() {
      if (!parsed.success || !availability.value) throw new EnvError(problems);
      return envOf(parsed.data, availability.value, demo);
    },
  };
}

function readAvailability({ DEMO_AVAILABILITY, DEMO_TIME_ZONE }: Given): {
  value?: DemoAvailability;
  problems: string[];
} {
  const zone = schema.shape.DEMO_TIME_ZONE.safeParse(DEMO_TIME_ZONE);
  if (!zone.success) return { problems: [] };
  try {
    return {
      value: parseDemoAvailability(schema.shape.DEMO_AVAILABILITY.parse(DEMO_AVAILABILITY), zone.data),
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problems: [`DEMO_AVAILABILITY: ${error.message}`] };
  }
}

type Demo = { on: boolean; onLoopback: boolean };

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

function isDemo({ DEMO, DATABASE_URL, HOST, APP_URL }: Given): Demo {
  const onLoopback = LOOPBACK.has(HOST ?? '127.0.0.1') && (APP_URL === undefined || LOOPBACK.has(hostOf(APP_URL)));
  return { on: DEMO === undefined ? !DATABASE_URL && onLoopback : DEMO === 'true', onLoopback };
}

const providerOf = (
  provider: Pick<SignInProvider, 'id' | 'name' | 'issuer'>,
  clientId: string | undefined,
  clientSecret: string | undefined,
): SignInProvider[] => (clientId && clientSecret ? [{ ...provider, clientId, clientSecret }] : []);

function envOf(variables: Variables, demoAvailability: DemoAvailability, { on: demo, onLoopback }: Demo): Env {
  const { DEMO, AUTO_APPROVE_BASE, APP_URL, DATA_DIR, DEMO_AVAILABILITY, DEMO_TIME_ZONE, ...others } = variables;
  const { AI_PROVIDER, AI_MODEL, AI_API_KEY, AI_BASE_URL, AI_TIMEOUT_SECONDS, AI_MONTHLY_DOLLARS, ...second } = others;
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_URL, ...third } = second;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, ...fourth } = third;
  const { SMS_URL, SMS_TOKEN, SMS_FROM, SMS_FORMAT, ...fifth } = fourth;
  const { HUBSPOT_CLIENT_ID, HUBSPOT_CLIENT_SECRET, HUBSPOT_URL, ...rest } = fifth;
  const appUrl = APP_URL ?? `http://localhost:${variables.PORT}`;
  return {
    ...rest,
    ai:
      AI_PROVIDER && AI_MODEL
        ? {
            provider: AI_PROVIDER,
            model: AI_MODEL,
            apiKey: AI_API_KEY,
            baseUrl: AI_BASE_URL,
            timeoutMs: AI_TIMEOUT_SECONDS * 1000,
          }
        : null,
    providers: [
      ...providerOf({ id: 'google', name: 'Google', issuer: GOOGLE_URL }, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
      ...(OIDC_ISSUER
        ? providerOf({ id: 'oidc', name: OIDC_NAME, issuer: OIDC_ISSUER }, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET)
        : []),
    ],
    sms:
      SMS_URL && SMS_TOKEN && SMS_FROM ? { url: SMS_URL, token: SMS_TOKEN, from: SMS_FROM, format: SMS_FORMAT } : null,
    hubspot:
      HUBSPOT_CLIENT_ID && HUBSPOT_CLIENT_SECRET
        ? { clientId: HUBSPOT_CLIENT_ID, clientSecret: HUBSPOT_CLIENT_SECRET, url: HUBSPOT_URL.replace(/\/$/, '') }
        : null,
    aiMonthlyMicros: Math.round(AI_MONTHLY_DOLLARS * 1_000_000),
    demoAvailability,
    dataDir: path.resolve(DATA_DIR),
    appUrl: appUrl.replace(/\/$/, ''),
    appUrlIsDefault: APP_URL === undefined,
    demo,
    demoInPublic: demo && (Boolean(variables.DATABASE_URL) || !onLoopback),
    autoApproveBase: AUTO_APPROVE_BASE ?? demo,
  };
}
