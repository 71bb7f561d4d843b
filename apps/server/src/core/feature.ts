import type { FastifyInstance } from 'fastify';
import type { CountGauge } from '../platform/http/queue-gauges.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { Job, JobTry } from '../platform/queue/queue.ts';
import type { AuthHooks } from './auth/auth.ts';
import type { RegisteredFeature } from './registry.ts';
import type { Infrastructure, Services } from './services.ts';

/** A job with the function that does it. */
export type JobHandler = {
  job: Job<object>;
  run: (services: Services, data: never, tried: JobTry) => Promise<unknown>;
};

export const handleJob = <Data extends object>(
  job: Job<Data>,
  run: (services: Services, data: Data, tried: JobTry) => Promise<unknown>,
): JobHandler => ({ job, run });

/** What a feature gives to the server. `features.ts` lists the features; router, queues and mails follow from the list. */
export type Feature = RegisteredFeature & {
  /** Its part of the contract, by the contract's keys. */
  procedures?: Readonly<Record<string, object>>;
  /** Its procedures under `/functions/v1`. */
  functions?: Readonly<Record<string, object>>;
  jobs?: readonly JobHandler[];
  mails?: readonly Mail[];
  /** Routes that are no procedures: webhooks, feeds, downloads. */
  http?: (app: FastifyInstance, services: Services) => void | Promise<void>;
  /** Gauges for Prometheus. */
  counts?: readonly CountGauge[];
  /** Hooks of the auth library at sign-up, sign-in and changes of a person. */
  authHooks?: (services: Infrastructure) => AuthHooks;
};

export const defineFeature = <const Manifest extends Feature>(manifest: Manifest): Manifest => manifest;
