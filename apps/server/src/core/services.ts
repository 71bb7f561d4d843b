import type { Env } from '../env.ts';
import type { Model } from '../platform/ai/model.ts';
import type { Database } from '../platform/db/database.ts';
import type { Resolver } from '../platform/dns/resolver.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { OriginCheck } from '../platform/http/origin.ts';
import type { Outbound } from '../platform/http/outbound.ts';
import type { Logger } from '../platform/logger.ts';
import type { Mailer, MailRenderer } from '../platform/mail/mail.ts';
import type { PushSender } from '../platform/push/push.ts';
import type { Queue } from '../platform/queue/queue.ts';
import type { RateLimiter } from '../platform/rate-limits/rate-limits.ts';
import type { Live } from '../platform/realtime/live.ts';
import type { Seal } from '../platform/seal.ts';
import type { Accounts } from './auth/accounts.ts';
import type { Auth } from './auth/auth.ts';
import type { BrandOf } from './brand.ts';
import type { Hosts } from './hosts.ts';
import type { ConnectGateway } from './payments/connect.ts';
import type { ConnectSandbox } from './payments/connect-sandbox.ts';
import type { PaymentGateway } from './payments/gateway.ts';
import type { Sandbox } from './payments/sandbox.ts';
import type { Registry } from './registry.ts';
import type { Settings } from './settings/settings.ts';

/** The infrastructure that features work with. Created once per process (`services.ts`). */
export type Infrastructure = {
  env: Env;
  log: Logger;
  now: () => Date;
  db: Database;
  queue: Queue;
  /** Declarations of the features. */
  registry: Registry;
  mailer: Mailer;
  /** Renders a mail as it would be sent. */
  renderMail: MailRenderer;
  files: FileStore;
  limiter: RateLimiter;
  live: Live;
  /** Operators' settings for the platform. */
  settings: Settings;
  gateway: PaymentGateway;
  /** Takes payments of clients; null when not configured. */
  connect: ConnectGateway | null;
  connectSandbox: ConnectSandbox | null;
  /** The built-in payment provider; null when Stripe is configured. */
  sandbox: Sandbox | null;
  /** The language model; null when none is configured. */
  model: Model | null;
  /** The brand of the product at a host, for all that is shown before anyone signs in. */
  brandOf: BrandOf;
  isOwnOrigin: OriginCheck;
  /** Domains of coaches, and the addresses in mails to their clients. */
  hosts: Hosts;
  /** Asks DNS about domains of coaches. */
  resolver: Resolver;
  /** Seals the secrets of integrations. */
  seal: Seal;
  /** Requests to addresses that people typed. */
  outbound: Outbound;
  /** Sends to browsers; null when the installation has no keys for it. */
  push: PushSender | null;
  secret: string;
};

export type Services = Infrastructure & {
  auth: Auth;
  accounts: Accounts;
  /** Closes all services, in reverse order of their start. */
  close(): Promise<void>;
};
