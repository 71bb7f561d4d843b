import { SWITCH_TEXTS } from '@stridewell/contract/settings/settings.rules';
import {
  botProblem,
  contactProblem,
  DEMO_INCOMPLETE,
  DEMO_MINUTES,
  isDemoComplete,
} from '@stridewell/contract/site/site.rules';
import { v7 as uuidv7 } from 'uuid';
import type { RequestContext } from '../../core/context.ts';
import { limitByAddress } from '../../core/limits.ts';
import { visitorProcedure } from '../../core/procedures.ts';
import { requireSwitchedOn } from '../../core/settings/settings.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { addressDigest, siteScope } from './site.scopes.ts';
import {
  bookDemo,
  cancelDemo,
  confirmDemo,
  createFormSubmission,
  getDemoBooking,
  listDemoSlots,
  processFormSubmission,
  rescheduleDemo,
  type SiteDeps,
  submitContact,
} from './site.service.ts';

/** Per address. High enough for an office that shares one, and too low for bots. */
const FORM_LIMIT: RateLimit = { windowSeconds: 600, max: 20 };
const READ_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };

const depsOf = async ({ services: { env, limiter, mailer, now, settings } }: RequestContext): Promise<SiteDeps> => {
  const { demos } = await settings.current();
  return { env, limiter, mailer, demos: demos.value, now: now() };
};

const { site, functions } = visitorProcedure;

export const siteProcedures = {
  createFormSubmission: site.createFormSubmission.handler(async ({ context, input }) => {
    await limitByAddress(context, 'site:demo', FORM_LIMIT);
    const { db, now, services } = context;
    const received = { now, addressDigest: addressDigest(context.network, services.secret) };
    await db.write(siteScope, (tx) => createFormSubmission(tx, input, received));
    return { id: input.id };
  }),

  listDemoSlots: site.listDemoSlots.handler(async ({ context }) => {
    await limitByAddress(context, 'site:slots', READ_LIMIT);
    await requireSwitchedOn(context.services.settings, 'demo_bookings');
    const deps = await depsOf(context);
    const slots = await context.db.readAtOnce(siteScope, (tx) => listDemoSlots(tx, deps));
    return { minutes: DEMO_MINUTES, slots: slots.map((slot) => slot.toISOString()) };
  }),

  bookDemo: site.bookDemo.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'site:booking', FORM_LIMIT);
    await requireSwitchedOn(context.services.settings, 'demo_bookings');
    const deps = await depsOf(context);
    const booking = { ...input, startsAt: new Date(input.startsAt) };
    await context.db.write(siteScope, (tx) => bookDemo(tx, deps, booking, context.network), errors);
    return { id: input.id, startsAt: input.startsAt };
  }),

  getDemoBooking: site.getDemoBooking.handler(async ({ context, input }) =>
    context.db.readAtOnce(siteScope, (tx) => getDemoBooking(tx, input.token, context.now)),
  ),
  confirmDemo: site.confirmDemo.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'site:booking', FORM_LIMIT);
    const deps = await depsOf(context);
    return context.db.write(siteScope, (tx) => confirmDemo(tx, deps, input.token), errors);
  }),

  rescheduleDemo: site.rescheduleDemo.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'site:booking', FORM_LIMIT);
    const deps = await depsOf(context);
    const change = { token: input.token, startsAt: new Date(input.startsAt) };
    return context.db.write(siteScope, (tx) => rescheduleDemo(tx, deps, change), errors);
  }),

  cancelDemo: site.cancelDemo.handler(async ({ context, input }) => {
    await limitByAddress(context, 'site:booking', FORM_LIMIT);
    const deps = await depsOf(context);
    return context.db.write(siteScope, (tx) => cancelDemo(tx, deps, input.token));
  }),
};

export const siteFunctions = {
  secureFormSubmission: functions.secureFormSubmission.handler(async ({ context, input }) => {
    const { secret, settings } = context.services;
    if (await settings.isOff('contact_form')) return { success: false, error: SWITCH_TEXTS.contact_form.off };
    const received = context.now.getTime();
    const bot = botProblem({ honeypotValue: input.honeypotValue, loadedAt: input.timestamp, now: received });
    const problem = bot ?? contactProblem(input.formData);
    if (problem) return { success: false, error: problem };
    await limitByAddress(context, 'site:contact', FORM_LIMIT);
    const submission = {
      id: input.id ?? uuidv7(),
      formData: input.formData,
      security: {
        addressDigest: addressDigest(context.network, secret),
        userAgent: input.userAgent,
        filledMs: received - (input.timestamp ?? received),
      },
    };
    const deps = await depsOf(context);
    await context.db.write(siteScope, (tx) => submitContact(tx, deps, submission));
    return { success: true, error: null };
  }),

  processFormSubmission: functions.processFormSubmission.handler(async ({ context, input }) => {
    await limitByAddress(context, 'site:demo', FORM_LIMIT);
    const { id } = input;
    if (id === undefined || !isDemoComplete(input)) return { success: false, error: DEMO_INCOMPLETE };
    const deps = await depsOf(context);
    await context.db.write(siteScope, (tx) => processFormSubmission(tx, deps, id));
    return { success: true, error: null };
  }),
};
