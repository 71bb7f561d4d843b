import type { FastifyInstance } from 'fastify';
import type { CountGauge } from '../platform/http/queue-gauges.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { Job, JobTry } from '../platform/queue/queue.ts';
import type { SealedColumn } from '../platform/sealed-columns.ts';
import type { AuthHooks } from './auth/auth.ts';
import type { RegisteredFeature } from './registry.ts';
import type { Infrastructure, Services } from './services.ts';

/** A job with its handler. */
export type JobHandler = {
  job: Job<object>;
  run: (services: Services, data: never, tried: JobTry) => Promise<unknown>;
};

export const handleJob = <Data extends object>(
  job: Job<Data>,
  run: (services: Services, data: Data, tried: JobTry) => Promise<unknown>,
): JobHandler => ({ job, run });

/** Manifest of a feature. `features.ts` lists them; router, queues and mails are derived from that list. */
export type Feature = RegisteredFeature & {
  /** Its procedures, by the contract's keys. */
  procedures?: Readonly<Record<string, object>>;
  /** Its procedures under `/functions/v1`. */
  functions?: Readonly<Record<string, object>>;
  jobs?: readonly JobHandler[];
  mails?: readonly Mail[];
  /** Routes that are not procedures: webhooks, feeds, downloads. */
  http?: (app: FastifyInstance, services: Services) => void | Promise<void>;
  /** Columns whose texts are sealed again when the key changes. */
  sealed?: readonly SealedColumn[];
  /** Gauges for Prometheus. */
  counts?: readonly CountGauge[];
  /** Hooks of the auth library at sign-up, sign-in and changes of a person. */
  authHooks?: (services: Infrastructure) => AuthHooks;
};

export const defineFeature = <const Manifest extends Feature>(manifest: Manifest): Manifest => manifest;
